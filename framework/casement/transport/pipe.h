// A channel to the browser through Chrome's debugging pipe (--remote-debugging-pipe in its default, JSON, mode). In
// both directions, a NUL byte follows each message. The object owns both descriptors; transport.h explains the threads.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"
#include "casement/transport/transport.h"

namespace casement {

struct PipeOptions {
  // A longer message closes the connection.
  std::size_t longest_message = 512u * 1024 * 1024;
  // How long `send` waits for a browser that reads nothing.
  Milliseconds send_timeout{10'000};
};

class PipeTransport : public Transport {
 public:
  // `read_end` and `write_end` must be sockets, because a write to a dead browser then raises no SIGPIPE. Both may
  // belong to different pairs. Throws Error{Environment} if the system has no descriptor left.
  PipeTransport(UniqueFd read_end, UniqueFd write_end, PipeOptions options = {});

  void send(std::string_view message) override;
  Received receive(std::string& out, Deadline deadline) override;
  bool has_more() const override;
  void wake() override;
  std::string close_reason() const override { return close_reason_; }

 private:
  // Reads the available bytes; records why the stream ended. Returns false if there was nothing to read.
  bool read_available();
  void split_messages(std::size_t searched);

  PipeOptions options_;
  UniqueFd read_end_;
  UniqueFd write_end_;
  UniqueFd wake_event_;
  const std::unique_ptr<char[]> read_;  // the read buffer; reused, because clearing it takes longer than reading
  std::string partial_;                 // the beginning of a message whose NUL has not arrived yet
  std::deque<std::string> messages_;
  std::string unfinished_;  // the rest of a message whose sending timed out
  std::string close_reason_;
};

}  // namespace casement
