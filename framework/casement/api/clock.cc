#include "casement/api/clock.h"

#include "casement/api/engine.h"
#include "casement/api/time_limit.h"
#include "casement/clock/context_clock.h"

namespace casement {
void PageClock::install(const std::optional<ClockTime>& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().install(time, context_deadline(timeout));
}

void PageClock::set_fixed_time(const ClockTime& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().set_fixed_time(time, context_deadline(timeout));
}

void PageClock::set_system_time(const ClockTime& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().set_system_time(time, context_deadline(timeout));
}

void PageClock::fast_forward(Milliseconds by, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().fast_forward(by, context_deadline(timeout));
}

void PageClock::run_for(Milliseconds by, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().run_for(by, context_deadline(timeout));
}

void PageClock::pause_at(const ClockTime& time, Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().pause_at(time, context_deadline(timeout));
}

void PageClock::resume(Milliseconds timeout) const {
  engine_of(context_).extension<ContextClock>().resume(context_deadline(timeout));
}

}  // namespace casement
