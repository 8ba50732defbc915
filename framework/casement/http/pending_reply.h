// The reply to one request: any thread writes it, and the server's thread sends it. Used by the server's own files.
#pragma once

#include <mutex>

#include "casement/base/unique_fd.h"
#include "casement/http/served_answer.h"
#include "casement/http/server.h"

namespace casement::http {

// Wakes a thread that waits in poll(2) for the descriptor. Any thread.
class WakeUp {
 public:
  WakeUp();  // throws Error{Environment}
  void wake() const;
  void wait_over() const;  // from now on only a new `wake` counts
  int descriptor() const { return event_.get(); }

 private:
  UniqueFd event_;
};

class PendingReply : public HttpReply {
 public:
  // `head_only`: the request was HEAD, whose response has no body.
  PendingReply(Connection after, bool head_only, std::size_t max_unread, std::shared_ptr<const WakeUp> wake)
      : after_(after), head_only_(head_only), max_unread_(max_unread), wake_(std::move(wake)) {}

  void send(int status, HttpHeaders headers, std::string body) override;
  void begin(int status, HttpHeaders headers) override;
  void write(std::string_view bytes) override;
  void end() override;
  void on_gone(std::function<void()> callback) override;

  // Only the server's thread may call the following functions.
  std::string take();  // the bytes to send now
  bool has_bytes() const;
  bool over() const;                 // all bytes were written and taken
  bool too_much() const;             // the client has left too many bytes unread
  void was_read(std::size_t bytes);  // the number of bytes that the socket has taken
  enum class Tell { Callback, Nobody };
  void client_gone(Tell tell);
  Connection after() const { return after_; }

 private:
  void put(std::string_view bytes);  // needs the lock

  const Connection after_;
  const bool head_only_;
  const std::size_t max_unread_;
  const std::shared_ptr<const WakeUp> wake_;
  mutable std::mutex mutex_;
  std::string bytes_;
  std::size_t unread_ = 0;  // bytes here and in the server's buffer
  bool begun_ = false, ended_ = false, gone_ = false, too_much_ = false;
  std::function<void()> when_gone_;
};

}  // namespace casement::http
