#include <fmt/format.h>

#include "casement/flow/step_parsers.h"
#include "casement/flow/yaml_reads.h"

namespace casement {

PlannedStep parse_if(const StepScope& scope) {
  static const std::vector<std::string> known{"visible", "gone", "var", "is"};
  const YamlEntry& entry = scope.entry();
  check_keys(scope.source(), entry.value, known, "'if'");
  const YamlEntry* visible = entry.value.find("visible");
  const YamlEntry* gone = entry.value.find("gone");
  const YamlEntry* variable = entry.value.find("var");
  const YamlEntry* is = entry.value.find("is");
  const int conditions = (visible != nullptr) + (gone != nullptr) + (variable != nullptr);
  if (conditions != 1) {
    throw scope.source().error_at(entry.key.place,
                                  "'if' needs one condition: visible, gone or var");
  }
  if (is != nullptr && variable == nullptr) {
    throw scope.source().error_at(is->key.place, "'is' compares a variable and needs 'var'");
  }

  PlannedStep step;
  if (variable != nullptr) {
    const std::string& name = read_text(scope.source(), *variable);
    const std::string* value = find_variable(scope.variables(), name);
    if (value == nullptr) {
      throw scope.source().error_at(variable->value.place,
                                    unknown_variable(name, scope.variables()));
    }
    const bool holds = is != nullptr ? *value == scope.text_of(*is)
                                     : !value->empty() && *value != "false" && *value != "no";
    step.condition = [holds](StepRun&) { return holds; };
    step.title = is != nullptr ? fmt::format("{} is {}", name, scope.text_of(*is)) : name;
  } else {
    const bool wanted = visible != nullptr;
    Target target = scope.target_of(wanted ? *visible : *gone);
    step.title = fmt::format("{} {}", wanted ? "visible" : "gone", target.text());
    step.condition = [target = std::move(target), wanted](StepRun& run) {
      return run.page.shows_now(target) == wanted;
    };
  }
  const PlannedAction line = scope.action(entry.key, step.title, "if", nullptr);
  step.title = line.title;
  step.where = line.where;
  return step;
}

PlannedStep parse_log(const StepScope& scope) {
  PlannedStep step;
  step.actions.push_back(
      scope.action(scope.entry().key, scope.text(scope.entry().value), "log", [](StepRun&) {}));
  return step;
}

}  // namespace casement
