#include "casement/reports/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "casement/base/text.h"
#include "casement/reports/columns.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"
#include "casement/results/recorder.h"

namespace casement::reports {

using results::Case;
using results::FrameFailure;
using results::Outcome;

namespace {

constexpr int kRed = 31, kGreen = 32, kYellow = 33, kFaint = 2, kBold = 1;
constexpr std::size_t kLabelColumns = 36, kLongestLabel = 120;
constexpr std::string_view kMargin = "      ";  // of lines below a case

int colour_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Passed:
      return kGreen;
    case Outcome::Failed:
      return kRed;
    case Outcome::Skipped:
    case Outcome::Flaky:
      return kYellow;
  }
  return kRed;
}

std::string padded(const std::string& text, std::size_t columns) {
  const std::size_t length = count_columns(text);
  return length < columns ? text + std::string(columns - length, ' ') : text;
}

}  // namespace

ConsoleSink::ConsoleSink(std::ostream& out, ConsoleOptions options) : out_(out), options_(options) {}

std::string ConsoleSink::paint(std::string_view text, int code) const {
  return options_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

void ConsoleSink::show_live(const std::string& text) {
  if (!options_.interactive || text == live_) return;
  clear_live();
  out_ << paint(fit_columns(text, std::max<std::size_t>(options_.columns, 10) - 1), kFaint) << std::flush;
  live_ = text;
}

void ConsoleSink::clear_live() {
  if (!live_.empty()) out_ << "\r\x1b[2K";
  live_.clear();
}

// The client of a dashboard takes some markup in a test's output for commands to send files.
std::string ConsoleSink::safe(std::string_view text) {
  std::string line = visible_line(text);
  for (const std::string_view tag : {"<CTestMeasurement", "<DartMeasurement", "<CTestDetails", "CTEST_FULL_OUTPUT"}) {
    for (std::size_t at = 0; (at = line.find(tag, at)) != std::string::npos; at += 2) {
      line.insert(at + 1, " ");
    }
  }
  return line;
}

void ConsoleSink::run_started(const results::RunInfo& info) {
  std::string line = paint(safe(info.product), kBold);
  if (!info.browser.empty()) line += " · " + safe(info.browser);
  out_ << line << " · " << counted(info.suites, "flow") << ", " << counted(info.cases, "case");
  if (info.seed != 0)
    out_ << " · seed " << std::to_string(info.seed);  // a stream would insert the separators of its locale
  out_ << std::endl;
  for (const std::string& warning : info.warnings) out_ << "warning: " << safe(warning) << std::endl;
}

void ConsoleSink::progressed(const results::Progress& progress) {
  if (!options_.interactive || progress.done == progress.cases) return;
  std::string line = fmt::format("  {}/{} done", progress.done, progress.cases);
  if (progress.failed > 0) line += fmt::format(", {} failed", progress.failed);
  if (progress.milliseconds_left >= 0) {
    line += fmt::format(" · {:.0f} s left", std::ceil(progress.milliseconds_left / 1000));
  }
  show_live(line + tell_running(progress.running));
}

void ConsoleSink::other_output() {
  clear_live();
  out_ << std::flush;
}

// Describes the case that has run longest, because people wait for it.
std::string ConsoleSink::tell_running(const std::vector<results::RunningCase>& running) {
  const auto longest = std::max_element(running.begin(), running.end(),
                                        [](const auto& a, const auto& b) { return a.milliseconds < b.milliseconds; });
  if (longest == running.end()) return "";
  const std::string time = fmt::format(" · {:.0f} s", std::floor(longest->milliseconds / 1000));
  const std::string what = safe(longest->name) + (longest->step.empty() ? "" : " › " + safe(longest->step));
  const std::string others = running.size() > 1 ? fmt::format(" · {} running", running.size()) : "";
  return others + time + " " + what;
}

void ConsoleSink::case_retried(const Case& one) {
  clear_live();
  write_line(one, "↻", kYellow);
  write_failures(one);
  out_ << std::flush;
}

void ConsoleSink::write_line(const Case& one, std::string_view sign, int colour) {
  const std::string label = padded(shorten(safe(short_label(one)), kLongestLabel), kLabelColumns);
  out_ << "  " << paint(sign, colour) << ' ' << label
       << paint(fmt::format("{:>8}", in_seconds(one.milliseconds)), kFaint) << '\n';
}

void ConsoleSink::case_finished(const Case& one) {
  if (one.not_run) return;  // the totals count them
  clear_live();
  write_line(one, mark(one.outcome), colour_of(one.outcome));
  if (one.outcome == Outcome::Flaky) {
    out_ << kMargin << "flaky: passed at attempt " << std::to_string(one.earlier_attempts.size() + 1) << '\n';
  }
  if (one.outcome == Outcome::Skipped && !one.skip_reason.empty()) {
    out_ << kMargin << (one.failed_as_expected ? "" : "skipped: ") << safe(one.skip_reason) << '\n';
  }
  if (one.outcome == Outcome::Failed) write_failures(one);
  write_notes(one);
  out_ << std::flush;
}

void ConsoleSink::write_failures(const Case& one) {
  for (const results::Failure& failure : reported_failures(one)) {
    if (failure.type.starts_with("frame.")) continue;  // write_notes prints these
    const std::string where = safe(place(failure.where));
    const std::string title = safe(failed_part(one, failure));
    if (!where.empty() || !title.empty()) {
      out_ << kMargin << where << (where.empty() || title.empty() ? "" : "  ") << paint(title, kBold) << '\n';
    }
    out_ << kMargin << paint(safe(failure.message), kRed) << '\n';
    for (const std::string_view line : split_lines(failure.details)) {
      out_ << kMargin << safe(line) << '\n';
    }
  }
}

void ConsoleSink::write_notes(const Case& one) {
  for (const FrameFailure& failure : one.frame_failures) {
    const std::string line = safe(frame_failure_line(failure));
    out_ << kMargin;
    switch (failure.verdict) {
      case FrameFailure::Verdict::Failed:
        out_ << paint("✗", kRed) << ' ' << line;
        break;
      case FrameFailure::Verdict::Warned:
        out_ << paint("⚠", kYellow) << ' ' << line;
        break;
      case FrameFailure::Verdict::Ignored:
        out_ << paint("– " + line + " (ignored)", kFaint);
        break;
    }
    out_ << '\n';
  }
  for (const std::string& warning : one.warnings) {
    out_ << kMargin << paint("⚠", kYellow) << ' ' << safe(warning) << '\n';
  }
}

void ConsoleSink::run_finished(const results::Run& run) {
  clear_live();
  for (const std::string& error : run.errors) {
    std::string_view prefix = "error: ";
    for (const std::string_view line : split_lines(error)) {
      out_ << paint(prefix, kRed) << safe(line) << '\n';
      prefix = "       ";
    }
  }
  const bool good = run.errors.empty() && results::count_totals(run).failed == 0;
  out_ << paint(totals_line(run), good ? kGreen : kRed) << std::endl;
}

}  // namespace casement::reports
