// Sends and receives JSON messages over a stream socket, one per line. An object is one end of the connection; sending
// and receiving may happen on two different threads, each always on the same thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"

namespace casement {

// Makes two connected sockets, which started programs do not inherit. Both are empty, with errno set, if the system has
// no socket left.
std::pair<UniqueFd, UniqueFd> socket_pair();

// Returns false if the other end has gone. Blocks while the other end is busy.
bool send_all(int socket, std::string_view bytes);

// Whether the descriptor becomes readable, or its other end is closed, before the deadline.
bool is_readable(int descriptor, Deadline deadline);

class MessageSocket {
 public:
  explicit MessageSocket(UniqueFd socket = UniqueFd()) : socket_(std::move(socket)) {}
  // Like `socket_pair`, but throws Error{Environment}.
  static std::pair<UniqueFd, UniqueFd> make_pair();

  // Like `send_all`.
  bool send(const nlohmann::json& message);
  // Waits for bytes, and returns the messages that are complete by then, possibly none. Returns nullopt at the end of
  // the stream. Throws Error{Protocol} for a line that is not JSON.
  std::optional<std::vector<nlohmann::json>> receive();
  // Signals the end of the stream to the other end, which may still send.
  void finish_sending();
  int descriptor() const { return socket_.get(); }

 private:
  UniqueFd socket_;
  std::string partial_;
};

}  // namespace casement
