// Estimates by how much the clock of a browser on another machine is ahead, from answers that contain its time. For one
// thread.
#pragma once

#include <algorithm>
#include <limits>

namespace casement {

class ClockOffset {
 public:
  // Adds an answer. The browser read its clock after `sent` and before `received`, which are times of this machine. All
  // times are in milliseconds since the epoch; `browser` is a whole number, rounded down.
  void add(double sent, double browser, double received) {
    least_ = std::max(least_, browser - received);
    most_ = std::min(most_, browser + 1 - sent);
  }

  // Milliseconds to subtract from times of the browser. 0 if the clocks may be equal, if there was no answer, or if the
  // answers contradict each other because a clock was set.
  double milliseconds() const {
    const bool may_be_equal = least_ <= 0 && most_ >= 0;
    return may_be_equal || least_ > most_ ? 0 : (least_ + most_) / 2;
  }

 private:
  double least_ = -std::numeric_limits<double>::infinity();
  double most_ = std::numeric_limits<double>::infinity();
};

}  // namespace casement
