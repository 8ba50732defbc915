// The table of the tools for agents; each file has the rows for one purpose. Used by the server's own files.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/agent/agent_look.h"
#include "casement/agent/flow_reports.h"
#include "casement/mcp/features.h"

namespace casement {

struct ToolCall {  // the input of a tool
  Workspace& workspace;
  FlowReports& reports;
  mcp::Call& call;
  const Json& arguments;

  bool has(const char* key) const { return arguments.contains(key); }
  std::string text(const char* key, const char* otherwise = "") const { return arguments.value(key, otherwise); }
  // The number, clamped to ±2e9.
  int number(const char* key, int otherwise) const {
    return static_cast<int>(std::clamp(arguments.value(key, double(otherwise)), -2e9, 2e9));
  }
  bool flag(const char* key) const { return arguments.value(key, false); }
  AgentPage& page() const { return workspace.page(text("page")); }
};

struct AgentTool {
  // How the tool reports pages: not at all, as text, or as a page's state. This adds arguments and output properties.
  enum class Tells { Nothing, Text, Page };
  std::string_view name;
  std::string_view help;
  // The properties of its arguments, as JSON without the outer braces. `page`, the arguments for `tells`, and `ref` and
  // `target` if `takes_target`, are added.
  std::string_view arguments;
  std::vector<std::string_view> required;
  mcp::ToolHints hints;
  AgentAnswer (*run)(const ToolCall& call);
  Tells tells = Tells::Page;
  std::string_view output = "";  // the properties of its structured content, in the same form
  enum class Set { Core, All } set = Set::Core;
  bool takes_target = false;
  bool may_run_script = false;  // if the server's options allow scripts
};

std::vector<AgentTool> browser_tools();  // the browser, its users, and an element's surroundings
std::vector<AgentTool> frame_tools();
std::vector<AgentTool> act_tools();
std::vector<AgentTool> look_tools();
std::vector<AgentTool> flow_tools();

// The JSON Schemas of its arguments and of its answer.
Json input_schema(const AgentTool& tool);
Json output_schema(const AgentTool& tool);

// The options from the arguments `since`, `within` and `frame`.
LookOptions look_options(const ToolCall& call);
// Reports the page after an action. If that fails, the answer states that the action is done.
AgentAnswer look_after(const ToolCall& call, AgentPage& page, bool whole = false);

// Each step is made twice: for running it now, and for the recorded flow.
enum class StepFor { Now, Flow };

// The description of an element for a step on the current page, and the description for a flow.
struct ElementName {
  std::string for_this_page;
  std::string for_the_flow;
  bool is_unsure = false;  // no description identifies the element

  const std::string& name(StepFor purpose) const { return purpose == StepFor::Now ? for_this_page : for_the_flow; }
};
// From the arguments `ref` or `target`, or others with these meanings. Throws Error{Usage} unless exactly one is given.
ElementName element_name(const ToolCall& call, AgentPage& page, const char* ref = "ref", const char* target = "target");

// Runs steps, records them, and reports the changes. If a step led to a page that could not be opened, the answer is a
// failure with `is_done`.
using StepOf = std::function<Json(StepFor purpose)>;
AgentAnswer do_steps(const ToolCall& call, AgentPage& page, const std::function<void()>& steps);
AgentAnswer do_step(const ToolCall& call, AgentPage& page, const StepOf& step, bool is_unsure);
AgentAnswer do_step(const ToolCall& call, AgentPage& page, const ElementName& element, const StepOf& step);
AgentAnswer do_step(const ToolCall& call, AgentPage& page, Json step);
// Runs and records a step that only looks, with the agent's timeout.
void do_expectation(const ToolCall& call, AgentPage& page, Json step);
// The call's `timeout_ms`; 0: the page's default.
Milliseconds timeout_of(const ToolCall& call);

// A text from the agent in the notation of flows.
std::string authored(const ToolCall& call, const char* key);

// The path of a file in `folder`. Throws Error{Usage} for a name that leads out of the folder.
std::string path_inside(const std::string& folder, const std::string& name, std::string_view what);
// Writes a file into the output folder; the call's `overwrite` allows replacing a file. Throws Error{Usage} for a name
// that leads out of the folder or that exists already, Error{Environment} for a file that cannot be written.
void write_output(const ToolCall& call, const std::string& name, std::string_view bytes, std::string_view what,
                  unsigned mode = 0666);

}  // namespace casement
