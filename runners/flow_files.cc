#include "casement/runners/flow_files.h"

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "casement/base/error.h"

namespace casement::runners {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> matches_of(const std::string& pattern) {
  glob_t found{};
  const int result = ::glob(pattern.c_str(), 0, nullptr, &found);
  std::vector<std::string> paths;
  for (std::size_t i = 0; result == 0 && i < found.gl_pathc; ++i) paths.push_back(found.gl_pathv[i]);
  ::globfree(&found);
  if (paths.empty()) throw Error(ErrorKind::Usage, "nothing matches " + pattern);
  return paths;
}

std::vector<std::string> flows_below(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> found;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().string().ends_with(".flow.yaml")) found.push_back(at->path().string());
  }
  if (error) throw Error(ErrorKind::Usage, "cannot read " + folder + ": " + error.message());
  if (found.empty()) throw Error(ErrorKind::Usage, "no *.flow.yaml below " + folder);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<std::string> find_flow_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::set<std::string> known;
  const auto add = [&](const std::string& file) {
    if (known.insert(fs::path(file).lexically_normal()).second) files.push_back(file);
  };
  for (const std::string& path : paths) {
    std::error_code error;
    const bool exists = fs::exists(path, error);
    if (!exists && path.find_first_of("*?[") == std::string::npos) {
      throw Error(ErrorKind::Usage, "there is no flow " + path);
    }
    for (const std::string& one : exists ? std::vector{path} : matches_of(path)) {
      if (!fs::is_directory(one, error)) {
        add(one);
        continue;
      }
      for (const std::string& file : flows_below(one)) add(file);
    }
  }
  return files;
}

}  // namespace casement::runners
