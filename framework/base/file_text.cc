#include "casement/base/file_text.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "casement/base/unique_fd.h"

namespace casement {

std::optional<std::string> read_whole_file(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::string text;
  std::array<char, 64 * 1024> bytes;
  for (;;) {
    const ssize_t count = ::read(file.get(), bytes.data(), bytes.size());
    if (count == 0) return text;
    if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    else if (errno != EINTR) return std::nullopt;
  }
}

}  // namespace casement
