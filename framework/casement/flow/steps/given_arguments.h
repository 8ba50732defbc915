// The arguments that a flow gives to a custom step. Plain data.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "casement/base/duration.h"
#include "casement/flow/steps/custom_step.h"
#include "casement/target/target.h"

namespace casement {

// The value of an argument; the alternative depends on its kind.
using StepValue = std::variant<std::string, std::vector<std::string>, int, bool, Milliseconds, Target>;

struct GivenArguments {
  const CustomStep& step;  // outlives this object
  std::map<std::string, StepValue> values = {};
  Milliseconds timeout{0};  // of the step; 0 if the flow sets none
};

}  // namespace casement
