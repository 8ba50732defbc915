// The table of the tools that agents get, in files of rows by what they are for. Used by the server's own files.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/agent/agent_answer.h"
#include "casement/mcp/features.h"

namespace casement {

struct ToolCall {  // what a tool works with
  Workspace& workspace;
  mcp::Call& call;
  const Json& arguments;

  bool has(const char* key) const { return arguments.contains(key); }
  std::string text(const char* key, const char* otherwise = "") const { return arguments.value(key, otherwise); }
  int number(const char* key, int otherwise) const { return static_cast<int>(arguments.value(key, double(otherwise))); }
  bool flag(const char* key) const { return arguments.value(key, false); }
  AgentPage& page() const { return workspace.page(text("page")); }
};

struct AgentTool {
  std::string_view name;
  std::string_view help;
  // The properties of its arguments, as JSON without the braces around; `page` and, where it takes a target, `ref` and
  // `target` are added.
  std::string_view arguments;
  std::vector<std::string_view> required;
  mcp::ToolHints hints;
  AgentAnswer (*run)(const ToolCall& call);
  enum class Set { Core, All } set = Set::Core;
  bool takes_target = false;
};

std::vector<AgentTool> browser_tools();  // one browser, its roles, what is around an element
std::vector<AgentTool> frame_tools();
std::vector<AgentTool> act_tools();
std::vector<AgentTool> look_tools();
std::vector<AgentTool> flow_tools();

// An element as it is called now, and as a flow will call it.
struct NamedElement {
  std::string now;
  std::string lasting;
  bool is_unsure = false;  // nothing describes it alone
};
// Of `ref` or `target` among the arguments, or under other names. Throws Error{Usage} where both or none is given.
NamedElement named_element(const ToolCall& call, AgentPage& page, const char* ref = "ref",
                           const char* target = "target");

// Does a step, made of an element's name, records it, and tells what changed.
using StepOf = std::function<Json(const std::string& element)>;
AgentAnswer do_step(const ToolCall& call, AgentPage& page, const NamedElement& element, const StepOf& step,
                    Milliseconds timeout = Milliseconds{0});
AgentAnswer do_step(const ToolCall& call, AgentPage& page, Json step, Milliseconds timeout = Milliseconds{0});

// A text of the agent's as flows write it.
std::string authored(const ToolCall& call, const char* key);

// A path for a file in `folder`. Throws Error{Usage} for a name that leads out of it.
std::string path_inside(const std::string& folder, const std::string& name, std::string_view what);

}  // namespace casement
