#include "casement/base/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "casement/base/file_text.h"

namespace casement {
namespace {

std::error_code last_error() {
  return {errno, std::generic_category()};
}

}  // namespace

std::error_code write_private_file(const std::string& path, std::string_view bytes) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!file) return last_error();
  struct stat is{};
  // The mode of a terminal, a pipe or /dev/null is left alone. `fchmod` fails for a writable file of another user,
  // which is fine.
  if (::fstat(file.get(), &is) == 0 && S_ISREG(is.st_mode) && (is.st_mode & 07777) != 0600) ::fchmod(file.get(), 0600);
  return write_and_close(std::move(file), bytes);
}

std::error_code make_private_folders(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path made;
  for (const fs::path& part : fs::path(path)) {
    made /= part;
    if (part.empty() || ::mkdir(made.c_str(), 0700) == 0 || errno == EEXIST) continue;
    const std::error_code failed = last_error();
    if (!fs::is_directory(made, error)) return failed;  // a read-only root reports another error than EEXIST
  }
  if (!fs::is_directory(path.empty() ? fs::path(".") : fs::path(path), error))
    return error ? error : std::make_error_code(std::errc::not_a_directory);
  return {};
}

}  // namespace casement
