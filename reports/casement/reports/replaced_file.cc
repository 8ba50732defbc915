#include "casement/reports/replaced_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "casement/base/file_text.h"
#include "casement/base/private_file.h"
#include "casement/base/system_message.h"
#include "casement/base/unique_fd.h"

namespace casement::reports {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& path, const std::error_code& reason) {
  return {ErrorKind::Environment, fmt::format("cannot write the report {}: {}", path.string(), system_message(reason))};
}

void make_report_folder(const fs::path& folder) {
  if (const std::error_code error = make_private_folders(folder.string())) throw cannot_write(folder, error);
}

void replace_file(const fs::path& path, std::string_view bytes) {
  const fs::path partial = path.parent_path() / fmt::format(".{}.{}.partial", path.filename().string(), ::getpid());
  std::error_code error;
  fs::remove(partial, error);  // of a killed run whose process had the same number
  UniqueFd file(::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  error = file ? write_and_close(std::move(file), bytes) : std::error_code(errno, std::generic_category());
  if (!error) fs::rename(partial, path, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove(partial, ignored);
  throw cannot_write(path, error);
}

}  // namespace casement::reports
