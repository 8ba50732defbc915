// The flows and cases that a command line selects.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "casement/flow/model/flow.h"
#include "casement/flow/model/project.h"
#include "casement/runners/case_selection.h"
#include "casement/runners/run_options.h"

namespace casement::runners {

struct SelectedFlows {
  std::vector<Flow> flows, set_up, tear_down;
  std::shared_ptr<const Project> project;  // settings of casement.yaml for the run; null without the file
  // Bazel's --test_filter leaves no case: why the run passes without one; else "".
  std::string nothing_to_run = {};
};

bool need_browser(const SelectedFlows& selected);

// The file with the results of the last run.
std::string results_of_last_run(const RunOptions& options);

// Also takes settings of casement.yaml into the options. Adds the errors of flows that cannot be run to `problems`.
// Throws Error{Authoring} for such flows, and Error{Usage} if no case is selected.
SelectedFlows select_flows(RunOptions& options, std::vector<std::string>& problems);

// Throws Error{Usage} if --last-failed selects no case, and for an invalid shard. `selected` must outlive the plan.
RunPlan plan_cases(const SelectedFlows& selected, const RunOptions& options);

}  // namespace casement::runners
