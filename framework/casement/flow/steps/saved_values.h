// Values that steps put into variables, for the steps behind them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/steps/step_map.h"

namespace casement {

// A text as it is, anything else as JSON.
std::string as_text(const nlohmann::json& value);

// The variable that 'to' names. Throws Error{Authoring} where that cannot be a name.
std::string variable_to_set(const StepMap& map);
// Throws Error{Authoring} at `place` where `name` cannot be a variable's; `what` names it in the message: "'to'".
void check_variable_name(const StepScope& scope, const YamlPlace& place, std::string_view what,
                         const std::string& name);

// Names of variables whose values are secret, of the flow that runs and the one that the step stands in.
std::vector<std::string> names_of_secrets(const StepScope& scope);
void save_value(StepRun& run, const std::string& name, std::string value, const std::vector<std::string>& secrets);

// A JSON pointer (RFC 6901) as it is authored: "/items/0/name", "" for the whole. Throws Error{Authoring}.
void check_pointer(const StepScope& scope, const YamlPlace& place, const std::string& pointer);
// Throws Error{Assertion} where there is nothing; `whose` names the JSON: "the answer of http://…".
nlohmann::json at_pointer(const nlohmann::json& whole, const std::string& pointer, std::string_view whose);

}  // namespace casement
