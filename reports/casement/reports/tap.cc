#include "casement/reports/tap.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"

namespace casement::reports {

using results::Case;
using results::Outcome;

namespace {

// In a description "#" starts a directive and "\" escapes.
std::string description(std::string_view text) {
  std::string escaped;
  for (const char c : visible_line(text)) {
    if (c == '#' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// Returns a double-quoted YAML scalar; JSON strings have the same syntax.
std::string yaml_text(std::string_view text) {
  return nlohmann::json(visible_lines(text)).dump();
}

}  // namespace

void TapSink::run_started(const results::RunInfo& info) {
  // Prints numbers as text, because a stream would insert the separators of its locale.
  out_ << "TAP version 14\n1.." << std::to_string(info.cases) << (info.cases == 0 ? " # SKIP no case" : "")
       << std::endl;
}

void TapSink::case_finished(const Case& one) {
  const bool is_ok = one.outcome != Outcome::Failed && !one.failed_as_expected;
  out_ << (is_ok ? "ok " : "not ok ") << std::to_string(++number_) << " - " << description(short_label(one));
  if (one.outcome == Outcome::Skipped) {
    out_ << (one.failed_as_expected ? " # TODO " : " # SKIP ") << description(one.skip_reason);
  }
  out_ << '\n';
  const std::size_t attempts = one.earlier_attempts.size() + 1;
  if (one.outcome == Outcome::Failed || attempts > 1) {
    out_ << "  ---\n"
         << fmt::format("  duration_ms: {:.0f}\n", sane_duration(one.milliseconds))
         << "  at: " << yaml_text(place(one.where)) << '\n';
    if (attempts > 1) out_ << "  attempts: " << std::to_string(attempts) << '\n';
    if (one.outcome == Outcome::Failed) out_ << "  failures:\n";
    for (const results::Failure& failure : reported_failures(one)) {
      out_ << "    - message: " << yaml_text(failure.message) << '\n'
           << "      type: " << yaml_text(failure.type) << '\n'
           << "      at: " << yaml_text(place(failure.where)) << '\n';
    }
    out_ << "  ...\n";
  }
  out_ << std::flush;
}

void TapSink::run_finished(const results::Run& run) {
  for (const std::string& error : run.errors) out_ << "Bail out! " << description(error) << '\n';
  out_ << "# " << totals_line(run) << std::endl;
}

}  // namespace casement::reports
