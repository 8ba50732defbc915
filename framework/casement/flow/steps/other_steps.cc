#include "casement/flow/steps/step_parsers.h"

namespace casement {

PlannedStep parse_log(const StepScope& scope) {
  PlannedStep step;
  step.actions.push_back(scope.action(scope.entry().key, scope.text(scope.entry().value), "log", [](StepRun&) {}));
  return step;
}

PlannedStep parse_pause(const StepScope& scope) {
  const YamlNode& node = scope.entry().value;
  const std::string why = node.is_text() ? scope.text(node) : "";
  PlannedStep step;
  step.actions.push_back(scope.action(scope.entry().key, why, "pause", [why](StepRun& run) {
    run.environment.pause(why.empty() ? "pause" : run.recorder.masked(why));
  }));
  return step;
}

}  // namespace casement
