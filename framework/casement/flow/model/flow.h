// A flow as authored and checked. Plain data, safe to share between threads once loaded.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/flow/model/application_settings.h"
#include "casement/flow/model/case_options.h"
#include "casement/flow/model/flow_limits.h"
#include "casement/flow/model/planned_files.h"
#include "casement/flow/model/project.h"
#include "casement/flow/model/run_files.h"
#include "casement/flow/model/variables.h"
#include "casement/frames/frame_policy.h"
#include "casement/results/model.h"
#include "casement/results/secret_redactor.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

struct Flow;
struct StepSpec;

// The keys beside a step. `within`, `in`, `as` and `timeout` of a block also apply to the steps in the block.
struct StepOptions {
  std::optional<YamlNode> label;   // replaces the title in reports
  std::optional<YamlNode> within;  // an element that contains the targets
  std::optional<YamlNode> frame;   // `in`: the frame of the targets
  std::string user;                // `as`; "": the user of the enclosing steps
  YamlPlace role_place;
  Milliseconds timeout{0};  // 0: the timeout of the enclosing steps
  bool optional = false;    // a failure is only a warning, and the run continues
  bool soft = false;        // after a failure the run continues, but the case has failed
};

// A step as written in the file; its texts still contain ${names}.
struct FlowStep {
  const StepSpec* kind = nullptr;  // a row of the step table
  YamlEntry entry;                 // the step's name and its argument
  StepOptions options;
  results::SourcePlace where;
  std::vector<FlowStep> then_steps;    // of `if` and of every other block
  std::vector<FlowStep> else_steps;    // of `if`
  std::shared_ptr<const Flow> called;  // of `run`; shared by all callers, never changes
};

struct FlowCase {    // one row of `cases`
  std::string name;  // for display: without secrets
  std::string authored_name;
  std::vector<std::string> tags;  // of the flow and of the case
  FlowVariables variables;        // all, with the case's values
  results::SourcePlace where;
  std::vector<std::string> secrets;  // values to mask in reports
  std::string skip;                  // why the case is skipped; "": runs
  std::string expected_failure;      // why the case must fail; "": must pass
  TextFunctions functions;           // with the case's own random numbers
  std::string base_url;              // put before addresses without a host; "": none
  CaseOptions options;               // for its page and users
  // The application whose page the case acts on; unset for pages of Chrome, and if a value is known only when the case
  // runs.
  std::optional<ApplicationSettings> application;
};

struct Flow {
  std::string name;
  std::string file;  // as named to the loader
  std::vector<std::string> tags;
  std::string site;                  // a folder's name in the sites' folder; "" for none
  YamlPlace site_place;              // in the flow
  bool has_application = false;      // its cases act on an application's page
  std::optional<YamlNode> base_url;  // put before URLs that start with '/', as written; see base_url.h
  std::string base_url_of_run;       // from --base-url or CASEMENT_BASE_URL; overrides `base_url`, also in called flows
  std::optional<HarFile> har_of_run;  // from --har; overrides `har` of `use`, also in called flows
  FramePolicy frames;
  Milliseconds frame_timeout{0};     // 0: the page's default
  Milliseconds timeout{0};           // of each step; 0: the page's default
  Milliseconds case_timeout{0};      // of each case with all its steps; 0: no limit
  int retries = -1;                  // of a failed case; -1: the run's number
  std::set<std::string> locks;       // cases with a common lock never run at the same time
  std::set<std::string> users;       // names only; each case has the options
  std::vector<std::string> secrets;  // names of variables with secret values
  // Secret values of all cases, because a page may show in one case a value from another. Values below 4 bytes count
  // only in their own case.
  std::vector<std::string> secret_values;
  results::SecretRedactor redactor;  // of `secret_values`
  std::vector<FlowCase> cases;
  std::vector<FlowStep> before;
  std::vector<FlowStep> steps;
  std::vector<FlowStep> after;      // run even after a failure
  std::vector<YamlEntry> declared;  // `vars`: names and values as written
  FlowVariables of_run;             // from --var, also for called flows
  FlowVariables environment;        // CASEMENT_VAR_NAME at loading time, also for called flows
  results::SourcePlace where;

  std::shared_ptr<const Project> project;  // null: none
  bool files_may_come = false;             // see LoadOptions
  std::shared_ptr<const RunFiles> files;   // where files are written and read; null: no output folder
  PlannedFiles planned_files;              // of all cases, with called flows
  std::shared_ptr<const FlowLimits> limits = nullptr;
  bool has_unknown_cases = false;  // the table of cases does not exist yet; one case stands in

  // Messages point into the source, so copies of a flow share it. Never changes.
  std::shared_ptr<const YamlSource> source;
};

}  // namespace casement
