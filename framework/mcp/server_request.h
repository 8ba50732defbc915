// One request while it is answered. Used by the server's own files.
#pragma once

#include <string>

#include "casement/mcp/server.h"

namespace casement::mcp {

struct Server::Request {
  const Message& message;
  const Client& client;
  const bool newest;
  Call& call;
  bool held = false;

  const Json& params() const { return message.params; }
  // Throws RpcError{InvalidParams} where there is none.
  std::string text(const char* key) const {
    const auto found = params().find(key);
    if (found == params().end() || !found->is_string()) {
      throw RpcError{RpcCode::InvalidParams, message.method + " needs a text '" + key + "'"};
    }
    return found->get<std::string>();
  }
};

struct Server::Row {
  enum class Era { Older, Newest, Both };
  std::string_view method;
  Handler handler;
  Era era = Era::Both;
  int fresh_for = -1;         // milliseconds that its result may be kept; -1: not at all, and nothing is said of it
  bool is_everybodys = true;  // the result is the same for every client
};

}  // namespace casement::mcp
