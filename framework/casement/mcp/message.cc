#include "casement/mcp/message.h"

#include "casement/base/error.h"
#include "casement/base/json_shape.h"
#include "casement/base/text.h"

namespace casement::mcp {
namespace {

// Arguments of tools are shallow; copying deeper values would use much of the stack.
constexpr int kMaxDepth = 64;

bool is_id(const Json& value) {
  return value.is_string() || value.is_number_integer();
}

Message invalid(Json id, RpcCode code, std::string message) {
  Message read;
  read.id = std::move(id);
  read.problem = {code, std::move(message)};
  return read;
}

Message read_response(Json& value, Message read) {
  read.kind = Message::Kind::Response;
  if (!is_id(read.id)) return invalid(nullptr, RpcCode::InvalidRequest, "a response needs the id of its request");
  if (value.contains("error")) {
    read.failed.emplace(std::move(value["error"]));
  } else {
    read.result = std::move(value["result"]);
  }
  return read;
}

}  // namespace

Message read_message(std::string text) {
  Json value;
  try {
    value = parse_json(to_valid_utf8(text), kMaxDepth);
  } catch (const Error& error) {
    return invalid(nullptr, RpcCode::ParseError, error.message());
  }
  if (value.is_array()) {
    return invalid(nullptr, RpcCode::InvalidRequest,
                   "batches are not part of the Model Context Protocol; send one message at a time");
  }
  if (!value.is_object()) {
    return invalid(nullptr, RpcCode::InvalidRequest,
                   "a message must be a JSON object, not " + std::string(json_type(value)));
  }
  Message read;
  if (const auto id = value.find("id"); id != value.end()) read.id = *id;
  const Json known_id = is_id(read.id) ? read.id : Json(nullptr);
  if (const auto version = value.find("jsonrpc"); version == value.end() || *version != "2.0") {
    return invalid(known_id, RpcCode::InvalidRequest, "\"jsonrpc\" must be \"2.0\"");
  }
  const auto method = value.find("method");
  if (method == value.end()) {
    if (value.contains("result") || value.contains("error")) return read_response(value, std::move(read));
    return invalid(known_id, RpcCode::InvalidRequest, "a message needs a \"method\", a \"result\" or an \"error\"");
  }
  if (!method->is_string()) return invalid(known_id, RpcCode::InvalidRequest, "\"method\" must be a text");
  read.method = method->get<std::string>();
  read.kind = value.contains("id") ? Message::Kind::Request : Message::Kind::Notification;
  if (read.kind == Message::Kind::Request && !is_id(read.id)) {
    return invalid(nullptr, RpcCode::InvalidRequest, "\"id\" must be a text or a whole number");
  }
  read.params = Json::object();
  if (const auto params = value.find("params"); params != value.end()) {
    if (!params->is_object()) return invalid(known_id, RpcCode::InvalidParams, "\"params\" must be an object");
    read.params = std::move(*params);
  }
  return read;
}

Json response(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json error_response(const Json& id, const RpcError& error) {
  Json said = {{"code", static_cast<int>(error.code)}, {"message", error.message}};
  if (!error.data.is_null()) said["data"] = error.data;
  Json answer = {{"jsonrpc", "2.0"}, {"error", std::move(said)}};
  answer["id"] = id;
  return answer;
}

Json notification(std::string method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", std::move(method)}, {"params", std::move(params)}};
}

Json request(const Json& id, std::string method, Json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", std::move(method)}, {"params", std::move(params)}};
}

}  // namespace casement::mcp
