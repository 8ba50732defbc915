// What a request over HTTP has to look like before its message is read: who may ask (its Host, Origin and token), in
// which form, and that its headers say what its body says. Pure; any thread.
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
  std::string token = {};  // that clients give as "Authorization: Bearer …" (RFC 6750); "": none is asked for
};

inline constexpr std::string_view kHttpPath = "/mcp";

// Against pages of a browser that reach a server of this machine by a name of their own (DNS rebinding): Host has to be
// a name of loopback with our port, and an Origin, where there is one, has to be ours. Then the token, and the path.
std::optional<HttpRefusal> refused_at_gate(const http::HttpRequest& request, const HttpGate& gate);

// Whether it takes answers of this type ("text/event-stream"; RFC 9110 section 12.5.1).
bool accepts(const ServedRequest& request, std::string_view type);
// A message in JSON, from a client that takes both forms of answers.
std::optional<HttpRefusal> refused_form(const ServedRequest& request);

// Of revision 2026-07-28, which has headers repeat what the body says, for those between client and server who do not
// read it: Mcp-Method, Mcp-Name, MCP-Protocol-Version, and Mcp-Param-… for arguments whose schema has "x-mcp-header".
// `tool` is the one that is called; null where there is none. What the body itself lacks is left to the server.
std::optional<RpcError> header_mismatch(const ServedRequest& request, const Message& message, const Tool* tool);

}  // namespace casement::mcp
