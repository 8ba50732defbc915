#include "casement/runners/flow_files.h"

#include <algorithm>
#include <filesystem>

#include "casement/base/error.h"

namespace casement::runners {

namespace fs = std::filesystem;

std::vector<std::string> find_flow_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (!fs::exists(path, error)) throw Error(ErrorKind::Usage, "there is no flow " + path);
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
         at.increment(error)) {
      if (at->path().string().ends_with(".flow.yaml")) found.push_back(at->path().string());
    }
    if (error) throw Error(ErrorKind::Usage, "cannot read " + path + ": " + error.message());
    if (found.empty()) throw Error(ErrorKind::Usage, "no *.flow.yaml below " + path);
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace casement::runners
