// The deadline of a public call that takes one optional `timeout`.
#pragma once

#include <chrono>

#include "casement/base/deadline.h"
#include "casement/base/error.h"

namespace casement {

inline constexpr std::chrono::seconds kUsualTimeOfContext{10};

// `timeout` from now, or `usual` if it is 0, which is longer on a busy machine. Throws Error{Usage} if it is negative.
inline Deadline deadline_of(Milliseconds timeout, Milliseconds usual) {
  if (timeout.count() < 0) throw Error(ErrorKind::Usage, "a timeout must not be negative");
  return timeout.count() == 0 ? Deadline::patient(usual) : Deadline::in(timeout);
}

// The deadline of a call of a context.
inline Deadline context_deadline(Milliseconds timeout) {
  return deadline_of(timeout, kUsualTimeOfContext);
}

}  // namespace casement
