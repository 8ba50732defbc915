#include "casement/flow/model/step_search.h"

#include <algorithm>
#include <vector>

namespace casement {
namespace {

bool has_step_in(const std::vector<FlowStep>& steps, std::string_view name) {
  return std::ranges::any_of(steps, [&](const FlowStep& step) {
    return step.entry.key.text == name || has_step_in(step.then_steps, name) || has_step_in(step.else_steps, name) ||
           (step.called != nullptr && has_step(*step.called, name));
  });
}

}  // namespace

bool has_step(const Flow& flow, std::string_view name) {
  return has_step_in(flow.before, name) || has_step_in(flow.steps, name) || has_step_in(flow.after, name);
}

}  // namespace casement
