// Reads lines of source files, so that a report can show them. Caches the files. Used on one thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::results {

class SourceLines {
 public:
  // Returns "" if the place is unknown or the file cannot be read.
  const std::string& at(const SourcePlace& where);
  // Returns all lines of the file; none if it cannot be read.
  const std::vector<std::string>& of(const std::string& file);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace casement::results
