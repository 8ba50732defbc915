// The opening handshake of a WebSocket on the server's side (RFC 6455 section 4.2). Pure: uses no socket. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/http/served_answer.h"

namespace casement::http {

// Whether the request asks for a WebSocket.
bool asks_for_socket(const ServedRequest& request);

// The sub-protocols that the client offers, in its order of preference.
std::vector<std::string> offered_protocols(const ServedRequest& request);

// Returns the response with status 101 and the given sub-protocol, "" for none. Extensions are not agreed on. For a
// malformed handshake, returns a response with status 400, or with 426 for another version.
ServedAnswer agree_to_socket(const ServedRequest& request, std::string_view protocol);

// The value of Sec-WebSocket-Accept for this key. Throws Error{Environment} if OpenSSL fails.
std::string socket_accept(std::string_view key);

}  // namespace casement::http
