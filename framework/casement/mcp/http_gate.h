// Checks requests over HTTP before their message is read: the client (by Host, Origin and token), the form, and whether
// the headers agree with the body. Pure; any thread.
#pragma once

#include <optional>
#include <string>

#include "casement/http/reader.h"
#include "casement/mcp/features.h"

namespace casement::mcp {

struct HttpRefusal {
  int status;
  std::string why;
  HttpHeaders headers = {};
};

struct HttpGate {
  int port = 0;
  std::string token = {};  // expected as "Authorization: Bearer …" (RFC 6750); "": not required
};

inline constexpr std::string_view kHttpPath = "/mcp";

// Protects against web pages that reach a local server by a host name of their own (DNS rebinding): Host must be a
// loopback name with this port, and an Origin, if given, must be this server's. Then checks the token and the path.
std::optional<HttpRefusal> refused_at_gate(const http::HttpRequest& request, const HttpGate& gate);

// Whether the client accepts responses of this type ("text/event-stream"; RFC 9110 section 12.5.1). A request without
// Accept accepts all types; weights are ignored.
bool accepts(const ServedRequest& request, std::string_view type);
// Refuses requests that are not JSON, and clients that do not accept both forms of responses.
std::optional<HttpRefusal> refused_form(const ServedRequest& request);

// For revision 2026-07-28, in which headers repeat parts of the body for intermediaries: Mcp-Method, Mcp-Name,
// MCP-Protocol-Version, and Mcp-Param-… for arguments whose schema has "x-mcp-header". `tool`: the tool being called,
// null for other requests. The server reports a name or revision that is missing in the body; an Mcp-Param header
// without its argument is a mismatch.
std::optional<RpcError> header_mismatch(const ServedRequest& request, const Message& message, const Tool* tool);

}  // namespace casement::mcp
