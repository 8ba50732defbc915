#include "casement/mcp/http_gate.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/mcp/signed_state.h"

namespace casement::mcp {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// "localhost:8080" with this port; the port may be omitted if it is HTTP's default.
bool is_own_authority(std::string_view authority, int port) {
  const std::string given = ascii_lower(authority);
  return std::ranges::any_of(std::array{"127.0.0.1", "localhost", "[::1]"}, [&](const std::string host) {
    return given == host + ":" + std::to_string(port) || (port == 80 && given == host);
  });
}

std::optional<std::string> bearer_of(const ServedRequest& request) {
  const std::string* said = request.header("Authorization");
  constexpr std::string_view scheme = "bearer ";
  if (said == nullptr || ascii_lower(said->substr(0, scheme.size())) != scheme) return std::nullopt;
  return std::string(trimmed(std::string_view(*said).substr(scheme.size())));
}

// The decoded value of a header: plain, or in the revision's base64 form; nullopt if the value is invalid.
std::optional<std::string> meant_by(const std::string& header) {
  constexpr std::string_view begin = "=?base64?", end = "?=";
  const bool is_plain = std::ranges::all_of(header, [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
  if (!is_plain) return std::nullopt;
  if (header.size() < begin.size() + end.size() || !header.starts_with(begin) || !header.ends_with(end)) return header;
  const std::string inside = header.substr(begin.size(), header.size() - begin.size() - end.size());
  try {
    std::string decoded = decode_base64(inside);
    // Only the canonical encoding: missing padding and loose bits at the end are refused.
    if (encode_base64(decoded) != inside || !is_valid_utf8(decoded)) return std::nullopt;
    return decoded;
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool is_same_number(const std::string& header, const Json& value) {
  double number = 0;
  const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), number);
  return error == std::errc() && end == header.data() + header.size() && number == value.get<double>();
}

bool says(const std::string& header, const Json& value) {
  if (value.is_string()) return header == value.get_ref<const std::string&>();
  if (value.is_boolean()) return header == (value.get<bool>() ? "true" : "false");
  return value.is_number() && is_same_number(header, value);
}

RpcError mismatch(const std::string& why) {
  return {RpcCode::HeaderMismatch, why, nullptr, true};
}

std::size_t count_of(const ServedRequest& request, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count_if(
      request.headers, [&](const auto& one) { return ascii_lower(one.first) == ascii_lower(name); }));
}

// `value` null: the body has no value, so the header must be missing too.
std::optional<RpcError> compared(const ServedRequest& request, const std::string& name, const Json& value) {
  const std::string* header = request.header(name);
  if (header == nullptr) {
    if (value.is_null()) return std::nullopt;
    return mismatch("the header " + name + " is missing; it must repeat the value in the body");
  }
  const std::optional<std::string> meant = meant_by(*header);
  if (count_of(request, name) > 1 || !meant || value.is_null() || !says(*meant, value)) {
    return mismatch("the header " + name + " does not match the body");
  }
  return std::nullopt;
}

std::optional<RpcError> compared_arguments(const ServedRequest& request, const Json& schema, const Json& arguments) {
  const auto properties = schema.find("properties");
  if (properties == schema.end() || !properties->is_object()) return std::nullopt;
  for (const auto& [name, one] : properties->items()) {
    if (!one.is_object()) continue;
    const Json value = arguments.is_object() && arguments.contains(name) ? arguments[name] : Json(nullptr);
    if (const auto header = one.find("x-mcp-header"); header != one.end() && header->is_string()) {
      if (auto wrong = compared(request, "Mcp-Param-" + header->get<std::string>(), value)) return wrong;
    }
    if (auto wrong = compared_arguments(request, one, value)) return wrong;
  }
  return std::nullopt;
}

}  // namespace

std::optional<HttpRefusal> refused_at_gate(const http::HttpRequest& http, const HttpGate& gate) {
  const ServedRequest& request = http.request;
  const std::string* host = request.header("Host");
  if (host == nullptr || !is_own_authority(*host, gate.port)) {
    return HttpRefusal{403, "this server answers at 127.0.0.1, localhost and [::1] only"};
  }
  if (const std::string* origin = request.header("Origin")) {
    constexpr std::string_view scheme = "http://";
    if (!origin->starts_with(scheme) || !is_own_authority(std::string_view(*origin).substr(scheme.size()), gate.port)) {
      return HttpRefusal{403, "requests from other origins are not allowed"};
    }
  }
  if (!gate.token.empty()) {
    const std::optional<std::string> given = bearer_of(request);
    if (!given || !same_secret(*given, gate.token)) {
      return HttpRefusal{401,
                         "this server needs its token, as Authorization: Bearer TOKEN",
                         {{"WWW-Authenticate", given ? "Bearer error=\"invalid_token\"" : "Bearer"}}};
    }
  }
  if (request.path != kHttpPath) return HttpRefusal{404, "the path must end in " + std::string(kHttpPath)};
  return std::nullopt;
}

bool accepts(const ServedRequest& request, std::string_view type) {
  const std::string* said = request.header("Accept");
  if (said == nullptr) return true;
  const std::string any = std::string(type.substr(0, type.find('/'))) + "/*";
  std::string_view rest = *said;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const std::string range = ascii_lower(trimmed(one.substr(0, one.find(';'))));
    if (range == type || range == any || range == "*/*") return true;
  }
  return false;
}

std::optional<HttpRefusal> refused_form(const ServedRequest& request) {
  const std::string* type = request.header("Content-Type");
  if (type == nullptr || ascii_lower(trimmed(type->substr(0, type->find(';')))) != "application/json") {
    return HttpRefusal{415, "a message must have the Content-Type application/json"};
  }
  if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
    return HttpRefusal{406, "a client must accept application/json and text/event-stream"};
  }
  return std::nullopt;
}

std::optional<RpcError> header_mismatch(const ServedRequest& request, const Message& message, const Tool* tool) {
  const auto text_of = [](const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? *found : Json(nullptr);
  };
  const auto meta = message.params.find("_meta");
  if (meta != message.params.end() && meta->is_object()) {
    const Json revision = text_of(*meta, "io.modelcontextprotocol/protocolVersion");
    if (!revision.is_null()) {
      if (auto wrong = compared(request, "MCP-Protocol-Version", revision)) return wrong;
    }
  }
  if (auto wrong = compared(request, "Mcp-Method", message.method)) return wrong;
  const bool is_read = message.method == "resources/read";
  if (is_read || message.method == "tools/call" || message.method == "prompts/get") {
    const Json name = text_of(message.params, is_read ? "uri" : "name");
    if (!name.is_null()) {
      if (auto wrong = compared(request, "Mcp-Name", name)) return wrong;
    }
  }
  if (tool == nullptr) return std::nullopt;
  const auto arguments = message.params.find("arguments");
  return compared_arguments(request, tool->input_schema, arguments == message.params.end() ? Json() : *arguments);
}

}  // namespace casement::mcp
