// The place in a file where something was written: a step of a flow, a key of site.yaml, a test. Data only; any thread.
#pragma once

#include <string>

namespace casement {

// Line and column are numbered from 1, the column in characters; 0 means unknown.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourcePlace&) const = default;
};

}  // namespace casement
