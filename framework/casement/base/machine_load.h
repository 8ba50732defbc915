// Measures how busy the machine was during a wait, as far as the kernel reports that, so that a timeout error can
// mention a lack of processor time.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/error.h"

namespace casement {

// Returns a longer default timeout on a busy machine: at least `usual`, and at most five times as long. A machine is
// busy if more than two programs per processor want to run: by the kernel's load average or by the number that are
// ready now, whichever is more. For defaults only: never extend a timeout that a person chose.
Milliseconds allow_for_load(Milliseconds usual);

class MachineLoad {
 public:
  // Begins to measure the calling thread.
  MachineLoad();

  // Returns text for people: "this thread waited 2.1 s of 5 s for a processor", "the load was 12.4 on 2 processors"; ""
  // if the machine was not busy. Call on the thread that made this object.
  std::string describe() const;
  // The same as a line of an error's trail, together with `more`; empty if both texts are empty.
  std::vector<std::string> lines(const std::string& more = "") const;

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  // How long the thread has been ready without running (second number of schedstat); empty if the kernel does not count
  // this time.
  std::optional<std::chrono::nanoseconds> waited_before_;
};

// Adds the lines about the load to a timeout error that has none. Returns every other error unchanged.
Error with_load(const Error& error, const std::vector<std::string>& lines);

}  // namespace casement
