// One connection of a browser to a relay, on a thread of its own: a tunnel that Chrome asks for by CONNECT (RFC 9110
// section 9.3.6), for a WebSocket or for anything else that uses the proxy.
#pragma once

#include "casement/http/tunnel_server.h"
#include "casement/relay/relay_state.h"
#include "casement/relay/server_link.h"

namespace casement::relay {

// Serves the connection until it ends.
void serve_connection(RelayState& state, const Reach& reach, int client, const http::TunnelWaits& waits);

}  // namespace casement::relay
