// The table of all steps. The loader's checks, the hints in messages, the plan, its execution, and the schema for
// people and editors all use the table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/spec/arg_spec.h"
#include "casement/flow/steps/step_plan.h"

namespace casement {

struct CustomStep;
class StepScope;

// The shape of a step's argument.
enum class ArgumentShape {
  Nothing,
  NothingOrMap,
  Text,
  OptionalText,
  OptionalTextOrMap,
  Flag,
  Texts,  // a text counts as a list of one
  Target,
  TargetOrMap,
  TargetToText,   // a map with one or more entries, in order
  TargetToTexts,  // the same; a value may be a list
  TextOrMap,
  Map,
  Steps,
};

// The keys beside a step with inner steps to run.
enum class StepBlocks { None, Steps, ThenElse };

struct StepSpec {
  std::string_view name;
  ArgumentShape shape = ArgumentShape::Text;
  std::string_view help;     // one sentence
  std::string_view example;  // an argument, as written after the name
  // Reads the argument with the case's values put in. Throws Error{Authoring}.
  PlannedStep (*parse)(const StepScope& scope) = nullptr;
  // For an argument that is a map; without keys, the map contains names with texts. An argument that is not a map is a
  // value of the first key.
  std::vector<ArgSpec> keys = {};
  StepBlocks blocks = StepBlocks::None;
  // A map needs exactly one of the first keys, and at most one of the second.
  std::vector<std::string> exactly_one = {}, at_most_one = {};
  const CustomStep* custom = nullptr;  // null for steps of Casement
};

// A key beside any step.
struct StepOption {
  ArgSpec key;
  std::string_view example;
};
std::span<const StepOption> step_options();

// The steps of Casement.
std::span<const StepSpec> step_table();
// The same and the custom steps (custom_step_table.h), in the order in which they were added.
std::vector<const StepSpec*> all_step_kinds();
// Returns nullptr for an unknown name.
const StepSpec* find_step_kind(std::string_view name);
std::vector<std::string> step_names();

}  // namespace casement
