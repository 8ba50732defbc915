// One message of JSON-RPC 2.0, as the Model Context Protocol uses it: parsed from any text, and written. Batches, which
// the protocol has removed, are refused. Pure; any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "casement/base/json.h"

namespace casement::mcp {

// The codes of JSON-RPC 2.0 section 5.1, and of the Model Context Protocol, revision 2026-07-28.
enum class RpcCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  Internal = -32603,
  Busy = -32000,
  ResourceNotFound = -32002,  // until 2025-11-25; later revisions use InvalidParams
  HeaderMismatch = -32020,
  MissingClientCapability = -32021,
  UnsupportedProtocolVersion = -32022,
};

// An error to answer a request with. Handlers throw it; the server sends the answer.
struct RpcError {
  RpcCode code = RpcCode::Internal;
  std::string message;
  Json data = nullptr;       // omitted if null
  bool of_envelope = false;  // concerns the envelope of the request; over HTTP its status is 400
};

struct Message {
  enum class Kind { Request, Notification, Response, Invalid };
  Kind kind = Kind::Invalid;
  Json id = nullptr;           // a text or a whole number; null if it could not be read
  std::string method;          // of a request or notification
  Json params;                 // an object
  Json result;                 // of a response
  std::optional<Json> failed;  // of a response: its `error`
  RpcError problem;            // of an invalid message: the error to answer
};

// Never throws. All text in the message is valid UTF-8.
Message read_message(std::string text);

Json response(const Json& id, Json result);
Json error_response(const Json& id, const RpcError& error);
Json notification(std::string method, Json params);
Json request(const Json& id, std::string method, Json params);

}  // namespace casement::mcp
