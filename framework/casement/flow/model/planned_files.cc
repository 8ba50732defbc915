#include "casement/flow/model/planned_files.h"

#include <filesystem>
#include <system_error>

namespace casement {
namespace {

std::string normal_name(const std::string& name) {
  return std::filesystem::path(name).lexically_normal().string();
}

// A flow may read a folder into which a step writes.
bool is_in_folder(const std::string& name, const std::string& folder) {
  return name.size() > folder.size() && name.starts_with(folder) &&
         (folder.ends_with('/') || name[folder.size()] == '/');
}

}  // namespace

bool PlannedFiles::may_write(const std::string& name, const std::string& path) const {
  if (writes_unknown) return true;
  std::error_code failed;
  const std::string whole_path = std::filesystem::absolute(path, failed).string();
  for (const std::string& normal : {normal_name(name), normal_name(whole_path)}) {
    for (auto one = written.lower_bound(normal); one != written.end() && one->starts_with(normal); ++one) {
      if (*one == normal || is_in_folder(*one, normal)) return true;
    }
  }
  return false;
}

void PlannedFiles::add_written(const std::string& name) {
  written.insert(normal_name(name));
}

void PlannedFiles::add_written(const PlannedFiles& other) {
  written.insert(other.written.begin(), other.written.end());
  writes_unknown = writes_unknown || other.writes_unknown;
}

void PlannedFiles::add(const PlannedFiles& other) {
  add_written(other);
  missing.insert(missing.end(), other.missing.begin(), other.missing.end());
}

void PlannedFiles::forgive_roles() {
  std::erase_if(missing, [this](const Missing& one) { return !one.user.empty() && may_write(one); });
}

}  // namespace casement
