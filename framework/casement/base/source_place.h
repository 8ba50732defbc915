// Where something was authored: a flow's step, a key of site.yaml, a test. Data only; any thread.
#pragma once

#include <string>

namespace casement {

// Line and column count from 1, in characters; 0 means unknown.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourcePlace&) const = default;
};

}  // namespace casement
