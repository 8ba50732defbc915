// A flow as it was authored and checked: plain data, safe to share between threads once loaded.
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

// What may stand beside any step. A block's holds for all that is in it.
struct StepOptions {
  std::optional<YamlNode> label;   // instead of the title that reports would show
  std::optional<YamlNode> within;  // an element that targets are inside of
  std::optional<YamlNode> frame;   // `in`: the frame that targets are in
  std::string role;                // `as`; "" for that of the steps around
  YamlPlace role_place;            // where it stands
  Milliseconds timeout{0};         // 0: that of the steps around
  bool optional = false;           // may fail: the run goes on, and the case does not fail for it
  bool soft = false;               // when it fails the run goes on, and the case has failed
};

// One step as it stands in the file; its texts still hold their ${names}.
struct FlowStep {
  const StepSpec* kind = nullptr;  // in the step table
  YamlEntry entry;                 // the step's name and its argument
  StepOptions options;
  results::SourcePlace where;
  std::vector<FlowStep> then_steps;    // of `if`, and of every other block
  std::vector<FlowStep> else_steps;    // of `if`
  std::shared_ptr<const Flow> called;  // of `run`; shared by all that run it, never changes
};

struct FlowCase {    // one row of `cases`
  std::string name;  // as it is shown: without secrets
  std::string authored_name;
  std::vector<std::string> tags;  // the flow's and its own
  FlowVariables variables;        // all of them, with this case's values
  results::SourcePlace where;
  std::vector<std::string> secrets;  // values that no report may show
  std::string skip;                  // why it is not run; "" where it is
  std::string expected_failure;      // why it has to fail; "" where it has to pass
  TextFunctions functions;           // with the case's own stream of random numbers
  std::string base_url;              // what addresses without a host are put behind; "" for nothing
  CaseOptions options;               // of its page and roles
  // Whose page it has; nothing for a Chrome's, and where a value is known only when the case runs.
  std::optional<ApplicationSettings> application;
};

struct Flow {
  std::string name;
  std::string file;  // as it was named to the loader
  std::vector<std::string> tags;
  std::string site;                  // a folder's name in the sites' folder; "" for none
  YamlPlace site_place;              // where the flow says it
  bool has_application = false;      // its cases' pages are an application's
  std::optional<YamlNode> base_url;  // put before URLs that start with '/', as it was authored; see base_url.h
  std::string
      base_url_of_run;  // what --base-url or CASEMENT_BASE_URL says in its place, also to the flows that it runs
  FramePolicy frames;
  Milliseconds frame_timeout{0};     // 0: the page's default
  Milliseconds timeout{0};           // of each step; 0: the page's default
  Milliseconds case_timeout{0};      // of each case, with all its steps; 0: none
  int retries = -1;                  // of a case that failed; -1: as the run says
  std::set<std::string> locks;       // cases that have one in common never run at the same time
  std::set<std::string> roles;       // their names; what they are, each case says
  std::vector<std::string> secrets;  // names of variables whose values no report shows
  // Of all cases: a page may show in one what it was given in another. Short ones only in their own.
  std::vector<std::string> secret_values;
  results::SecretRedactor redactor;  // of these
  std::vector<FlowCase> cases;
  std::vector<FlowStep> before;
  std::vector<FlowStep> steps;
  std::vector<FlowStep> after;      // run whatever became of the steps
  std::vector<YamlEntry> declared;  // `vars`: names, and values as they were authored
  FlowVariables of_run;             // what --var says, also to the flows that this one runs
  FlowVariables environment;        // CASEMENT_VAR_NAME as they were when the flow was loaded, also for those
  results::SourcePlace where;

  std::shared_ptr<const Project> project;  // that it belongs to; null for none
  bool files_may_come = false;             // see LoadOptions
  std::shared_ptr<const RunFiles> files;   // where it writes and reads files; null: it has no output folder
  PlannedFiles planned_files;              // of all cases, with the flows that it runs
  std::shared_ptr<const FlowLimits> limits = nullptr;
  bool has_unknown_cases = false;  // its table of cases is not there yet; one case stands for them

  // Shared by copies of a flow: messages point into it. Never changes.
  std::shared_ptr<const YamlSource> source;
};

}  // namespace casement
