// The one table of steps. The loader's checks, the nearest word in its messages, the plan and what
// it runs all come from here, and so does whatever describes the language to people and editors.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/spec/arg_spec.h"
#include "casement/flow/steps/step_plan.h"

namespace casement {

class StepScope;

// What a step's argument looks like.
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

// The steps beside a step, that it runs.
enum class StepBlocks { None, Steps, ThenElse };

struct StepSpec {
  std::string_view name;
  ArgumentShape shape = ArgumentShape::Text;
  std::string_view help;     // one sentence
  std::string_view example;  // an argument, as it is written after the name
  // Reads the argument with the case's values put in. Throws Error{Authoring}.
  PlannedStep (*parse)(const StepScope& scope) = nullptr;
  // Of an argument that is a map, all of one that holds names with texts if there are none. An
  // argument that is no map says what the first of them would.
  std::vector<ArgSpec> keys = {};
  StepBlocks blocks = StepBlocks::None;
  // Keys of which a map has one and no other; of which it may have one.
  std::vector<std::string> exactly_one = {}, at_most_one = {};
};

// A key beside any step.
struct StepOption {
  ArgSpec key;
  std::string_view example;
};
std::span<const StepOption> step_options();

std::span<const StepSpec> step_table();
// nullptr if there is none.
const StepSpec* find_step_kind(std::string_view name);
std::vector<std::string> step_names();

}  // namespace casement
