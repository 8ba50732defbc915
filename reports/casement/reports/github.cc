#include "casement/reports/github.h"

#include <utility>

#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"

namespace casement::reports {

using results::Case;
using results::Outcome;

namespace {

// Escapes the characters that would end a value: https://docs.github.com/actions, workflow commands.
std::string escaped(std::string_view text, bool is_property) {
  std::string made;
  for (const char c : visible_lines(text)) {
    if (c == '%') {
      made += "%25";
    } else if (c == '\n') {
      made += "%0A";
    } else if (is_property && c == ':') {
      made += "%3A";
    } else if (is_property && c == ',') {
      made += "%2C";
    } else {
      made += c;
    }
  }
  return made;
}

}  // namespace

std::string github_annotation(std::string_view kind, const results::SourcePlace& where, std::string_view title,
                              std::string_view message) {
  std::string line = "::" + std::string(kind) + " title=" + escaped(title, true);
  if (!where.file.empty()) line += ",file=" + escaped(where.file, true);
  if (where.line > 0) line += ",line=" + std::to_string(where.line);
  if (where.column > 0) line += ",col=" + std::to_string(where.column);
  return line + "::" + escaped(message, false) + "\n";
}

std::string github_annotations(const results::Run& run) {
  std::string lines;
  for (const std::string& error : run.errors) lines += github_annotation("error", {}, "Casement", error);
  for (const results::Suite& suite : run.suites) {
    for (const Case& one : suite.cases) {
      if (one.outcome == Outcome::Failed) {
        const results::Failure failure = reported_failures(one).front();
        const auto& where = failure.where.file.empty() ? one.where : failure.where;
        lines += github_annotation("error", where, short_label(one),
                                   failure.message + (failure.details.empty() ? "" : "\n") + failure.details);
      } else if (one.outcome == Outcome::Flaky && !one.earlier_attempts.empty()) {
        const results::Failure failure = reported_failures(one.earlier_attempts.front()).front();
        const auto& where = failure.where.file.empty() ? one.where : failure.where;
        lines += github_annotation("warning", where, short_label(one) + " is flaky", failure.message);
      }
    }
  }
  return lines;
}

GithubSink::GithubSink(std::ostream& out, std::string token) : out_(out), token_(std::move(token)) {}

void GithubSink::run_started(const results::RunInfo&) {
  out_ << "::stop-commands::" << token_ << std::endl;
}

void GithubSink::run_finished(const results::Run& run) {
  out_ << "::" << token_ << "::\n" << github_annotations(run) << std::flush;
}

}  // namespace casement::reports
