// How busy the machine was while something was waited for, as far as the kernel tells: so that a wait
// that ran out of time can say whether there was time at all.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/error.h"

namespace casement {

// A default time, as long as it usually is, and up to five times as long where more programs want to run
// than there are processors (the kernel's load average, or those ready at this moment, whichever is
// more): everything takes that much longer there. For defaults only: a time that a person gave is kept.
Milliseconds allow_for_load(Milliseconds usual);

class MachineLoad {
 public:
  // Begins to measure, for the calling thread.
  MachineLoad();

  // What people are told: "this thread waited 2.1 s of 5 s for a processor", "the load was 12.4 on 2
  // processors"; "" where the machine had time. On the thread that made it.
  std::string describe() const;
  // The same as a line of an error's trail, with what else is known; none where there is nothing to tell.
  std::vector<std::string> lines(const std::string& more = "") const;

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  // How long the thread was ready to run and did not (schedstat, the second number); none where the
  // kernel does not count it.
  std::optional<std::chrono::nanoseconds> waited_before_;
};

// The error with the lines about the load, where it is a timeout that has none; others as they are.
Error with_load(const Error& error, const std::vector<std::string>& lines);

}  // namespace casement
