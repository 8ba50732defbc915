#include "casement/base/file_system.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/system_message.h"
#include "casement/base/text.h"

namespace casement {

namespace fs = std::filesystem;

namespace {

fs::file_status status_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const bool is_missing = status.type() == fs::file_type::not_found;
  if (error && !is_missing) throw file_system_error("read", path, error);
  return status;
}

}  // namespace

Error file_system_error(std::string_view doing, const fs::path& path, const std::error_code& reason) {
  return {ErrorKind::Environment,
          fmt::format("cannot {} {}: {}", doing, to_valid_utf8(path.string()), system_message(reason))};
}

Error file_system_error(const fs::filesystem_error& error) {
  const fs::path& path = error.path1().empty() ? error.path2() : error.path1();
  return file_system_error("use", path.empty() ? "the file system" : path, error.code());
}

bool path_exists(const fs::path& path) {
  return fs::exists(status_of(path));
}
bool is_folder(const fs::path& path) {
  return fs::is_directory(status_of(path));
}
bool is_file(const fs::path& path) {
  return fs::is_regular_file(status_of(path));
}

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  if (error) throw file_system_error("find", path, error);
  return absolute;
}

fs::path temporary_folder() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (!error) return folder;
  throw Error(ErrorKind::Environment, "cannot use the folder for temporary files: " + system_message(error),
              {"set TMPDIR to a writable folder"});
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    entries.push_back(at->path());
  }
  if (error) throw file_system_error("read the folder", folder, error);
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace casement
