// Selects the cases of a run from the loaded flows, and their order.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/regex.h"
#include "casement/flow/model/flow.h"
#include "casement/results/model.h"
#include "casement/runners/shard.h"
#include "casement/runners/tag_expression.h"

namespace casement::runners {

// Class name and name.
using CaseKey = std::pair<std::string, std::string>;

struct CaseFilter {
  std::optional<TagExpression> tags;
  std::vector<std::string> names;  // exact names; a case matches any of them
  std::optional<Regex> pattern;    // found in "file › flow › case"
};

// Removes cases that do not match the filter, and flows without cases. Throws Error{Usage} for a name that no case has,
// and suggests the nearest name.
void select_cases(std::vector<Flow>& flows, const CaseFilter& filter);
// Returns the cases that failed or were not run in the run with this results file. Throws Error{Usage} without results,
// and Error{Environment} if the file exists but cannot be read.
std::set<CaseKey> failed_cases(const std::string& results_file);
// Returns the flow files of these cases, in the order of that run; empty if there was no such run.
std::vector<std::string> files_of_failed_cases(const std::string& results_file);

// A case of `flows` to run once.
struct ScheduledCase {
  const Flow* flow = nullptr;
  const FlowCase* flow_case = nullptr;
};

struct RunPlan {
  std::vector<results::Suite> suites;  // the fields of each case that are known before it runs
  std::vector<ScheduledCase> cases;    // in the order of the suites' cases
  Shard shard;                         // the shard to which the cases belong
  std::size_t selected = 0;            // number of cases in all shards
  // The first `set_up` of `cases` run before the others, and the last `tear_down` run after them.
  std::size_t set_up = 0, tear_down = 0;
};

// The parts of the command that runs a case again which do not depend on the case.
struct RerunCommand {
  std::string prefix = {};  // the working folder and the environment
  std::string program = "casement";
  std::string options = {};       // of `casement run`
  std::string bazel_target = {};  // the test of Bazel that runs the case; "" for none
};

struct PlanOptions {
  int repeat = 1;
  Shard shard;
  // Runs only these cases. Shards are computed from all cases, so that failures do not change which machine runs a
  // case: each machine can run its own failed cases again.
  std::optional<std::set<CaseKey>> among;
  FlowVariables variables;  // from --var, for the commands that run a case again
  std::size_t order = 0;    // of the case before the first one, if reports are merged
  RerunCommand rerun = {};
};

// "shard 2/5: 3 of 14 cases"; "" if the run is not sharded.
std::string describe_shard(const RunPlan& plan);

// Plans the shard's cases, counted over all flows in their order. `flows` must outlive the plan.
RunPlan plan_run(const std::vector<Flow>& flows, const PlanOptions& options);
// The same, with the flows that run before and after `flows`: each runs once in every shard that has a case, even if
// cases are repeated or selected.
struct FlowsAround {
  const std::vector<Flow>&set_up, &tear_down;
};
RunPlan plan_run(const std::vector<Flow>& flows, const FlowsAround& around, PlanOptions options);

}  // namespace casement::runners
