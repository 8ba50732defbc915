// Lines of the files that were authored, so that a report can show what stood there. Keeps what it
// has read. Used on one thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::results {

class SourceLines {
 public:
  // "" where the place is unknown or the file cannot be read.
  const std::string& at(const SourcePlace& where);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace casement::results
