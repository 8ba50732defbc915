// A browser's debugging pipe: each message is followed by a NUL byte, in both directions (Chrome's
// --remote-debugging-pipe in its default, JSON, mode). Owns its descriptors; see transport.h for the
// threads.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>

#include "casement/base/unique_fd.h"
#include "casement/transport/transport.h"

namespace casement {

struct PipeOptions {
  // A longer message closes the connection.
  std::size_t longest_message = 512u * 1024 * 1024;
};

class PipeTransport : public Transport {
 public:
  // `read_end` and `write_end` are sockets (so that writing to a dead browser raises no SIGPIPE);
  // they may be two ends of different pairs.
  PipeTransport(UniqueFd read_end, UniqueFd write_end, PipeOptions options = {});

  void send(std::string_view message) override;
  Received receive(std::string& out, Deadline deadline) override;
  bool has_more() const override;
  void wake() override;
  std::string close_reason() const override { return close_reason_; }

 private:
  // Reads whatever is there; notes the end of the stream.
  void read_available();
  void split_messages(std::size_t searched);

  PipeOptions options_;
  UniqueFd read_end_;
  UniqueFd write_end_;
  UniqueFd wake_event_;
  const std::unique_ptr<char[]> read_;  // what was read last; kept, since to clear so much takes longer than to read
  std::string partial_;                 // the beginning of a message whose NUL has not come yet
  std::deque<std::string> messages_;
  std::string close_reason_;
};

}  // namespace casement
