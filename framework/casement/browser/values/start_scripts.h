// Scripts of a test that run in the world of the page's own scripts, before the first of these: in each document that
// begins, and if wanted in each worker.
#pragma once

#include <string>
#include <vector>

namespace casement {

struct StartScript {  // one of them
  std::string name;   // a later script of the same name replaces this one
  std::string source;
  bool in_workers = false;   // where `window` and `document` are missing
  std::string binding = {};  // of Chrome's Runtime.addBinding, which the script uses; "" for none
};

// The binding of exposed functions (js/exposed_functions.js).
inline constexpr const char* kFunctionBinding = "casementCall";

using StartScripts = std::vector<StartScript>;  // in the order in which they run

// The text of a file. Throws Error{Environment} if the file cannot be read, and Error{Usage} if it is not UTF-8.
std::string read_script(const std::string& file);

}  // namespace casement
