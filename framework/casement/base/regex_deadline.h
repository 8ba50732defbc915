// One search has an end of its own; thousands of them, one for each text of a page, may each be just within
// it. While a RegexDeadline lives, all searches of its thread have one end.
#pragma once

#include "casement/base/deadline.h"

namespace casement {

// A search that would begin later than this throws Error{Timeout}. Inside of another one the sooner counts.
class RegexDeadline {
 public:
  explicit RegexDeadline(Deadline deadline);
  ~RegexDeadline();
  RegexDeadline(const RegexDeadline&) = delete;
  RegexDeadline& operator=(const RegexDeadline&) = delete;

  // Of this thread, now.
  static Deadline current();

 private:
  Deadline outer_;
};

}  // namespace casement
