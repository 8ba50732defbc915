#include "casement/agent/live_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/play/flow_page.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/results/recorder.h"

namespace casement {
namespace {

// The page for steps; collects nothing for reports.
class LivePage : public FlowPage {
 public:
  explicit LivePage(PageStack& pages) : pages_(pages) {}
  void act(const PageCall& call) override { pages_.run(call); }
  bool shows_now(const Target& target) override { return pages_.page().shows(target); }
  Seen see() override { return {}; }
  std::string screenshot() override { return {}; }
  std::vector<FrameFailure> frame_failures() override { return {}; }
  std::vector<ConsoleLine> console() override { return {}; }

 private:
  PageStack& pages_;
};

class NoEnvironment : public FlowEnvironment {
 public:
  std::unique_ptr<FlowPage> start_case(const Flow&, const FlowCase&) override {
    throw Error(ErrorKind::Usage, "this step works only in a flow; write one and call flow_run");
  }
  void add_route(const SiteRule&) override {
    throw Error(ErrorKind::Usage, "this step works only in a flow; write one and call flow_run");
  }
};

}  // namespace

std::string literal_text(std::string_view text) {
  std::string literal;
  for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${")) {
    literal.append(text.substr(0, at)).append("$${");
    text.remove_prefix(at + 2);
  }
  return literal.append(text);
}

std::string authored_text(std::string_view text, const FlowVariables& secrets) {
  std::string authored;
  while (true) {
    const std::size_t at = text.find("${");
    authored += text.substr(0, at);
    if (at == std::string_view::npos) return authored;
    text.remove_prefix(at);
    const std::size_t end = text.find('}');
    constexpr std::string_view begin = "${secret:";
    if (text.starts_with(begin) && end != std::string_view::npos) {
      const std::string name(text.substr(begin.size(), end - begin.size()));
      if (find_variable(secrets, name) == nullptr) {
        throw Error(ErrorKind::Usage, fmt::format("there is no secret '{}'", name));
      }
      authored += "${" + name + "}";
      text.remove_prefix(end + 1);
    } else {
      authored += "$${";
      text.remove_prefix(2);
    }
  }
}

Json authored_value(const Json& value, const FlowVariables& secrets) {
  if (value.is_string()) return authored_text(value.get<std::string>(), secrets);
  if (!value.is_structured()) return value;
  Json authored = value;
  for (Json& one : authored) one = authored_value(one, secrets);
  return authored;
}

void run_live_step(PageStack& pages, const Json& step, const FlowVariables& secrets, Milliseconds timeout) {
  Json content{{"flow", "session"}, {"steps", Json::array({step})}};
  for (const FlowVariable& one : secrets) {
    content["vars"][one.name] = "";
    content["secrets"].push_back(one.name);
  }
  LoadOptions options;
  options.from_environment = false;
  options.variables = secrets;
  try {
    Flow flow = flow_of_json("session.flow.yaml", content, options);
    const FlowCase& one = flow.cases.front();
    FlowVariables variables = one.variables;
    const StepContext context = first_context(flow, one, variables);
    FlowStep& only = flow.steps.front();
    only.options.timeout = timeout;
    const Deadline deadline = Deadline::in(timeout);
    PlannedStep planned = bind_step(context, only);
    LivePage page(pages);
    NoEnvironment environment;
    results::Recorder recorder(std::vector<results::Sink*>{});
    recorder.start_run({});
    recorder.start_suite(flow.name, flow.file);
    recorder.start_case({});
    StepRun run{page, environment, recorder, &variables};
    for (std::size_t i = 0; i < planned.actions.size(); ++i) {
      if (i > 0 && timeout.count() > 0) {  // each action gets the rest of the step's timeout
        only.options.timeout = std::max(Milliseconds{1}, deadline.remaining());
        planned = bind_step(context, only);
      }
      planned.actions[i].run(run);
    }
  } catch (const Error& error) {
    // The caller of a tool passed wrong arguments; the place in a file would be meaningless.
    if (error.kind() == ErrorKind::Authoring && error.place()) throw Error(ErrorKind::Usage, error.problem());
    throw;
  }
}

}  // namespace casement
