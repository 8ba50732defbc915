// Which cases of the loaded flows a run is of, and the order they are run in.
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

// `text` in single quotes, for a POSIX shell; as it is where that is enough.
std::string shell_word(const std::string& text);

// By class name and name.
using CaseKey = std::pair<std::string, std::string>;

struct CaseFilter {
  std::optional<TagExpression> tags;
  std::vector<std::string> names;  // exact; any of them
  std::optional<Regex> pattern;    // found in "file › flow › case"
};

// Drops what the filter does not let through, and flows without cases.
// Throws Error{Usage} for a name that no case has, naming the nearest.
void select_cases(std::vector<Flow>& flows, const CaseFilter& filter);
// Those that failed in the run whose results are in this file; Error{Usage} where there is none.
std::set<CaseKey> failed_cases(const std::string& results_file);
// Their flows' files, in the order of that run; none where there was no such run.
std::vector<std::string> files_of_failed_cases(const std::string& results_file);

// A case of `flows` that is to be run, once.
struct ScheduledCase {
  const Flow* flow = nullptr;
  const FlowCase* flow_case = nullptr;
};

struct RunPlan {
  std::vector<results::Suite> suites;  // what is known of each case before it runs
  std::vector<ScheduledCase> cases;    // in the order of the suites' cases
  Shard shard;                         // that the cases are
  std::size_t selected = 0;            // cases of all shards
  // So many of `cases` are run before the others, from the first on, and so many after them, at the end.
  std::size_t set_up = 0, tear_down = 0;
};

struct PlanOptions {
  int repeat = 1;
  Shard shard;
  // Only these. The shards are those of all cases: which machine has a case does not depend on what
  // failed, so that each can run again what failed in its own part.
  std::optional<std::set<CaseKey>> among;
  FlowVariables variables;  // what --var said, for the commands that run a case again
  std::size_t order = 0;    // of the case before the first one, where reports are joined
};

// "shard 2/5: 3 of 14 cases"; "" if the run is not sharded.
std::string describe_shard(const RunPlan& plan);

// `flows` must outlive the plan. The shard's cases, counted over all flows in their order.
RunPlan plan_run(const std::vector<Flow>& flows, const PlanOptions& options);
// The same, with the flows that are run before and after those: each once, whatever is repeated or chosen, in each
// shard that has a case.
struct FlowsAround {
  const std::vector<Flow>&set_up, &tear_down;
};
RunPlan plan_run(const std::vector<Flow>& flows, const FlowsAround& around, PlanOptions options);

}  // namespace casement::runners
