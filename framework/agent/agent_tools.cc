#include "casement/agent/agent_tools.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/agent/live_step.h"
#include "casement/agent/unique_target.h"
#include "casement/base/error.h"
#include "casement/target/ref.h"

namespace casement {

NamedElement named_element(const ToolCall& call, AgentPage& page, const char* ref, const char* target) {
  if (call.has(ref) == call.has(target)) {
    throw Error(ErrorKind::Usage, fmt::format("give either '{}', of a snapshot, or '{}', a description", ref, target));
  }
  if (call.has(target)) {
    const std::string described = authored_text(call.text(target), call.workspace.options().secrets);
    return {described, described};
  }
  NamedElement element{call.text(ref)};
  if (!parse_ref(element.now)) {
    throw Error(ErrorKind::Usage, fmt::format("'{}' is a ref such as e5 or f1_e5", ref));
  }
  if (page.seen) element.lasting = authored_text(unique_target(*page.seen, element.now), {});
  element.is_unsure = element.lasting.empty();
  if (element.is_unsure) element.lasting = element.now;
  return element;
}

Json input_schema(const AgentTool& tool) {
  using enum AgentTool::Tells;
  std::string properties(tool.arguments);
  const auto add = [&](std::string_view more) { properties += (properties.empty() ? "" : ",") + std::string(more); };
  if (tool.takes_target) add(R"("ref":{"type":"string"},"target":{"type":"string"})");
  if (tool.tells == Page) {
    add(R"("since":{"type":"integer"},"within":{"type":"string"},"frame":{"type":"string"})");
  }
  if (tool.tells != Nothing) add(R"("max_bytes":{"type":"integer"})");
  add(R"("page":{"type":"string"})");
  Json schema = Json::parse(R"({"type":"object","properties":{)" + properties + "}}");
  for (const std::string_view name : tool.required) schema["required"].push_back(std::string(name));
  return schema;
}

Json output_schema(const AgentTool& tool) {
  using enum AgentTool::Tells;
  std::string properties(tool.output);
  const auto add = [&](std::string_view more) { properties += (properties.empty() ? "" : ",") + std::string(more); };
  if (tool.tells != Nothing) add(R"("page_text":{"type":"string"})");
  Json schema = Json::parse(R"({"type":"object","required":["ok"]})");
  if (!properties.empty()) schema["properties"] = Json::parse("{" + properties + "}");
  return schema;
}

LookOptions look_options(const ToolCall& call) {
  LookOptions options;
  options.since = call.number("since", 0);
  options.within = call.text("within");
  options.frame = call.text("frame");
  return options;
}

AgentAnswer look_after(const ToolCall& call, AgentPage& page, bool whole) {
  AgentAnswer answer;
  try {
    // The action may have opened another page, or closed this one.
    AgentPage& next = page.page().closed() ? call.workspace.page("") : page;
    LookOptions options = look_options(call);
    options.whole = whole;
    answer = look_at(next, options);
    const std::vector<AgentPage*> open = call.workspace.pages();
    if (!open.empty() && open.back() != &next && !open.back()->seen) {
      answer.says = fmt::format("page {} was opened and is current\n{}", open.back()->handle, answer.says);
      answer.data["opened"] = open.back()->handle;
    }
  } catch (const Error& error) {
    // Called again it would be done twice.
    answer.untold = error;
  }
  return answer;
}

AgentAnswer do_step(const ToolCall& call, AgentPage& page, const NamedElement& element, const StepOf& step,
                    Milliseconds timeout) {
  const std::string url = page.page().url();
  run_live_step(page.stack, step(element.now), call.workspace.options().secrets, timeout);
  call.workspace.record(page, url, step(element.lasting), element.is_unsure);
  return look_after(call, page);
}

AgentAnswer do_step(const ToolCall& call, AgentPage& page, Json step, Milliseconds timeout) {
  const std::string url = page.page().url();
  run_live_step(page.stack, step, call.workspace.options().secrets, timeout);
  call.workspace.record(page, url, std::move(step), false);
  return look_after(call, page);
}

std::string authored(const ToolCall& call, const char* key) {
  return authored_text(call.text(key), call.workspace.options().secrets);
}

std::string path_inside(const std::string& folder, const std::string& name, std::string_view what) {
  namespace fs = std::filesystem;
  if (folder.empty())
    throw Error(ErrorKind::Usage, fmt::format("{} has no folder; the server's options name one", what));
  std::error_code failed;
  const fs::path root = fs::weakly_canonical(fs::absolute(folder), failed);
  const fs::path path = fs::weakly_canonical(root / name, failed);
  const fs::path inside = path.lexically_relative(root);
  if (failed || name.empty() || inside.empty() || *inside.begin() == ".." || inside == ".") {
    throw Error(ErrorKind::Usage, fmt::format("{} has to be a file in the folder that the server was given", what));
  }
  return path.string();
}

}  // namespace casement
