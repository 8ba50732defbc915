// A point in time by which something must have ended; a value that is passed down.
#pragma once

#include <chrono>
#include <string>

namespace casement {

using Milliseconds = std::chrono::milliseconds;

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  // A deadline `timeout` from now; a negative timeout has passed already.
  static Deadline in(Clock::duration timeout) { return Deadline(Clock::now() + timeout); }
  // For a default time: `usual` from now, and up to five times as long on a busy machine (allow_for_load).
  static Deadline patient(Milliseconds usual);
  static Deadline at(Clock::time_point when) { return Deadline(when); }
  static Deadline never() { return Deadline(Clock::time_point::max()); }

  bool expired() const { return when_ != Clock::time_point::max() && Clock::now() >= when_; }  // it has passed
  bool is_never() const { return when_ == Clock::time_point::max(); }                          // it does not come
  // What is left, never negative; rounded up, so that waiting for it does not spin.
  Milliseconds remaining() const;
  // `remaining` in the form that poll(2) takes: ms, or -1 for never.
  int poll_timeout() const;
  // The sooner of this deadline and one `timeout` from now.
  Deadline at_most(Clock::duration timeout) const { return sooner(in(timeout)); }
  // The same with a default time, which is longer on a busy machine.
  Deadline at_most_patient(Milliseconds usual) const { return sooner(patient(usual)); }
  Deadline sooner(Deadline other) const { return when_ < other.when_ ? *this : other; }
  Clock::time_point when() const { return when_; }

 private:
  explicit Deadline(Clock::time_point when) : when_(when) {}
  Clock::time_point when_;
};

// How long ago that was.
inline double milliseconds_since(Deadline::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Deadline::Clock::now() - start).count();
}

// A duration as people say it: "250 ms", "2 s", "1.5 s".
std::string describe_duration(Deadline::Clock::duration duration);

}  // namespace casement
