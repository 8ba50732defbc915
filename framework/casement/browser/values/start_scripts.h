// Scripts of a test that run in the world of the page's own scripts, before the first of these: in each document that
// begins, and if wanted in each worker.
#pragma once

#include <string>
#include <vector>

namespace casement {

struct StartScript {
  std::string name;  // a later script of the same name replaces this one
  std::string source;
  bool in_workers = false;  // where `window` and `document` are missing
};

using StartScripts = std::vector<StartScript>;  // in the order in which they run

}  // namespace casement
