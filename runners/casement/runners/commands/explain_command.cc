#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/describe/flow_explanation.h"
#include "casement/runners/case_selection.h"
#include "casement/runners/command.h"
#include "casement/runners/explanation_text.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"

namespace casement::runners {
namespace {

struct ExplainOptions {
  std::vector<std::string> paths;
  std::vector<std::string> cases;
  FlowLoading loading;
  std::vector<std::string> step_lists;
  bool json = false;
};

int explain(const ExplainOptions& options) {
  read_step_lists(options.step_lists);
  LoadedFlows loaded = load_flows(find_flow_files(options.paths), options.loading);
  if (loaded.bad > 0) return static_cast<int>(ExitCode::Usage);
  CaseFilter filter;
  filter.names = options.cases;
  select_cases(loaded.flows, filter);
  nlohmann::ordered_json explained = nlohmann::ordered_json::array();
  for (const Flow& flow : loaded.flows) explained.push_back(explain_flow(flow));
  if (options.json) {
    std::cout << explained.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    return 0;
  }
  bool is_first = true;
  for (const nlohmann::ordered_json& flow : explained) {
    std::cout << (is_first ? "" : "\n\n") << explanation_text(flow);
    is_first = false;
  }
  return 0;
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand("explain", "Print what each case of a flow does, without a browser");
  command->add_option("flows", options->paths, "Explain these flow files, folders with *.flow.yaml, or patterns");
  command->add_option("--case", options->cases, "Explain only cases with this name")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "Print JSON instead of text");
  add_loading_options(*command, options->loading);
  add_steps_option(*command, options->step_lists);
  command->callback([=, &action] { action = [=] { return explain(*options); }; });
}

}  // namespace casement::runners
