#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "casement/dom/dom_schema.h"
#include "casement/flow/describe/flow_schema.h"
#include "casement/flow/describe/project_schema.h"
#include "casement/runners/command.h"
#include "casement/runners/flow_loading.h"
#include "casement/site/site_schema.h"

namespace casement::runners {

void add_schema_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of flows, for completion in editors");
  const auto of_site = std::make_shared<bool>(false);
  CLI::Option* const site = command->add_flag("--site", *of_site, "Print the JSON Schema of site.yaml");
  const auto of_project = std::make_shared<bool>(false);
  command->add_flag("--project", *of_project, "Print the JSON Schema of casement.yaml")->excludes(site);
  const auto of_dom = std::make_shared<bool>(false);
  command->add_flag("--dom", *of_dom, "Print the JSON Schema of the output of casement dom --json")
      ->excludes(site)
      ->excludes("--project");
  const auto step_lists = std::make_shared<std::vector<std::string>>();
  add_steps_option(*command, *step_lists);
  command->get_option("--steps")->excludes(site)->excludes("--project")->excludes("--dom");
  command->callback([&action, of_site, of_project, of_dom, step_lists] {
    action = [of_site, of_project, of_dom, step_lists] {
      read_step_lists(*step_lists);
      std::cout << (*of_site      ? site::site_schema()
                    : *of_project ? project_schema()
                    : *of_dom     ? dom_schema()
                                  : flow_schema())
                << std::flush;
      return 0;
    };
  });
}

}  // namespace casement::runners
