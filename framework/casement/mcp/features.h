// What a server offers its clients: tools, resources and prompts, as plain rows with the functions that answer.
// Handlers are called on the threads that requests come in on, several at once.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "casement/mcp/call.h"

namespace casement::mcp {

struct ToolResult {
  Json content = Json::array();  // blocks: text, image, audio, resource, resource_link
  Json structured = nullptr;     // as the tool's output schema says; null for none
  bool is_error = false;         // the tool was called rightly, and failed: the client's model is to read why
};

Json text_block(std::string text);
Json image_block(const std::string& bytes, std::string mime_type);  // raw bytes
ToolResult text_result(std::string text);
ToolResult error_result(std::string text);

// Hints for the client's questions to its user; no promise.
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
  // Arguments that do not keep to the schema never get here. What it throws: RpcError is the request's error; a
  // casement::Error, and any other exception, is a result with is_error.
  std::function<ToolResult(Call& call, const Json& arguments)> run = nullptr;
  std::string title = {};
  // Arguments that `input_schema` does not name are refused; the list does not spend "additionalProperties": false on
  // saying so.
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

// Values for something that is typed; all that there are, the server leaves those that begin so.
using Completer = std::function<std::vector<std::string>(Call& call, const std::string& argument)>;

struct ResourceTemplate {
  std::string uri_template;  // RFC 6570, level 1: "test://template/{id}/data"
  std::string name;
  std::string description;
  std::string mime_type;
  std::function<Json(Call& call, const std::string& uri, const std::map<std::string, std::string>& variables)> read =
      nullptr;
  // Those of it that there are now, for lists; none: they are only known by their template.
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

// The values of a template's variables, where it stands for the address; each is one part of a path.
std::optional<std::map<std::string, std::string>> match_template(std::string_view uri_template, std::string_view uri);

}  // namespace casement::mcp
