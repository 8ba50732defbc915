#include "casement/mcp/feature_list.h"

#include <algorithm>
#include <exception>

#include "casement/base/error.h"
#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/mcp/schema_check.h"

namespace casement::mcp {
namespace {

constexpr std::chrono::minutes kStateLasts{15};
constexpr std::size_t kMostCompletions = 100;

// Refuses every cursor, because a list is one page and the server never returns a cursor.
void refuse_cursor(const Json& params) {
  if (params.contains("cursor")) throw RpcError{RpcCode::InvalidParams, "this is not a cursor of a list"};
}

template <typename Rows, typename Name>
auto* find_row(Rows& rows, const std::string& name, Name member) {
  const auto found = std::ranges::find(rows, name, member);
  return found == rows.end() ? nullptr : &*found;
}

template <typename Rows>
RpcError unknown_name(const char* what, const Rows& rows, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row.name);
  const std::string nearest = nearest_word(name, names);
  return {RpcCode::InvalidParams, std::string("there is no ") + what + " '" + shorten(name, 80) + "'" +
                                      (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)")};
}

Json described(const Tool& tool) {
  Json said = {{"name", tool.name}, {"description", tool.description}, {"inputSchema", tool.input_schema}};
  // Default values of the protocol are omitted, because models read the list each time.
  Json hints = Json::object();
  if (tool.hints.read_only) hints["readOnlyHint"] = true;
  if (!tool.hints.read_only && !tool.hints.destructive) hints["destructiveHint"] = false;
  if (!tool.hints.read_only && tool.hints.idempotent) hints["idempotentHint"] = true;
  if (!tool.hints.open_world) hints["openWorldHint"] = false;
  if (!hints.empty()) said["annotations"] = std::move(hints);
  if (!tool.title.empty()) said["title"] = tool.title;
  if (!tool.output_schema.is_null()) said["outputSchema"] = tool.output_schema;
  return said;
}

Json described(const Resource& resource) {
  Json said = {{"uri", resource.uri}, {"name", resource.name}};
  if (!resource.description.empty()) said["description"] = resource.description;
  if (!resource.mime_type.empty()) said["mimeType"] = resource.mime_type;
  return said;
}

Json arguments_of(const Json& params) {
  const auto found = params.find("arguments");
  if (found == params.end() || found->is_null()) return Json::object();
  return *found;
}

ToolResult run_tool(const Tool& tool, Call& call, const Json& arguments) {
  try {
    return tool.run(call, arguments);
  } catch (const Error& error) {
    return error_result(error.full_text());
  } catch (const std::exception& error) {
    return error_result(to_valid_utf8(error.what()));
  }
}

}  // namespace

void FeatureList::take_responses(ServerRequest& request, const std::string& purpose) const {
  const auto refuse = [](const char* why) { throw RpcError{RpcCode::InvalidParams, why}; };
  std::map<std::string, Json> responses;
  const auto add = [&](const Json& said) {
    for (const auto& [key, one] : said.items()) responses[key] = one;
  };
  const Json& params = request.params();
  if (!request.newest) return;
  if (const auto state = params.find("requestState"); state != params.end()) {
    const auto known = state->is_string() ? state_.read(state->get_ref<const std::string&>(), purpose) : std::nullopt;
    if (!known) refuse("requestState was not issued for this request, or is too old");
    add(*known);
  }
  if (const auto said = params.find("inputResponses"); said != params.end()) {
    if (!said->is_object()) refuse("inputResponses must be an object");
    for (const auto& [key, one] : said->items()) {
      if (!one.is_object()) refuse("each of inputResponses must be an object");
    }
    add(*said);
  }
  request.call.set_responses(std::move(responses));
}

Json FeatureList::input_required(const ServerRequest& request, const InputRequired& required,
                                 const std::string& purpose) const {
  Json requests = Json::object();
  for (const InputRequest& one : required.requests) {
    requests[one.key] = {{"method", one.method}, {"params", one.params}};
  }
  return {{"resultType", "input_required"},
          {"inputRequests", std::move(requests)},
          {"requestState", state_.write(request.call.responses(), purpose, kStateLasts)}};
}

Json FeatureList::list_tools(ServerRequest& request) {
  refuse_cursor(request.params());
  Json list = Json::array();
  for (const Tool& tool : tools_) list.push_back(described(tool));
  return {{"tools", std::move(list)}};
}

Json FeatureList::call_tool(ServerRequest& request) {
  const std::string name = request.text("name");
  const Tool* tool = find_row(tools_, name, &Tool::name);
  if (tool == nullptr) throw unknown_name("tool", tools_, name);
  const Json arguments = arguments_of(request.params());
  if (!arguments.is_object()) throw RpcError{RpcCode::InvalidParams, "'arguments' must be an object"};
  const std::string purpose = "tools/call " + name + " " + sha256_hex(dump_json(arguments));
  take_responses(request, purpose);
  ToolResult result;
  Json schema = tool->input_schema;
  if (tool->is_closed) schema["additionalProperties"] = false;
  if (const std::vector<std::string> problems = schema_problems(arguments, schema); !problems.empty()) {
    result = error_result("The arguments of " + name + " are invalid:\n- " + join(problems, "\n- "));
  } else {
    try {
      result = run_tool(*tool, request.call, arguments);
    } catch (const InputRequired& required) {
      return input_required(request, required, purpose);
    }
  }
  if (!result.structured.is_null() && result.content.empty()) {
    result.content.push_back(text_block(dump_json(result.structured)));
  }
  Json said = {{"content", std::move(result.content)}};
  if (!result.structured.is_null()) said["structuredContent"] = std::move(result.structured);
  if (result.is_error) said["isError"] = true;
  return said;
}

Json FeatureList::list_resources(ServerRequest& request) {
  refuse_cursor(request.params());
  Json list = Json::array();
  for (const Resource& one : resources_) list.push_back(described(one));
  for (const ResourceTemplate& one : templates_) {
    if (one.list == nullptr) continue;
    for (const Resource& known : one.list(request.call)) list.push_back(described(known));
  }
  return {{"resources", std::move(list)}};
}

Json FeatureList::list_templates(ServerRequest& request) {
  refuse_cursor(request.params());
  Json list = Json::array();
  for (const ResourceTemplate& one : templates_) {
    Json said = {{"uriTemplate", one.uri_template}, {"name", one.name}};
    if (!one.description.empty()) said["description"] = one.description;
    if (!one.mime_type.empty()) said["mimeType"] = one.mime_type;
    list.push_back(std::move(said));
  }
  return {{"resourceTemplates", std::move(list)}};
}

Json FeatureList::read_resource(ServerRequest& request) {
  const std::string uri = request.text("uri");
  const std::string purpose = "resources/read " + uri;
  take_responses(request, purpose);
  try {
    if (const Resource* one = find_row(resources_, uri, &Resource::uri)) {
      return {{"contents", one->read(request.call, uri)}};
    }
    for (const ResourceTemplate& one : templates_) {
      const auto variables = match_template(one.uri_template, uri);
      if (variables) return {{"contents", one.read(request.call, uri, *variables)}};
    }
  } catch (const InputRequired& required) {
    return input_required(request, required, purpose);
  } catch (const Error& error) {
    throw RpcError{RpcCode::Internal, error.full_text(), {{"uri", uri}}};
  }
  throw RpcError{request.newest ? RpcCode::InvalidParams : RpcCode::ResourceNotFound,
                 "there is no resource " + json_quoted(shorten(uri, 200)),
                 {{"uri", uri}}};
}

Json FeatureList::list_prompts(ServerRequest& request) {
  refuse_cursor(request.params());
  Json list = Json::array();
  for (const Prompt& prompt : prompts_) {
    Json said = {{"name", prompt.name}, {"description", prompt.description}};
    for (const PromptArgument& one : prompt.arguments) {
      said["arguments"].push_back({{"name", one.name}, {"description", one.description}, {"required", one.required}});
    }
    list.push_back(std::move(said));
  }
  return {{"prompts", std::move(list)}};
}

Json FeatureList::get_prompt(ServerRequest& request) {
  const std::string name = request.text("name");
  const Prompt* prompt = find_row(prompts_, name, &Prompt::name);
  if (prompt == nullptr) throw unknown_name("prompt", prompts_, name);
  const Json arguments = arguments_of(request.params());
  if (!arguments.is_object()) throw RpcError{RpcCode::InvalidParams, "'arguments' must be an object"};
  for (const PromptArgument& one : prompt->arguments) {
    const auto given = arguments.find(one.name);
    if (given != arguments.end() ? !given->is_string() : one.required) {
      throw RpcError{RpcCode::InvalidParams, "the prompt needs the argument '" + one.name + "': " + one.description};
    }
  }
  const std::string purpose = "prompts/get " + name + " " + sha256_hex(dump_json(arguments));
  take_responses(request, purpose);
  try {
    return {{"description", prompt->description}, {"messages", prompt->get(request.call, arguments)}};
  } catch (const InputRequired& required) {
    return input_required(request, required, purpose);
  } catch (const Error& error) {
    throw RpcError{RpcCode::Internal, error.full_text()};
  }
}

Json FeatureList::complete(ServerRequest& request) {
  const Json& params = request.params();
  const auto part = [&](const char* key, const char* inner) -> std::string {
    const auto found = params.find(key);
    if (found == params.end() || !found->is_object() || !found->contains(inner) || !(*found)[inner].is_string()) {
      throw RpcError{RpcCode::InvalidParams, std::string("completion/complete needs ") + key + "." + inner};
    }
    return (*found)[inner].template get<std::string>();
  };
  const std::string type = part("ref", "type");
  const Completer* completer = nullptr;
  if (type == "ref/prompt") {
    const std::string name = part("ref", "name");
    const Prompt* prompt = find_row(prompts_, name, &Prompt::name);
    if (prompt == nullptr) throw unknown_name("prompt", prompts_, name);
    completer = &prompt->complete;
  } else if (type == "ref/resource") {
    const ResourceTemplate* one = find_row(templates_, part("ref", "uri"), &ResourceTemplate::uri_template);
    if (one == nullptr) throw RpcError{RpcCode::InvalidParams, "there is no such template of resources"};
    completer = &one->complete;
  } else {
    throw RpcError{RpcCode::InvalidParams, "ref.type must be \"ref/prompt\" or \"ref/resource\""};
  }
  const std::string typed = part("argument", "value");
  const std::string argument = part("argument", "name");
  std::vector<std::string> values;
  if (*completer != nullptr) {
    for (std::string& value : (*completer)(request.call, argument)) {
      if (value.starts_with(typed)) values.push_back(std::move(value));
    }
  }
  const std::size_t total = values.size();
  if (values.size() > kMostCompletions) values.resize(kMostCompletions);
  return {{"completion", {{"values", values}, {"total", total}, {"hasMore", total > values.size()}}}};
}

}  // namespace casement::mcp
