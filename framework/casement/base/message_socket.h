// JSON messages over a stream socket, a line each. One end of it; sending and receiving may be on
// different threads, each on one.
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

// Neither end is inherited by programs that are started. Both are empty, with errno, if the system has no socket left.
std::pair<UniqueFd, UniqueFd> socket_pair();

// False if the other end has gone. Blocks while the other end is busy.
bool send_all(int socket, std::string_view bytes);

// Whether the descriptor becomes readable, or its other end is closed, by the deadline.
bool is_readable(int descriptor, Deadline deadline);

class MessageSocket {
 public:
  explicit MessageSocket(UniqueFd socket = UniqueFd()) : socket_(std::move(socket)) {}
  // As `socket_pair`. Throws Error{Environment}.
  static std::pair<UniqueFd, UniqueFd> make_pair();

  // As `send_all`.
  bool send(const nlohmann::json& message);
  // What has come until now; blocks where nothing has. Nothing at the end of the stream. Throws Error{Protocol} for a
  // line that is no JSON.
  std::optional<std::vector<nlohmann::json>> receive();
  // The other end sees the end of the stream; it may still send.
  void finish_sending();
  int descriptor() const { return socket_.get(); }

 private:
  UniqueFd socket_;
  std::string partial_;
};

}  // namespace casement
