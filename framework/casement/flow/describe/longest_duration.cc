#include "casement/flow/describe/longest_duration.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "casement/flow/steps/step_plan.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kStart{40};  // browser, context, page, evidence and end
constexpr Milliseconds kOtherwise{5000};    // of a step without a timeout
// Nested blocks would add up to days. For a longer case, pass TIMEOUT to the CMake function that adds the test.
constexpr std::chrono::hours kLongest{1};

Milliseconds bounded(Milliseconds duration) {
  return std::min<Milliseconds>(duration, kLongest);
}

Milliseconds sum(const std::vector<PlannedStep>& steps);

Milliseconds longest(const PlannedStep& step) {
  using Kind = PlannedBlock::Kind;
  Milliseconds timeout = step.inside.timeout;
  if (timeout.count() == 0) timeout = step.inside.flow->timeout;
  if (timeout.count() == 0) timeout = kOtherwise;
  const Milliseconds then = sum(step.then_steps);
  const Milliseconds condition = step.block.condition ? timeout : Milliseconds(0);
  switch (step.block.kind) {
    case Kind::None:
      return timeout * std::max<std::size_t>(step.actions.size(), 1);
    case Kind::Group:  // also a step that only a run can bind
      if (step.then_steps.empty()) return timeout;
      return std::max(then, sum(step.else_steps));
    case Kind::Branch:
      return condition + std::max(then, sum(step.else_steps));
    case Kind::Repeat:
    case Kind::Retry:
      return (condition + then) * std::max(step.block.times, 1);
    case Kind::ForEach:
      return then * std::max<std::size_t>(step.block.items.size(), 1);
    case Kind::Call:
    case Kind::Overlay:  // counted once, because the number of appearances is unknown
      return then;
  }
  return timeout;
}

Milliseconds sum(const std::vector<PlannedStep>& steps) {
  Milliseconds total{0};
  for (const PlannedStep& step : steps) total = bounded(total + bounded(longest(step)));
  return total;
}

}  // namespace

Milliseconds longest_duration(const Flow& flow, const FlowCase& flow_case) {
  const Milliseconds application = flow_case.application ? flow_case.application->timeout : Milliseconds(0);
  const Milliseconds once = kStart + application + sum(plan_steps(flow, flow_case));
  return bounded(once * (1 + std::max(flow.retries, 0)));
}

}  // namespace casement
