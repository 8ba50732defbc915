// The files of an exported trace and its clock. For this room's own sources.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/zip_file.h"

namespace casement::reports {

struct ExportClock {
  double began = 0;  // of the case, in milliseconds since the epoch; 0 if unknown

  // The clock begins 1 ms before the case, because Playwright takes a time of 0 for no time.
  double at(double wall) const { return wall <= 0 ? 1 : std::max(1.0, wall - began + 1); }
};

// Stores equal contents once.
class ExportFiles {
 public:
  // Returns the name of the file.
  std::string add(std::string content, const std::string& type);
  // A source file, as the viewer looks for it: by the hash of its path.
  void add_source(std::string_view path, std::string content);
  void move_to(std::vector<ZippedFile>& files);

 private:
  std::map<std::string, std::string> files_;  // by name
};

}  // namespace casement::reports
