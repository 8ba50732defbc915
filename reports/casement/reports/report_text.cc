#include "casement/reports/report_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/frame_sentence.h"
#include "casement/reports/escape.h"
#include "casement/results/recorder.h"

namespace casement::reports {

using results::FrameFailure;
using results::Outcome;

namespace {

bool same_place(const results::SourcePlace& a, const results::SourcePlace& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

}  // namespace

std::string_view mark(Outcome outcome) {
  switch (outcome) {
    case Outcome::Passed:
      return "✓";
    case Outcome::Failed:
      return "✗";
    case Outcome::Skipped:
      return "–";
    case Outcome::Flaky:
      return "≈";
  }
  return "?";
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::Passed:
      return "passed";
    case Outcome::Failed:
      return "failed";
    case Outcome::Skipped:
      return "skipped";
    case Outcome::Flaky:
      return "flaky";
  }
  return "unknown";
}

std::string_view to_string(FrameFailure::Verdict verdict) {
  switch (verdict) {
    case FrameFailure::Verdict::Ignored:
      return "ignored";
    case FrameFailure::Verdict::Warned:
      return "warned";
    case FrameFailure::Verdict::Failed:
      return "failed";
  }
  return "unknown";
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

double sane_duration(double milliseconds) {
  constexpr double kAges = 1e12;
  return milliseconds > 0 ? std::min(milliseconds, kAges) : 0;
}

std::string in_seconds(double milliseconds) {
  return fmt::format("{:.1f} s", sane_duration(milliseconds) / 1000);
}

std::string in_short(double milliseconds) {
  const double rounded = std::round(sane_duration(milliseconds));
  return rounded < 1000 ? fmt::format("{:.0f} ms", rounded) : in_seconds(milliseconds);
}

std::string in_decimal_seconds(double milliseconds) {
  return fmt::format("{:.3f}", sane_duration(milliseconds) / 1000);
}

std::string place(const results::SourcePlace& where) {
  std::string text = visible_line(where.file);
  if (text.empty() || where.line <= 0) return text;
  text += fmt::format(":{}", where.line);
  return where.column > 0 ? text + fmt::format(":{}", where.column) : text;
}

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::string full_name(const results::Case& one) {
  const std::string name = one.name.empty() ? "(unnamed)" : visible_line(one.name);
  return one.repetition > 0 ? fmt::format("{} (run {})", name, one.repetition) : name;
}

std::string short_label(const results::Case& one) {
  const std::string_view group = last_part(one.class_name.empty() ? one.suite : one.class_name);
  const std::string name = full_name(one);
  return group.empty() ? name : visible_line(group) + " › " + name;
}

std::string totals_line(const results::Run& run) {
  const results::Totals totals = results::count_totals(run);
  std::string text = fmt::format("{} passed", totals.passed);
  if (totals.failed > 0) text += fmt::format(", {} failed", totals.failed);
  if (totals.infrastructure > 0) {
    text += totals.infrastructure == totals.failed
                ? std::string(" because of the infrastructure")
                : fmt::format(" ({} because of the infrastructure)", totals.infrastructure);
  }
  if (totals.flaky > 0) text += fmt::format(", {} flaky", totals.flaky);
  if (totals.failed_as_expected > 0) text += fmt::format(", {} failed as expected", totals.failed_as_expected);
  const std::size_t skipped = totals.skipped - totals.not_run - totals.failed_as_expected;
  if (skipped > 0) text += fmt::format(", {} skipped", skipped);
  if (totals.not_run > 0) text += fmt::format(", {} not run", totals.not_run);
  if (!run.errors.empty()) text += ", " + counted(run.errors.size(), "error");
  text += " in " + in_seconds(run.milliseconds);
  if (totals.frame_failures > 0) text += " · " + counted(totals.frame_failures, "frame failure");
  return text;
}

std::string frame_failure_line(const FrameFailure& failure) {
  return visible_line(to_text({failure.owner_ref, failure.frame_name, failure.url, failure.kind, failure.message}));
}

std::vector<results::Failure> reported_failures(const results::Case& one) {
  if (!one.failures.empty() || one.outcome != Outcome::Failed) return one.failures;
  for (auto step = one.steps.rbegin(); step != one.steps.rend(); ++step) {
    if (step->outcome == Outcome::Failed) return {{"step", step->message, "", step->where}};
  }
  return {{"case", "the case failed without giving a reason", "", one.where}};
}

const results::Step* failed_step(const results::Case& one, const results::Failure& failure) {
  for (auto step = one.steps.rbegin(); step != one.steps.rend(); ++step) {
    if (step->outcome == Outcome::Failed && same_place(step->where, failure.where)) return &*step;
  }
  return nullptr;
}

std::string failed_part(const results::Case& one, const results::Failure& failure) {
  if (const results::Step* const step = failed_step(one, failure)) return step->title;
  return failure.type.starts_with("start.") ? "before the first step" : failure.type;
}

}  // namespace casement::reports
