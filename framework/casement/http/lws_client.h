// What the clients in this room share of libwebsockets; included by their .cc files only.
#pragma once

#include <libwebsockets.h>

#include <cstddef>
#include <memory>
#include <string>

#include "casement/base/error.h"
#include "casement/http/endpoint.h"

namespace casement {

struct LwsContextDeleter {
  void operator()(lws_context* context) const { ::lws_context_destroy(context); }
};
using LwsContext = std::unique_ptr<lws_context, LwsContextDeleter>;

// A context without listening sockets. `protocols` and `user` outlive it; `user` is what
// lws_context_user gives in callbacks. One with TLS trusts the certificates that the system does.
LwsContext make_lws_context(const lws_protocols* protocols, void* user, bool with_tls);

// At LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER, with what that got: puts the headers into the request. False where
// there is no room.
bool add_request_headers(lws* connection, const HttpHeaders& headers, void* in, std::size_t room);

// The parts of a connection to `endpoint` that do not depend on its kind. `endpoint` and `host`,
// its authority, outlive the call that connects.
lws_client_connect_info make_connect_info(lws_context* context, const Endpoint& endpoint, const std::string& host,
                                          const char* protocol);

// What a failed connection says: `reason` as libwebsockets gave it, made readable.
Error connect_error(const Endpoint& endpoint, const std::string& reason);

}  // namespace casement
