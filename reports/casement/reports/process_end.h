// How a program ended, as far as another process can know it, and the words for it.
#pragma once

#include <optional>
#include <string>

namespace casement::reports {

struct ProcessEnd {
  int signal = 0;             // that ended it; 0 for none
  std::optional<int> status;  // its exit code
  bool called_exit = false;   // `exit`, not `_exit`; known where the program itself noted it
};

// "was ended by SIGSEGV (Segmentation fault)", "ended with exit code 7", …; goes between a name
// and what follows.
std::string describe(const ProcessEnd& end);

}  // namespace casement::reports
