// A run in its parts: the flows of 'setup', those that were chosen, and those of 'teardown'.
#pragma once

#include <functional>
#include <string>

#include "casement/results/run_collector.h"
#include "casement/runners/worker_pool.h"

namespace casement::runners {

// Runs all cases of the plan. Those of 'setup' run one after another. Where one of them does not pass, nothing but
// 'teardown' runs, and the run fails. 'teardown' also runs after an interrupted run, and has a minute of its own after
// a run that is late. `begin` is called once, as WorkerPool does.
PoolResult run_parts(const RunPlan& plan, results::RunCollector& collector, PoolOptions options,
                     const std::function<void(const std::string& browser)>& begin);

}  // namespace casement::runners
