// A free port of this machine for a program that must be told its port.
#pragma once

#include "casement/base/unique_fd.h"

namespace casement {

class ClaimedPort {
 public:
  // QtWebEngine does not accept port 0, so this chooses a free port. QtWebEngine opens the port only later. Until then
  // an abstract socket address, which ends with this process, reserves the port against other tests' applications.
  // Throws Error{Environment} if no socket can be made.
  ClaimedPort();
  int number() const { return number_; }

 private:
  bool claim();

  int number_ = 0;
  UniqueFd claim_;
};

}  // namespace casement
