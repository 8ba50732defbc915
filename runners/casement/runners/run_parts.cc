#include "casement/runners/run_parts.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "casement/base/text.h"

namespace casement::runners {
namespace {

using results::Outcome;

// Runs cases one after another, in the order in which they are written.
PoolOptions in_order(PoolOptions options) {
  options.workers = 1;
  options.shuffle = false;
  options.max_failures = 0;
  return options;
}

// The deadline of the command line counts if it comes before that of the surroundings.
void take_own_deadline(PoolOptions& options) {
  const Deadline own = Deadline::in(std::chrono::seconds(options.deadline_seconds));
  if (own.when() > options.deadline.when()) return;
  options.deadline = own;
  options.deadline_name = fmt::format("--deadline, {} s", options.deadline_seconds);
}

// Returns why the cases that depend on the set-up cannot run; "" if all set-up cases have passed.
std::string why_not_set_up(const RunPlan& plan, results::RunCollector& collector) {
  for (std::size_t number = 0; number < plan.set_up; ++number) {
    const results::Case& one = collector.known(number);
    if (one.outcome == Outcome::Passed || one.outcome == Outcome::Flaky) continue;
    const bool was_skipped = one.outcome == Outcome::Skipped;
    return fmt::format("the setup flow '{}' {}{}", one.name, was_skipped ? "was skipped: " : "failed",
                       was_skipped ? one.skip_reason : "");
  }
  return "";
}

}  // namespace

PoolResult run_parts(const RunPlan& plan, results::RunCollector& collector, PoolOptions options,
                     const std::function<void(const std::string& browser)>& begin) {
  if (options.deadline_seconds > 0) take_own_deadline(options);
  const auto run = [&](CaseRange cases, const PoolOptions& how) {
    if (cases.begin == cases.end) return PoolResult();
    WorkerPool workers(plan, cases, collector, how, begin);
    return workers.run();
  };
  PoolOptions first = in_order(options);
  first.max_failures = 1;
  PoolResult result = run({0, plan.set_up}, first);
  const bool was_ended = result.signal != 0 || !result.late.empty() || result.broken;
  const std::size_t end = plan.cases.size() - plan.tear_down;
  if (const std::string why = was_ended ? "" : why_not_set_up(plan, collector); !why.empty()) {
    collector.add_run_error(why);  // also if all were skipped, because a run that did nothing is no success
    result.left_out = "not run: " + why;
  } else if (!was_ended) {
    result = run({plan.set_up, end}, options);
  }
  if (result.broken) return result;  // no browser is available
  PoolOptions last = in_order(std::move(options));
  if (!last.deadline.is_never()) last.deadline = Deadline::in(last.time_to_tear_down);
  PoolResult torn_down = run({end, plan.cases.size()}, last);
  if (result.signal == 0) result.signal = torn_down.signal;
  if (result.late.empty()) result.late = std::move(torn_down.late);
  result.broken = std::move(torn_down.broken);
  if (result.left_out.empty()) result.left_out = std::move(torn_down.left_out);
  return result;
}

}  // namespace casement::runners
