// The one table of steps. The loader's checks, the nearest word in its messages, the plan and what
// it runs all come from here, and so does whatever describes the language to people and editors.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/step_plan.h"

namespace casement {

class StepScope;

// What a step's argument looks like.
enum class ArgumentShape {
  Text,
  OptionalText,
  Target,
  TargetToText,   // a map with one or more entries, in order
  TargetToTexts,  // the same; a value may be a list
  TextOrMap,
  Map,
};

struct StepKind {
  std::string_view name;
  ArgumentShape shape = ArgumentShape::Text;
  std::string_view help;     // one sentence
  std::string_view example;  // an argument, as it is written after the name
  // Reads the argument with the case's values put in. Throws Error{Authoring}.
  PlannedStep (*parse)(const StepScope& scope) = nullptr;
};

std::span<const StepKind> step_table();
// nullptr if there is none.
const StepKind* find_step_kind(std::string_view name);
std::vector<std::string> step_names();

}  // namespace casement
