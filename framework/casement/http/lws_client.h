// The parts of libwebsockets that all HTTP clients here share; only their .cc files include this header.
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

// Makes a context without listening sockets. `protocols` and `user` must outlive it; callbacks get `user` from
// lws_context_user. With TLS, the context trusts the system's certificates.
LwsContext make_lws_context(const lws_protocols* protocols, void* user, bool with_tls);

// Adds the headers to the request. Call this at LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER with the callback's `in`
// and length as `room`. Returns false if there is not enough room.
bool add_request_headers(lws* connection, const HttpHeaders& headers, void* in, std::size_t room);

// The parts of a connection to `endpoint` that do not depend on its kind. `endpoint` and `host`, its authority, must
// outlive the call that connects.
lws_client_connect_info make_connect_info(lws_context* context, const Endpoint& endpoint, const std::string& host,
                                          const char* protocol);

// The error for a failed connection, with the readable form of libwebsockets' `reason`.
Error connect_error(const Endpoint& endpoint, const std::string& reason);

}  // namespace casement
