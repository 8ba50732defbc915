#include "casement/transport/pipe.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/system_message.h"

namespace casement {
namespace {

constexpr std::size_t kReadSize = 256 * 1024;

void make_non_blocking(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

}  // namespace

PipeTransport::PipeTransport(UniqueFd read_end, UniqueFd write_end, PipeOptions options)
    : options_(options),
      read_end_(std::move(read_end)),
      write_end_(std::move(write_end)),
      wake_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      read_(std::make_unique_for_overwrite<char[]>(kReadSize)) {
  if (!wake_event_) {
    throw Error(ErrorKind::Environment, "cannot make an eventfd: " + system_message(errno));
  }
  make_non_blocking(read_end_.get());
  make_non_blocking(write_end_.get());
}

void PipeTransport::send(std::string_view message) {
  const std::size_t unfinished = unfinished_.size();
  std::string framed = std::exchange(unfinished_, {});
  framed += message;
  framed += '\0';
  const Deadline deadline = Deadline::in(options_.send_timeout);
  std::size_t sent = 0;
  while (sent < framed.size()) {
    const ssize_t count = ::send(write_end_.get(), framed.data() + sent, framed.size() - sent, MSG_NOSIGNAL);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK) {
      // What the browser wrote before it closed the pipe can still be received.
      while (close_reason_.empty() && read_available()) continue;
      if (close_reason_.empty()) close_reason_ = "the browser closed its debugging pipe";
      throw Error(ErrorKind::ConnectionLost, close_reason_);
    }
    if (deadline.expired()) {
      // A message that has begun must be finished before the next one; a message that has not begun is dropped.
      if (sent < unfinished) framed.resize(unfinished);
      if (sent != unfinished) unfinished_ = framed.substr(sent);
      throw Error(ErrorKind::Timeout, "the browser has read nothing from its debugging pipe for " +
                                          describe_duration(options_.send_timeout));
    }
    // Poll both directions, because a browser that is stuck in a write may not read either.
    pollfd waits[] = {{write_end_.get(), POLLOUT, 0}, {read_end_.get(), POLLIN, 0}};
    ::poll(waits, close_reason_.empty() ? 2 : 1, deadline.poll_timeout());
    if (waits[1].revents != 0) read_available();
  }
}

Transport::Received PipeTransport::receive(std::string& out, Deadline deadline) {
  for (;;) {
    if (!messages_.empty()) {
      out = std::move(messages_.front());
      messages_.pop_front();
      return Received::Message;
    }
    if (!close_reason_.empty()) return Received::Closed;
    pollfd waits[] = {{read_end_.get(), POLLIN, 0}, {wake_event_.get(), POLLIN, 0}};
    const int ready = ::poll(waits, 2, deadline.poll_timeout());
    if (ready == 0) return Received::Nothing;
    if (ready < 0) continue;  // EINTR
    if (waits[0].revents != 0) {
      read_available();
      if (!messages_.empty() || !close_reason_.empty()) continue;
      // Bytes in the middle of a message, which may never end.
      if (deadline.expired()) return Received::Nothing;
    }
    if (waits[1].revents == 0) continue;
    std::uint64_t count = 0;
    if (::read(wake_event_.get(), &count, sizeof count) > 0) return Received::Woken;
  }
}

bool PipeTransport::has_more() const {
  if (!messages_.empty()) return true;
  pollfd wait{read_end_.get(), POLLIN, 0};
  return close_reason_.empty() && ::poll(&wait, 1, 0) > 0;
}

void PipeTransport::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_event_.get(), &one, sizeof one);
}

bool PipeTransport::read_available() {
  const ssize_t count = ::recv(read_end_.get(), read_.get(), kReadSize, 0);
  const int error = errno;
  if (count > 0) {
    const std::size_t before = partial_.size();
    partial_.append(read_.get(), static_cast<std::size_t>(count));
    split_messages(before);
  } else if (count == 0) {
    close_reason_ = "the browser closed its debugging pipe";
  } else if (error != EAGAIN && error != EWOULDBLOCK && error != EINTR) {
    close_reason_ = "the browser's debugging pipe failed: " + system_message(error);
  }
  return count > 0;
}

void PipeTransport::split_messages(std::size_t searched) {
  std::size_t begin = 0;
  std::size_t end = partial_.find('\0', searched);
  while (end != std::string::npos) {
    // Merge empty messages in a row into one, so that endless NUL bytes cannot fill the queue.
    const bool is_another_zero = end == begin && !messages_.empty() && messages_.back().empty();
    if (!is_another_zero) messages_.push_back(partial_.substr(begin, end - begin));
    begin = end + 1;
    end = partial_.find('\0', begin);
  }
  if (begin > 0) partial_.erase(0, begin);
  if (partial_.size() > options_.longest_message && close_reason_.empty()) {
    close_reason_ = "the browser sent a message of more than " + std::to_string(options_.longest_message) + " bytes";
    partial_ = {};
  }
}

}  // namespace casement
