// One request while the server answers it, and the client that sent it.
#pragma once

#include <memory>
#include <string>

#include "casement/mcp/call.h"
#include "casement/mcp/message.h"
#include "casement/mcp/session.h"

namespace casement::mcp {

// Whose message it is, and how it came.
struct Client {
  Session& session;
  std::shared_ptr<Outlet> outlet;    // of what belongs to this message: progress, questions, a subscription
  std::shared_ptr<Outlet> standing;  // of what belongs to none; may be null
  bool says_newest = false;          // what carried it says that it is of the newest revision
};

struct ServerRequest {
  const Message& message;
  const Client& client;
  const bool newest;
  Call& call;
  bool held = false;  // a subscription: its answer comes when it ends

  const Json& params() const { return message.params; }
  // Throws RpcError{InvalidParams} if there is none.
  std::string text(const char* key) const {
    const auto found = params().find(key);
    if (found == params().end() || !found->is_string()) {
      throw RpcError{RpcCode::InvalidParams, message.method + " needs a text '" + key + "'"};
    }
    return found->get<std::string>();
  }
};

}  // namespace casement::mcp
