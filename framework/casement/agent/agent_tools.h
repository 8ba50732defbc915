// The table of the tools that agents get, in files of rows by what they are for. Used by the server's own files.
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

struct ToolCall {  // what a tool works with
  Workspace& workspace;
  FlowReports& reports;
  mcp::Call& call;
  const Json& arguments;

  bool has(const char* key) const { return arguments.contains(key); }
  std::string text(const char* key, const char* otherwise = "") const { return arguments.value(key, otherwise); }
  // The nearest that there is, of one that is too large.
  int number(const char* key, int otherwise) const {
    return static_cast<int>(std::clamp(arguments.value(key, double(otherwise)), -2e9, 2e9));
  }
  bool flag(const char* key) const { return arguments.value(key, false); }
  AgentPage& page() const { return workspace.page(text("page")); }
};

struct AgentTool {
  // What it tells of pages, which decides more of its arguments and of its output: nothing, a text, or what a page
  // shows.
  enum class Tells { Nothing, Text, Page };
  std::string_view name;
  std::string_view help;
  // The properties of its arguments, as JSON without the braces around; `page`, what `tells` decides and, where it
  // takes a target, `ref` and `target` are added.
  std::string_view arguments;
  std::vector<std::string_view> required;
  mcp::ToolHints hints;
  AgentAnswer (*run)(const ToolCall& call);
  Tells tells = Tells::Page;
  std::string_view output = "";  // the properties of its structured content, in the same way
  enum class Set { Core, All } set = Set::Core;
  bool takes_target = false;
  bool may_run_script = false;  // if the server's options allow scripts
};

std::vector<AgentTool> browser_tools();  // one browser, its roles, what is around an element
std::vector<AgentTool> frame_tools();
std::vector<AgentTool> act_tools();
std::vector<AgentTool> look_tools();
std::vector<AgentTool> flow_tools();

// The JSON Schemas of what it takes and of what it answers.
Json input_schema(const AgentTool& tool);
Json output_schema(const AgentTool& tool);

// What a call's `since`, `within` and `frame` ask for.
LookOptions look_options(const ToolCall& call);
// Tells of the page after something was done there: where that fails, the answer says that it is done.
AgentAnswer look_after(const ToolCall& call, AgentPage& page, bool whole = false);

// A step is made twice: as it is done now, and as a flow will do it.
enum class StepFor { Now, Flow };

// An element as it is called now, and as a flow will call it.
struct NamedElement {
  std::string now;
  std::string lasting;
  bool is_unsure = false;  // nothing describes it alone

  const std::string& name(StepFor purpose) const { return purpose == StepFor::Now ? now : lasting; }
};
// Of `ref` or `target` among the arguments, or under other names. Throws Error{Usage} where both or none is given.
NamedElement named_element(const ToolCall& call, AgentPage& page, const char* ref = "ref",
                           const char* target = "target");

// Does a step, records it, and tells what changed. If the step led to a page that could not be opened, the answer is a
// failure that is done.
using StepOf = std::function<Json(StepFor purpose)>;
AgentAnswer do_steps(const ToolCall& call, AgentPage& page, const std::function<void()>& steps);
AgentAnswer do_step(const ToolCall& call, AgentPage& page, const StepOf& step, bool is_unsure);
AgentAnswer do_step(const ToolCall& call, AgentPage& page, const NamedElement& element, const StepOf& step);
AgentAnswer do_step(const ToolCall& call, AgentPage& page, Json step);
// Runs and records a step that only looks, with the time that the agent gives it.
void do_expectation(const ToolCall& call, AgentPage& page, Json step);
// The call's `timeout_ms`; 0: the page's default.
Milliseconds timeout_of(const ToolCall& call);

// A text of the agent's as flows write it.
std::string authored(const ToolCall& call, const char* key);

// A path for a file in `folder`. Throws Error{Usage} for a name that leads out of it.
std::string path_inside(const std::string& folder, const std::string& name, std::string_view what);
// Writes a file into the output folder; the call's `overwrite` allows to replace one. Throws Error{Usage} for a name
// that leads out of the folder or that is there already, Error{Environment} for a file that cannot be written.
void write_output(const ToolCall& call, const std::string& name, std::string_view bytes, std::string_view what,
                  unsigned mode = 0666);

}  // namespace casement
