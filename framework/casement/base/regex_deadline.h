// Limits the total time of many regular expression searches, such as a search in each text of a page. Each search has
// its own limit of steps, but thousands of searches just below that limit would take too long.
#pragma once

#include "casement/base/deadline.h"

namespace casement {

// While a RegexDeadline exists, a search on its thread which would begin after the deadline throws Error{Timeout}. If
// RegexDeadlines are nested, the earliest counts.
class RegexDeadline {
 public:
  explicit RegexDeadline(Deadline deadline);
  ~RegexDeadline();
  RegexDeadline(const RegexDeadline&) = delete;
  RegexDeadline& operator=(const RegexDeadline&) = delete;

  // The deadline of this thread at this moment.
  static Deadline current();

 private:
  Deadline outer_;
};

}  // namespace casement
