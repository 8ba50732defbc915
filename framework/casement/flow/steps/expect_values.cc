// The expectation of variables' values.
#include <fmt/format.h>

#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/flow/model/variables.h"
#include "casement/flow/steps/expect_keys.h"
#include "casement/target/text_pattern.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

PlannedAction value_of(const ExpectKey& key, const YamlEntry& one) {
  const StepScope& scope = key.map.scope();
  const std::string& name = one.key.text;
  if (find_variable(scope.variables(), name) == nullptr)
    throw scope.source().error_at(one.key.place, unknown_variable(name, scope.variables()));
  const TextPattern pattern = scope.pattern_of(one);
  PlannedAction action = read_call(scope, one.key, {"expect.vars", (key.negated ? "not: " : "") + name}, nullptr);
  action.run = [name, pattern, negated = key.negated](StepRun& run) {
    const std::string* const value = find_variable(*run.variables, name);
    if (value != nullptr && TextMatcher(pattern).matches(*value) != negated) return;
    throw Error(ErrorKind::Assertion,
                fmt::format("expected the variable '{}' {} be {}, but it is {}", name, negated ? "not to" : "to",
                            describe(pattern), value == nullptr ? "not set" : json_quoted(shorten(*value, 200))));
  };
  return action;
}

std::vector<PlannedAction> values(const ExpectKey& key) {
  std::vector<PlannedAction> actions;
  for (const YamlEntry& one : read_some_map(key.map.scope().source(), key.entry).entries)
    actions.push_back(value_of(key, one));
  return actions;
}

}  // namespace

ExpectRow variables_row() {
  return {{"vars", ArgSpec::Shape::Map, "variables with their values, a text or an /expression/ each"},
          values,
          ExpectRow::About::Page,
          ExpectRow::Touches::Page};
}

}  // namespace casement
