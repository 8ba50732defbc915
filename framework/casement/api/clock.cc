#include "casement/api/clock.h"

#include "casement/api/engine.h"
#include "casement/api/time_limit.h"
#include "casement/clock/context_clock.h"

namespace casement {
namespace {

Deadline deadline_for(Milliseconds timeout) {
  return deadline_of(timeout, kUsualTimeOfContext);
}

}  // namespace

void PageClock::install(const std::optional<ClockTime>& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().install(time, deadline_for(timeout));
}

void PageClock::set_fixed_time(const ClockTime& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().set_fixed_time(time, deadline_for(timeout));
}

void PageClock::set_system_time(const ClockTime& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().set_system_time(time, deadline_for(timeout));
}

void PageClock::fast_forward(Milliseconds by, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().fast_forward(by, deadline_for(timeout));
}

void PageClock::run_for(Milliseconds by, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().run_for(by, deadline_for(timeout));
}

void PageClock::pause_at(const ClockTime& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().pause_at(time, deadline_for(timeout));
}

void PageClock::resume(Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().resume(deadline_for(timeout));
}

}  // namespace casement
