// One request while the server answers it, and the client that sent it.
#pragma once

#include <memory>
#include <string>

#include "casement/mcp/call.h"
#include "casement/mcp/message.h"
#include "casement/mcp/session.h"

namespace casement::mcp {

// The sender of a message, and the way to answer.
struct Client {
  Session& session;
  std::shared_ptr<Outlet> outlet;    // for messages about this one: progress, questions, a subscription
  std::shared_ptr<Outlet> standing;  // for messages that belong to no request; may be null
  bool says_newest = false;          // according to the transport, the message is of the newest revision
};

struct ServerRequest {
  const Message& message;
  const Client& client;
  const bool newest;
  Call& call;
  bool held = false;  // a subscription, answered when it ends

  const Json& params() const { return message.params; }
  // Throws RpcError{InvalidParams} if the text is missing.
  std::string text(const char* key) const {
    const auto found = params().find(key);
    if (found == params().end() || !found->is_string()) {
      throw RpcError{RpcCode::InvalidParams, message.method + " needs a text '" + key + "'"};
    }
    return found->get<std::string>();
  }
};

}  // namespace casement::mcp
