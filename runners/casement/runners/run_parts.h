// Runs the parts of a run: the flows of 'setup', the selected flows, and the flows of 'teardown'.
#pragma once

#include <functional>
#include <string>

#include "casement/results/run_collector.h"
#include "casement/runners/worker_pool.h"

namespace casement::runners {

// Runs all cases of the plan. Cases of 'setup' run one after another. If such a case does not pass, only 'teardown'
// runs, and the run fails. 'teardown' also runs after an interrupted or late run, but not if no browser is available.
// If the run has a deadline, 'teardown' has one minute, whatever time is left. Each part with cases calls `begin` once,
// as WorkerPool does, so `begin` may be called three times.
PoolResult run_parts(const RunPlan& plan, results::RunCollector& collector, PoolOptions options,
                     const std::function<void(const std::string& browser)>& begin);

}  // namespace casement::runners
