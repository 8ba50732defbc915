// The features of a server: tools, resources and prompts, as plain rows with the functions that answer. Handlers are
// called on the threads of the requests, several at once.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "casement/mcp/call.h"

namespace casement::mcp {

struct ToolResult {
  Json content = Json::array();  // blocks: text, image, audio, resource, resource_link
  Json structured = nullptr;     // matches the tool's output schema; null for none
  bool is_error = false;         // the call was valid, but the tool failed; the client's model should read the reason
};

Json text_block(std::string text);
Json image_block(const std::string& bytes, std::string mime_type);  // raw bytes
ToolResult text_result(std::string text);
ToolResult error_result(std::string text);

// Hints for the client's questions to its user; not guaranteed.
struct ToolHints {
  bool read_only = false;
  bool destructive = false;
  bool idempotent = false;
  bool open_world = true;
};

struct Tool {
  std::string name;
  std::string description;
  Json input_schema = {{"type", "object"}};
  Json output_schema = nullptr;  // null for none
  ToolHints hints = {};
  // Called only with arguments that match the schema. An RpcError becomes the request's error; a casement::Error or any
  // other exception becomes a result with is_error.
  std::function<ToolResult(Call& call, const Json& arguments)> run = nullptr;
  std::string title = {};
  // Refuses arguments that `input_schema` does not name, although the listed schema omits "additionalProperties": false
  // to save space.
  bool is_closed = false;
};

struct Resource {
  std::string uri;
  std::string name;
  std::string description;
  std::string mime_type;
  // The contents: a list of objects with "uri", "mimeType" and "text" or "blob".
  std::function<Json(Call& call, const std::string& uri)> read = nullptr;
};

// Returns all values for an argument that is being typed; the server selects those with the typed beginning, and sends
// at most 100.
using Completer = std::function<std::vector<std::string>(Call& call, const std::string& argument)>;

struct ResourceTemplate {
  std::string uri_template;  // RFC 6570, level 1: "test://template/{id}/data"
  std::string name;
  std::string description;
  std::string mime_type;
  std::function<Json(Call& call, const std::string& uri, const std::map<std::string, std::string>& variables)> read =
      nullptr;
  // The resources that match now, for lists; null if only the template is listed.
  std::function<std::vector<Resource>(Call& call)> list = nullptr;
  Completer complete = nullptr;
};

struct PromptArgument {
  std::string name;
  std::string description;
  bool required = true;
};

struct Prompt {
  std::string name;
  std::string description;
  std::vector<PromptArgument> arguments = {};
  // The messages: a list of objects with "role" and "content".
  std::function<Json(Call& call, const Json& arguments)> get = nullptr;
  Completer complete = nullptr;
};

// The values of the template's variables if `uri` matches it; each value is one segment of a path.
std::optional<std::map<std::string, std::string>> match_template(std::string_view uri_template, std::string_view uri);

}  // namespace casement::mcp
