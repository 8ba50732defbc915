// The step `clock`: the time that the case's pages see.
#include <fmt/format.h>

#include "casement/api/clock.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

constexpr double kYear = 366.0 * 24 * 3'600'000;  // milliseconds

ClockTime time_of(const StepMap& map, std::string_view key) {
  try {
    return ClockTime(map.some_text(key));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Usage) throw;
    throw map.scope().error_at(map.find(key)->value, error.message());
  }
}

// A call of the clock with the step's timeout.
using ClockCall = std::function<void(const PageClock&, Milliseconds)>;

ClockCall call_of(const StepMap& map) {
  if (map.has("install"))
    return [time = time_of(map, "install")](const PageClock& clock, Milliseconds timeout) {
      clock.install(time, timeout);
    };
  if (map.has("fixed"))
    return [time = time_of(map, "fixed")](const PageClock& clock, Milliseconds timeout) {
      clock.set_fixed_time(time, timeout);
    };
  if (map.has("system"))
    return [time = time_of(map, "system")](const PageClock& clock, Milliseconds timeout) {
      clock.set_system_time(time, timeout);
    };
  if (map.has("pause_at"))
    return [time = time_of(map, "pause_at")](const PageClock& clock, Milliseconds timeout) {
      clock.pause_at(time, timeout);
    };
  if (map.has("fast_forward"))
    return [by = map.duration("fast_forward")](const PageClock& clock, Milliseconds timeout) {
      clock.fast_forward(by, timeout);
    };
  if (map.has("run_for"))
    return [by = map.duration("run_for")](const PageClock& clock, Milliseconds timeout) { clock.run_for(by, timeout); };
  return [](const PageClock& clock, Milliseconds timeout) { clock.resume(timeout); };
}

PlannedStep parse_clock(const StepScope& scope) {
  const StepMap map(scope);
  map.need_one();
  const YamlEntry& entry = map.node().entries.front();
  if (map.has("resume") && !map.flag("resume"))
    throw scope.error_at(map.find("resume")->value, "'resume' can only be true");
  return page_step(scope, {"clock", entry.key.text == "resume" ? "resume" : entry.key.text + " " + entry.value.text},
                   [call = call_of(map), timeout = scope.timeout()](PageStack& pages) {
                     call(pages.page().clock(), timeout.count() > 0 ? timeout : pages.page().default_timeout());
                   });
}

}  // namespace

std::vector<StepSpec> clock_steps() {
  return {
      {"clock",
       ArgumentShape::Map,
       "Sets and moves the time that all pages, frames and workers of the case see.",
       "{ install: 2026-11-30T09:00:00Z }  or  { fast_forward: 30m }  or  { resume: true }",
       parse_clock,
       {{"install", Shape::Text, "begins at this time, and runs on from there; before the page is opened"},
        {"fast_forward", Shape::Duration, "jumps ahead: what is due by then runs once, at the new time", {}, 0, kYear},
        {"run_for", Shape::Duration, "goes ahead through all callbacks, each at its own time", {}, 0, kYear},
        {"pause_at", Shape::Text, "jumps ahead to this time, and stands there"},
        {"resume", Shape::Flag, "runs on from where the clock stands"},
        {"fixed", Shape::Text, "dates always show this time; timers go on"},
        {"system", Shape::Text, "dates show this time from now on; no timer runs for it"}},
       StepBlocks::None,
       {"install", "fast_forward", "run_for", "pause_at", "resume", "fixed", "system"}}};
}

}  // namespace casement
