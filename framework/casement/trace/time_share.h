// Limits what copies of pages may cost: a fixed time, and a share of the time that has passed. For one thread.
#pragma once

#include "casement/base/deadline.h"

namespace casement {

class TimeShare {
 public:
  explicit TimeShare(double share) : share_(share) {}

  // The time that the next copy may take; 0 for none. After a copy that took too long, returns 0 until twice its limit
  // is allowed, so that hopeless copies stay rare.
  Milliseconds allowed() const {
    const double allowed = kFirst + share_ * milliseconds_since(began_) - spent_;
    return Milliseconds(allowed < needed_ ? 0 : static_cast<long>(allowed));
  }
  void spend(double milliseconds, bool took_too_long) {
    spent_ += milliseconds;
    needed_ = took_too_long ? 2 * milliseconds : kLeast;
  }

 private:
  // In milliseconds. A first copy is whole, and scripts of a new document are not compiled yet.
  static constexpr double kFirst = 300;
  static constexpr double kLeast = 1;

  double share_;
  Deadline::Clock::time_point began_ = Deadline::Clock::now();
  double spent_ = 0;        // milliseconds
  double needed_ = kLeast;  // milliseconds, of the next copy
};

}  // namespace casement
