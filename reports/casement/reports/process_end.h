// Describes how a program ended, as far as another process can know it.
#pragma once

#include <optional>
#include <string>

namespace casement::reports {

struct ProcessEnd {
  int signal = 0;             // that ended the program; 0 for none
  std::optional<int> status;  // its exit code
  bool called_exit = false;   // `exit`, not `_exit`; known if the program itself noted the call
};

// Returns words such as "was ended by SIGSEGV (Segmentation fault)" or "ended with exit code 7", to follow the name of
// the program.
std::string describe(const ProcessEnd& end);

}  // namespace casement::reports
