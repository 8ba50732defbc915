#include "casement/base/file_text.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace casement {

std::optional<std::string> read_start_of_file(const std::string& path, std::size_t most) {
  // Without O_NONBLOCK, open would block on a pipe until a writer opens the pipe.
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return std::nullopt;
  std::string text;
  std::array<char, 64 * 1024> bytes;
  while (text.size() < most) {
    const ssize_t count = ::read(file.get(), bytes.data(), std::min(bytes.size(), most - text.size()));
    if (count == 0) return text;
    if (count > 0)
      text.append(bytes.data(), static_cast<std::size_t>(count));
    else if (errno == EAGAIN)
      ::fcntl(file.get(), F_SETFL, O_RDONLY);  // the pipe has a writer, so wait for data
    else if (errno != EINTR)
      return std::nullopt;
  }
  return text;
}

std::optional<std::string> read_whole_file(const std::string& path, std::size_t at_most) {
  std::optional<std::string> text = read_start_of_file(path, at_most + 1);
  if (!text || text->size() <= at_most) return text;
  errno = EFBIG;
  return std::nullopt;
}

std::error_code write_and_close(UniqueFd file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return {errno, std::generic_category()};
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  // Some file systems report a full disk only here.
  return ::close(file.release()) == 0 ? std::error_code() : std::error_code(errno, std::generic_category());
}

std::error_code write_whole_file(const std::string& path, std::string_view bytes) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) return {errno, std::generic_category()};
  return write_and_close(std::move(file), bytes);
}

}  // namespace casement
