// The time that a context's pages, frames and workers see: `page.clock()`, or `context.clock()` before the first page.
//
//   page.clock().install("2026-11-30T09:00:00Z");
//   page.open("https://shop.test/");
//   page.clock().fast_forward(30min);
//   expect(page).text("role=alert", "Your session has expired");
//
// The clock covers Date, timers, animation frames, idle callbacks, performance, Intl, Temporal, the times of events,
// AbortSignal.timeout and scheduler, in all frames, popups, and dedicated, shared and service workers, also in those
// that begin later. It does not cover animations of CSS and media. Casement's own waits and deadlines use the real
// time. Timers that a page set before the clock was installed keep the real time, so install it before you open the
// page.
//
// `timeout`: 0 is the default of 10 s, longer on a busy machine. Calls throw Error{Timeout} after it, also if the
// page's callbacks take longer; the clock stands then where it has come to.
#pragma once

#include <optional>

#include "casement/api/context.h"
#include "casement/base/duration.h"
#include "casement/clock/clock_time.h"

namespace casement {

class PageClock {
 public:
  // The clock of `context`. The context has one; each PageClock is a handle of it.
  explicit PageClock(const Context& context) : context_(context) {}

  // Begins at `time`, or now, and runs on from there.
  void install(const std::optional<ClockTime>& time = std::nullopt, Milliseconds timeout = {}) const;
  // Dates always show `time`. Timers go on: unless the clock was installed, they use the real time.
  void set_fixed_time(const ClockTime& time, Milliseconds timeout = {}) const;
  // Dates show `time` from now on, earlier or later, as if a user had set the computer's clock. No timer fires for it.
  void set_system_time(const ClockTime& time, Milliseconds timeout = {}) const;
  // Jumps ahead, as a computer does that slept: callbacks that are due then run once each, at the new time. This and
  // the calls below install the clock if necessary, and end a fixed time. Throws Error{Usage} for a negative duration.
  void fast_forward(Milliseconds by, Milliseconds timeout = {}) const;
  // Goes ahead through all callbacks, each at its own time.
  void run_for(Milliseconds by, Milliseconds timeout = {}) const;
  // Jumps ahead to `time` and stands there, until `resume` or another call moves the clock. Throws Error{Usage} if the
  // clock has passed that time.
  void pause_at(const ClockTime& time, Milliseconds timeout = {}) const;
  // Runs on from the time at which the clock stands.
  void resume(Milliseconds timeout = {}) const;

 private:
  Context context_;
};

inline PageClock Context::clock() const {
  return PageClock(*this);
}

inline PageClock Page::clock() const {
  return PageClock(context());
}

}  // namespace casement
