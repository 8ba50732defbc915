// Loads the flows of a command, with the variables of its command line, and reports every authoring error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/model/flow.h"
#include "casement/runners/project_files.h"

namespace CLI {
class App;
}

namespace casement::runners {

// The default folder for reports, and the folder in it for files of flows.
inline constexpr const char* kUsualReportFolder = "build/reports";
inline constexpr const char* kFilesOfReports = "files";

struct FlowLoading {
  std::vector<std::string> variables;      // NAME=VALUE
  std::uint64_t seed = 0;                  // of random(…) and uuid()
  std::string base_url = {};               // replaces the base URL of the flows
  std::string har = {};                    // an archive that replaces those of the flows' `use`; "": does not
  std::string har_others = "fail";         // requests that it lacks: "fail" or "pass"
  bool with_sites = false;                 // a site without a folder is an error
  std::string environment = {};            // of casement.yaml; "" for no environment
  std::vector<std::string> projects = {};  // of casement.yaml; empty: all projects
  bool files_may_come = false;             // see LoadOptions
  bool with_flows_around = false;          // also load the flows of casement.yaml's 'setup' and 'teardown'
  std::string files_folder = {};           // the run's output folder; "": `files` in the report folder
  std::string report_folder = {};          // "": the folder of casement.yaml, or the default
  bool reads_earlier_files = false;        // also use files that earlier runs wrote
};

// Adds --var, --base-url, --env and --project.
void add_loading_options(CLI::App& command, FlowLoading& loading);

// Adds --steps, the lists of custom steps.
void add_steps_option(CLI::App& command, std::vector<std::string>& files);
// Reads these lists. Throws Error{Usage} for a file that is not such a list. Errors of unknown steps then name --steps.
void read_step_lists(const std::vector<std::string>& files);
// For commands that run flows: errors of unknown steps then name the program that defines the step.
void explain_custom_steps();

struct LoadedFlows {
  std::vector<Flow> flows;
  std::vector<Flow> set_up = {}, tear_down = {};  // in the order of casement.yaml; not included in `flows`
  std::size_t bad = 0;                            // files that could not be loaded
  std::vector<Error> problems;                    // of these files, by file and place
  std::shared_ptr<const Project> project = {};    // the settings of casement.yaml for the run; null without the file
};

// Throws Error{Usage} for a variable that is not NAME=VALUE.
FlowVariables variables_of(const FlowLoading& loading);
LoadOptions load_options_of(const FlowLoading& loading);
// Throws Error{Usage} for a variable that no flow declares.
void require_declared(const std::vector<Flow>& flows, const FlowVariables& variables);

// Throws Error{Usage} for a file that cannot be read, for a variable that is not NAME=VALUE or that no flow declares,
// and for an environment or project that casement.yaml does not have. Prints warnings about misspelt variables of the
// environment on standard error.
LoadedFlows read_flows(const std::vector<std::string>& files, const FlowLoading& loading);
// The same; also prints the problems on standard error.
LoadedFlows load_flows(const std::vector<std::string>& files, const FlowLoading& loading);

}  // namespace casement::runners
