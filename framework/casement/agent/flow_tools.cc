// Tools for turning actions into a test: show and save the steps so far as a flow, check and run flows.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/agent/agent_tools.h"
#include "casement/agent/fence.h"
#include "casement/agent/traced_flow.h"
#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/run/browser_flow.h"
#include "casement/flow/run/flow_runner.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/results/recorder.h"

namespace casement {
namespace {

constexpr const char* kRecorded = "Recorded session";

// The folder of a flow with this name, which need not exist.
std::string folder_of(const ToolCall& call, const std::string& name) {
  const std::string path = path_inside(call.workspace.options().output_folder, name, "the flow");
  return std::filesystem::path(path).parent_path().string();
}

AgentAnswer show_flow(const ToolCall& call) {
  AgentAnswer answer;
  answer.data["steps"] = call.workspace.recorded().size();
  answer.page_says = call.workspace.flow_text(call.text("name", kRecorded),
                                              folder_of(call, "x.flow.yaml"));  // contains names from the page
  return answer;
}

AgentAnswer save_flow(const ToolCall& call) {
  const std::string path = path_inside(call.workspace.options().output_folder, call.text("path"), "the flow");
  if (!path.ends_with(".flow.yaml")) throw Error(ErrorKind::Usage, "the name of a flow ends with .flow.yaml");
  const std::string folder = folder_of(call, call.text("path"));
  const std::string text = call.workspace.masked(call.workspace.flow_text(call.text("name", kRecorded), folder));
  // Throws for a flow that cannot be loaded, before it is written.
  parse_flow(path, text, {});
  write_output(call, call.text("path"), text, "the flow");
  AgentAnswer answer;
  answer.says = fmt::format("written: {} steps", call.workspace.recorded().size());
  answer.data["steps"] = call.workspace.recorded().size();
  return answer;
}

// Limits file access of flows, because the agent writes them.
std::shared_ptr<const FlowLimits> limits_of(const AgentOptions& options) {
  FlowLimits limits{{options.output_folder}, options.output_folder, "--allow-run"};
  if (!options.input_folder.empty()) limits.readable.push_back(options.input_folder);
  // Saved flows refer to the storage states of the session's users.
  for (const AgentUser& user : options.users) {
    if (!user.storage_state.empty()) limits.readable.push_back(user.storage_state);
  }
  return std::make_shared<const FlowLimits>(std::move(limits));
}

Flow loaded_flow(const ToolCall& call) {
  const std::string path = path_inside(call.workspace.options().output_folder, call.text("path"), "the flow");
  LoadOptions options;
  options.variables = {};
  for (const FlowVariable& one : call.workspace.options().secrets) options.variables.push_back(one);
  if (!call.workspace.options().run) options.limits = limits_of(call.workspace.options());
  options.files = files_of_continued_run(call.workspace.options().output_folder);
  Flow flow = load_flow(path, options);
  for (const FlowCase& one : flow.cases) plan_steps(flow, one);
  return flow;
}

AgentAnswer check_flow(const ToolCall& call) {
  const Flow flow = loaded_flow(call);
  return {fmt::format("no errors: {} cases", flow.cases.size())};
}

AgentAnswer run_saved(const ToolCall& call) {
  const Flow flow = loaded_flow(call);
  // A separate fence, because the flow's site may have the hosts of the live site at another port.
  Fence fence(call.workspace.options().access);
  TracedFlow traced(fence.source(call.workspace.options().launch));
  const std::stop_callback ends(call.call.stopped(), [&] { traced.interrupt(); });
  results::Recorder& recorder = traced.recorder();
  recorder.start_run({});
  recorder.start_suite(flow.name, flow.file);
  AgentAnswer answer;
  int failed = 0, done = 0;
  for (const FlowCase& one : flow.cases) {
    if (call.call.stopped().stop_requested()) break;
    traced.begin_case();
    run_flow_case(flow, one, traced, recorder);
    call.call.progress(++done, static_cast<double>(flow.cases.size()));
  }
  for (const results::Suite& suite : recorder.run().suites) {
    for (const results::Case& one : suite.cases) {
      if (one.failures.empty()) continue;
      ++failed;
      for (const results::Failure& failure : one.failures) {
        answer.page_says += fmt::format("{}: {}: {}\n", one.name, failure.type, failure.message);
      }
    }
  }
  if (failed > 0) {
    for (const std::string& one : fence.refusals()) answer.page_says += one + "\n";
  }
  recorder.finish_run(0);
  answer.says = fmt::format("{} of {} cases passed", done - failed, done);
  answer.data["failed"] = failed;
  FlowReport report = report_of(recorder.run());
  report.summary = answer.says;
  report.text = call.workspace.masked(report.text);
  for (std::string& trace : report.traces) trace = call.workspace.masked(trace);
  answer.data["report"] = call.reports.keep(call.call.session_key(), std::move(report));
  return answer;
}

}  // namespace

std::vector<AgentTool> flow_tools() {
  using enum AgentTool::Tells;
  constexpr mcp::ToolHints closed{true, false, true, false};
  constexpr std::string_view steps = R"("steps":{"type":"integer"})";
  constexpr std::string_view path = R"("path":{"type":"string","description":"NAME.flow.yaml"})";
  return {
      {"flow_show", "Returns the session as a flow", R"("name":{"type":"string"})", {}, closed, show_flow, Text, steps},
      {"flow_save",
       "Saves the session as a flow",
       R"("path":{"type":"string","description":"NAME.flow.yaml"},"name":{"type":"string"},"overwrite":{"type":"boolean"})",
       {"path"},
       {false, true, false, false},
       save_flow,
       Nothing,
       steps},
      {"flow_check", "Checks a flow without running it", path, {"path"}, closed, check_flow, Nothing},
      {"flow_run",
       "Runs a flow in a Chrome of its own",
       path,
       {"path"},
       {false, true},
       run_saved,
       Text,
       R"("failed":{"type":"integer"},"report":{"type":"string"})"},
  };
}

}  // namespace casement
