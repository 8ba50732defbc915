#include "casement/process/stderr_tail.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/system_message.h"

namespace casement {
namespace {}  // namespace

StderrTail::StderrTail(std::function<void(std::string_view)> heard)
    : heard_(std::move(heard)), stop_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  int ends[2];
  if (!stop_event_ || ::pipe2(ends, O_CLOEXEC) != 0) {
    throw Error(ErrorKind::Environment, "cannot make a pipe for a program's messages: " + system_message(errno));
  }
  read_end_ = UniqueFd(ends[0]);
  write_end_ = UniqueFd(ends[1]);
  ::fcntl(read_end_.get(), F_SETFL, O_NONBLOCK);
  thread_ = std::thread([this] { run(); });
}

void StderrTail::finish() {
  const std::lock_guard lock(finishing_);
  if (!thread_.joinable()) return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(stop_event_.get(), &one, sizeof one);
  thread_.join();
}

std::string StderrTail::text() const {
  const std::lock_guard lock(mutex_);
  return text_.size() <= kKept ? text_ : text_.substr(text_.size() - kKept);
}

void StderrTail::run() {
  for (;;) {
    pollfd waits[] = {{read_end_.get(), POLLIN, 0}, {stop_event_.get(), POLLIN, 0}};
    if (::poll(waits, 2, -1) < 0) continue;  // EINTR
    const bool stopped = waits[1].revents != 0;
    bool more = true;
    while (more) more = read_some();
    const bool ended = (waits[0].revents & POLLHUP) != 0;
    if (stopped || ended) break;
  }
  if (heard_) heard_("");
}

bool StderrTail::read_some() {
  std::array<char, kLongestPiece> bytes;
  const ssize_t count = ::read(read_end_.get(), bytes.data(), bytes.size());
  if (count <= 0) return count < 0 && errno == EINTR;
  const std::string_view piece(bytes.data(), static_cast<std::size_t>(count));
  {
    const std::lock_guard lock(mutex_);
    text_.append(piece);
    if (text_.size() > 2 * kKept) text_.erase(0, text_.size() - kKept);
  }
  if (heard_) heard_(piece);
  return true;
}

}  // namespace casement
