#include "casement/runners/wasm_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "casement/base/text.h"
#include "casement/reports/escape.h"
#include "casement/reports/run_info.h"
#include "casement/runners/version.h"

namespace casement::runners {
namespace {

constexpr std::size_t kMostKept = 1'000'000;  // bytes of each stream in a report
constexpr std::size_t kMostShown = 40;        // lines of a failure

std::string last_lines(const std::string& text) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::string last;
  for (std::size_t i = lines.size() - std::min(lines.size(), kMostShown); i < lines.size(); ++i) {
    last += std::string(lines[i]) + '\n';
  }
  return last;
}

void attach(results::Case& one, const std::string& name, const std::string& text) {
  if (text.empty()) return;
  one.attachments.push_back({.name = name, .media_type = "text/plain", .content = to_valid_utf8(text), .path = {}});
}

}  // namespace

void keep_output(std::string& kept, std::string_view more) {
  kept += more;
  if (kept.size() > 2 * kMostKept) kept.erase(0, kept.size() - kMostKept);
}

std::string told_end(const wasm::ProgramEnd& end) {
  std::string text;
  if (!end.reason.empty()) text += "casement: " + reports::visible_lines(end.reason) + '\n';
  for (const std::string& detail : end.details) text += "  " + reports::visible_lines(detail) + '\n';
  for (const std::string& note : end.notes) text += "casement: " + reports::visible_lines(note) + '\n';
  return text;
}

results::Run wasm_run(const WasmCase& one, const wasm::ProgramEnd& end, const WasmOutput& output,
                      const std::string& browser) {
  results::Case result;
  result.suite = result.class_name = one.suite;
  result.name = one.name;
  result.where.file = one.program;
  result.milliseconds = end.milliseconds;
  result.console = end.console;
  result.warnings = end.notes;
  result.rerun = fmt::format("casement run-wasm {} -- {}", one.program, join(one.arguments, " "));
  attach(result, "standard output", output.output);
  attach(result, "standard error", output.error);
  if (end.kind == wasm::ProgramEnd::Kind::Skipped) {
    result.skip_reason = end.reason;
    result.outcome = results::Outcome::Skipped;
  } else if (end.code != 0) {
    results::Failure failure;
    failure.type = "wasm";
    failure.message = end.reason.empty() ? fmt::format("the program exited with {}", end.code) : end.reason;
    failure.details = join(end.details, "\n");
    const std::string last = last_lines(output.error.empty() ? output.output : output.error);
    if (!last.empty()) failure.details += (failure.details.empty() ? "" : "\n") + last;
    failure.where.file = one.program;
    result.failures.push_back(std::move(failure));
    result.outcome = results::Outcome::Failed;
  }
  results::Run run;
  run.info.product = kVersionLine;
  run.info.browser = browser;
  run.info.suites = run.info.cases = 1;
  reports::describe_run(run.info);
  run.milliseconds = end.milliseconds;
  run.suites.push_back({.name = one.suite, .file = one.program, .cases = {std::move(result)}});
  return run;
}

}  // namespace casement::runners
