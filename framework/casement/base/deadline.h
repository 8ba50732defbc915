// A point in time by which an operation must end; a value that callers pass down.
#pragma once

#include <string>

#include "casement/base/duration.h"

namespace casement {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  // A deadline `timeout` from now. A deadline with a negative timeout has already expired.
  static Deadline in(Clock::duration timeout) { return Deadline(Clock::now() + timeout); }
  // A deadline for a default timeout: `usual` from now, and up to five times as long on a busy machine
  // (allow_for_load).
  static Deadline patient(Milliseconds usual);
  static Deadline at(Clock::time_point when) { return Deadline(when); }
  static Deadline never() { return Deadline(Clock::time_point::max()); }

  bool expired() const { return when_ != Clock::time_point::max() && Clock::now() >= when_; }  // whether it has passed
  bool is_never() const { return when_ == Clock::time_point::max(); }                          // it never expires
  // The time that is left, never negative. Rounded up, so that a wait of this length does not spin.
  Milliseconds remaining() const;
  // `remaining` as an argument of poll(2): milliseconds, or -1 for a deadline that never expires.
  int poll_timeout() const;
  // The earlier of this deadline and `timeout` from now.
  Deadline at_most(Clock::duration timeout) const { return sooner(in(timeout)); }
  // Like `at_most`, for a default timeout, which is longer on a busy machine.
  Deadline at_most_patient(Milliseconds usual) const { return sooner(patient(usual)); }
  Deadline sooner(Deadline other) const { return when_ < other.when_ ? *this : other; }
  Clock::time_point when() const { return when_; }

 private:
  explicit Deadline(Clock::time_point when) : when_(when) {}
  Clock::time_point when_;
};

// Milliseconds since `start`.
inline double milliseconds_since(Deadline::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Deadline::Clock::now() - start).count();
}

// A duration for people: "250 ms", "2 s", "1.5 s".
std::string describe_duration(Deadline::Clock::duration duration);

}  // namespace casement
