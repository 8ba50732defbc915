// JSON messages over a stream socket, a line each. One end of it; sending and receiving may be on
// different threads, each on one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/unique_fd.h"

namespace casement::runners {

class MessageSocket {
 public:
  explicit MessageSocket(UniqueFd socket);
  // Throws Error{Environment}. Neither end is inherited by programs that are started.
  static std::pair<UniqueFd, UniqueFd> make_pair();

  // False where the other end has gone. Blocks while the other end is busy.
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

}  // namespace casement::runners
