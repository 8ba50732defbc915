// What one request is answered, between the threads that say it and the server's thread, which sends it. Used by the
// server's own files.
#pragma once

#include <mutex>

#include "casement/base/unique_fd.h"
#include "casement/http/served_answer.h"
#include "casement/http/server.h"

namespace casement::http {

// Makes a thread look that waits in poll(2) for the descriptor. Any thread.
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
  // `head_only`: the request was HEAD, whose answer has no body.
  PendingReply(Connection after, bool head_only, std::size_t max_unread, std::shared_ptr<const WakeUp> wake)
      : after_(after), head_only_(head_only), max_unread_(max_unread), wake_(std::move(wake)) {}

  void send(int status, HttpHeaders headers, std::string body) override;
  void begin(int status, HttpHeaders headers) override;
  void write(std::string_view bytes) override;
  void end() override;
  void on_gone(std::function<void()> callback) override;

  // The rest is the server's thread's.
  std::string take();  // what there is to send now
  bool has_bytes() const;
  bool over() const;                 // everything was said and taken
  bool too_much() const;             // the client leaves more unread than it may
  void was_read(std::size_t bytes);  // the socket has taken so many
  enum class Tell { Callback, Nobody };
  void client_gone(Tell tell);
  Connection after() const { return after_; }

 private:
  void put(std::string_view bytes);  // with the lock

  const Connection after_;
  const bool head_only_;
  const std::size_t max_unread_;
  const std::shared_ptr<const WakeUp> wake_;
  mutable std::mutex mutex_;
  std::string bytes_;
  std::size_t unread_ = 0;  // here, and where the server keeps what it has taken
  bool begun_ = false, ended_ = false, gone_ = false, too_much_ = false;
  std::function<void()> when_gone_;
};

}  // namespace casement::http
