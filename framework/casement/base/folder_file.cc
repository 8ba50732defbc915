#include "casement/base/folder_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "casement/base/file_text.h"

namespace casement {
namespace {

std::error_code folder_file_error() {
  return {errno, std::generic_category()};
}

std::error_code write_new(int folder, const std::string& name, std::string_view bytes, unsigned mode) {
  // O_EXCL does not follow a link in the last component (open(2)).
  UniqueFd file(::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!file) return folder_file_error();
  const std::error_code failed = write_and_close(std::move(file), bytes);
  if (failed) ::unlinkat(folder, name.c_str(), 0);
  return failed;
}

}  // namespace

std::error_code write_file_in_folder(const std::string& folder, const std::string& name, std::string_view bytes,
                                     Replace replace, unsigned mode) {
  namespace fs = std::filesystem;
  const fs::path path(name);
  const std::string last = path.filename().string();
  if (path.is_absolute() || last.empty() || last == "." || last == "..") {
    return std::make_error_code(std::errc::invalid_argument);
  }
  UniqueFd at(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at) return folder_file_error();
  for (const fs::path& part : path.parent_path()) {
    if (part == "..") return std::make_error_code(std::errc::invalid_argument);
    UniqueFd next(::openat(at.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next) return folder_file_error();
    at = std::move(next);
  }
  if (replace == Replace::No) return write_new(at.get(), last, bytes, mode);
  struct stat is{};
  if (::fstatat(at.get(), last.c_str(), &is, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(is.st_mode)) {
    return std::make_error_code(std::errc::is_a_directory);
  }
  const std::string made = fmt::format(".{}.{}", last, ::getpid());
  ::unlinkat(at.get(), made.c_str(), 0);  // left over from a killed process with the same id
  if (const std::error_code failed = write_new(at.get(), made, bytes, mode)) return failed;
  if (::renameat(at.get(), made.c_str(), at.get(), last.c_str()) == 0) return {};
  const std::error_code failed = folder_file_error();
  ::unlinkat(at.get(), made.c_str(), 0);
  return failed;
}

}  // namespace casement
