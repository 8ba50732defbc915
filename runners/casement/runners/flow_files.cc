#include "casement/runners/flow_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/runfiles.h"

namespace casement::runners {

namespace fs = std::filesystem;

namespace {

constexpr const char* kWildcards = "*?[";

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  const fs::path place = folder.empty() ? "." : folder;
  if (!is_folder(place)) return names;
  for (const fs::path& entry : entries_of(place)) names.push_back(entry.filename().string());
  return names;
}

// Finds the matches of `parts` below `base`; ** matches any number of folders, as in bash's globstar.
void expand(const fs::path& base, std::span<const std::string> parts, std::set<std::string>& found) {
  std::error_code error;
  if (parts.empty()) {
    found.insert(base.string());
    return;
  }
  const std::string& part = parts.front();
  const auto rest = parts.subspan(1);
  if (part == "**") {
    expand(base, rest, found);
    for (const std::string& name : names_in(base)) {
      const fs::path inner = base / name;
      // Skips links, because a link may lead back up.
      const bool is_entered = !name.starts_with('.') && fs::is_directory(inner, error) && !fs::is_symlink(inner, error);
      if (is_entered) expand(inner, parts, found);
    }
  } else if (part.find_first_of(kWildcards) == std::string::npos) {
    if (path_exists(base / part)) expand(base / part, rest, found);
  } else {
    for (const std::string& name : names_in(base)) {
      if (::fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0) expand(base / name, rest, found);
    }
  }
}

std::vector<std::string> matches_of(const std::string& pattern) {
  const fs::path path(pattern);
  std::vector<std::string> parts;
  for (const fs::path& part : path.relative_path()) {
    const bool again = part == "**" && !parts.empty() && parts.back() == "**";
    if (!part.empty() && !again) parts.push_back(part.string());
  }
  if (!parts.empty() && parts.back() == "**") parts.push_back("*.flow.yaml");
  std::set<std::string> found;
  expand(path.root_path(), parts, found);
  if (found.empty()) throw Error(ErrorKind::Usage, "no file matches " + pattern);
  return {found.begin(), found.end()};
}

std::vector<std::string> flows_below(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> found;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().string().ends_with(".flow.yaml")) found.push_back(at->path().string());
  }
  if (error) throw file_system_error("read the folder", folder, error);
  if (found.empty()) throw Error(ErrorKind::Usage, "no *.flow.yaml file in " + folder);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<std::string> find_flow_files(const std::vector<std::string>& named) {
  std::error_code none;
  const std::vector<std::string> paths =
      !named.empty() ? named : std::vector<std::string>{fs::is_directory("flows", none) ? "flows" : "."};
  std::vector<std::string> files;
  std::set<std::string> known;
  // Normalises paths, so that reports name a flow the same way however it was found.
  const auto add = [&](const std::string& file) {
    const std::string normal = fs::path(file).lexically_normal();
    if (known.insert(normal).second) files.push_back(normal);
  };
  for (const std::string& path : paths) {
    const std::optional<std::string> runfile = path_exists(path) ? path : runfiles().find(path);
    if (!runfile && path.find_first_of(kWildcards) == std::string::npos) {
      throw Error(ErrorKind::Usage, "there is no flow " + path);
    }
    for (const std::string& one : runfile ? std::vector{*runfile} : matches_of(path)) {
      if (!is_folder(one)) {
        add(one);
        continue;
      }
      for (const std::string& file : flows_below(one)) add(file);
    }
  }
  return files;
}

}  // namespace casement::runners
