#include "casement/http/pending_reply.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/system_message.h"

namespace casement::http {

WakeUp::WakeUp() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!event_) throw Error(ErrorKind::Environment, "cannot make an eventfd: " + system_message(errno));
}

void WakeUp::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(event_.get(), &one, sizeof one);
}

void WakeUp::wait_over() const {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = ::read(event_.get(), &count, sizeof count);
}

void PendingReply::put(std::string_view bytes) {
  if (gone_ || too_much_) return;
  if (unread_ + bytes.size() > max_unread_) {
    too_much_ = true;
    std::string().swap(bytes_);
  } else {
    unread_ += bytes.size();
    bytes_ += bytes;
  }
  wake_->wake();
}

void PendingReply::send(int status, HttpHeaders headers, std::string body) {
  ServedAnswer answer;
  answer.status = status;
  answer.headers = std::move(headers);
  answer.body = std::move(body);
  const std::lock_guard lock(mutex_);
  if (begun_) return;
  begun_ = ended_ = true;
  std::string bytes = format_head(answer, after_);
  if (!head_only_ && status_has_body(status)) bytes += answer.body;
  put(bytes);
}

void PendingReply::begin(int status, HttpHeaders headers) {
  const std::lock_guard lock(mutex_);
  if (begun_) return;
  begun_ = true;
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", status, reason_of(status));
  for (const auto& [name, value] : headers) head.append(name).append(": ").append(value).append("\r\n");
  // Without chunks, the end of the connection ends the response (RFC 9112 section 6.3).
  head += after_ == Connection::Close ? "Connection: close\r\n\r\n" : "Transfer-Encoding: chunked\r\n\r\n";
  put(head);
}

void PendingReply::write(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  if (!begun_ || ended_ || head_only_ || bytes.empty()) return;  // an empty chunk would end the response
  if (after_ == Connection::Close) return put(bytes);
  put(fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes));
}

void PendingReply::end() {
  const std::lock_guard lock(mutex_);
  if (!begun_ || ended_) return;
  ended_ = true;
  if (after_ == Connection::KeepAlive && !head_only_) put("0\r\n\r\n");
  wake_->wake();
}

void PendingReply::on_gone(std::function<void()> callback) {
  {
    const std::lock_guard lock(mutex_);
    if (!gone_) {
      when_gone_ = std::move(callback);
      return;
    }
  }
  callback();
}

std::string PendingReply::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(bytes_, {});
}

bool PendingReply::has_bytes() const {
  const std::lock_guard lock(mutex_);
  return !bytes_.empty();
}

bool PendingReply::over() const {
  const std::lock_guard lock(mutex_);
  return ended_ && bytes_.empty();
}

bool PendingReply::too_much() const {
  const std::lock_guard lock(mutex_);
  return too_much_;
}

void PendingReply::was_read(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  unread_ -= std::min(bytes, unread_);
}

void PendingReply::client_gone(Tell tell) {
  std::function<void()> callback;
  {
    const std::lock_guard lock(mutex_);
    if (gone_) return;
    gone_ = true;
    std::string().swap(bytes_);
    if (tell == Tell::Callback && !ended_) callback = std::move(when_gone_);
    when_gone_ = nullptr;  // the callback may own an object that owns this reply
  }
  if (callback) callback();
}

}  // namespace casement::http
