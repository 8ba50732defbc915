#include "casement/reports/step_summary.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"

namespace casement::reports {

using results::Case;
using results::FrameFailure;
using results::Outcome;

namespace {

// In a block of HTML without an empty line, GitHub does not interpret Markdown.
std::string shown_code(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  const std::string line = visible_line(shorten(text, kLongest));
  return line.empty() ? "" : "<code>" + escape_markup(line) + "</code>";
}

class SummaryTable {
 public:
  SummaryTable(std::string_view title, std::vector<std::string_view> columns)
      : title_(title), columns_(std::move(columns)) {}

  void add(const std::vector<std::string>& cells) {
    constexpr std::size_t kMost = 50;
    if (++count_ > kMost) return;
    rows_ += "<tr>";
    for (const std::string& cell : cells) rows_ += "<td>" + cell + "</td>";
    rows_ += "</tr>\n";
    shown_ = count_;
  }
  std::string text() const {
    if (count_ == 0) return "";
    std::string text = fmt::format("### {}\n\n<table>\n<tr>", title_);
    for (const std::string_view column : columns_) text += fmt::format("<th>{}</th>", column);
    text += "</tr>\n" + rows_ + "</table>\n\n";
    if (shown_ < count_) text += fmt::format("The first {} of {}.\n\n", shown_, count_);
    return text;
  }

 private:
  std::string_view title_;
  std::vector<std::string_view> columns_;
  std::string rows_;
  std::size_t count_ = 0, shown_ = 0;
};

std::string place_of(const Case& one, const results::Failure& failure) {
  return shown_code(place(failure.where.file.empty() ? one.where : failure.where));
}

}  // namespace

std::string step_summary(const results::Run& run) {
  SummaryTable failed("Failed", {"Case", "Message", "Where"}), flaky("Flaky", {"Case", "First failure", "Where"}),
      frames("Frames that could not be read", {"Case", "Frame", "Why"}), errors("Errors of the run", {"Error"});
  for (const std::string& error : run.errors) errors.add({shown_code(error)});
  for (const results::Suite& suite : run.suites) {
    for (const Case& one : suite.cases) {
      const std::string label = shown_code(short_label(one));
      if (one.outcome == Outcome::Failed) {
        for (const results::Failure& failure : reported_failures(one)) {
          failed.add({label, shown_code(failure.message), place_of(one, failure)});
        }
      } else if (one.outcome == Outcome::Flaky && !one.earlier_attempts.empty()) {
        const Case& first = one.earlier_attempts.front();
        const results::Failure failure = reported_failures(first).front();
        flaky.add({label, shown_code(failure.message), place_of(first, failure)});
      }
      for (const FrameFailure& failure : one.frame_failures) {
        if (failure.verdict == FrameFailure::Verdict::Ignored) continue;
        const std::string frame =
            failure.owner_ref + (failure.frame_name.empty() ? "" : " \"" + failure.frame_name + "\"");
        frames.add({label, shown_code(frame) + " " + shown_code(failure.url),
                    shown_code(failure.kind + ": " + failure.message)});
      }
    }
  }
  return "## " + totals_line(run) + "\n\n" + errors.text() + failed.text() + flaky.text() + frames.text();
}

void append_step_summary(const results::Run& run) {
  const char* const path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return;
  std::ofstream file(path, std::ios::app | std::ios::binary);
  file << step_summary(run) << std::flush;
  if (!file) {
    throw Error(ErrorKind::Environment,
                fmt::format("cannot write the summary {} (GITHUB_STEP_SUMMARY): {}", path, system_message(errno)));
  }
}

}  // namespace casement::reports
