// Values that steps save in variables, for later steps.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/steps/step_map.h"

namespace casement {

// A JSON string as plain text, any other value as JSON.
std::string as_text(const nlohmann::json& value);

// The variable named by the key 'to'. Throws Error{Authoring} for an invalid name.
std::string variable_to_set(const StepMap& map);
// Throws Error{Authoring} at `place` if `name` is not a variable name; `what` begins the message: "'to'".
void check_variable_name(const StepScope& scope, const YamlPlace& place, std::string_view what,
                         const std::string& name);

// Names of secret variables, from the main flow and from the flow that contains the step.
std::vector<std::string> names_of_secrets(const StepScope& scope);
void save_value(StepRun& run, const std::string& name, std::string value, const std::vector<std::string>& secrets);

// Checks a JSON pointer (RFC 6901) as authored: "/items/0/name", "" for the whole document. Throws Error{Authoring}.
void check_pointer(const StepScope& scope, const YamlPlace& place, const std::string& pointer);
// Throws Error{Assertion} if the pointer leads nowhere; `whose` names the JSON: "the answer of http://…".
nlohmann::json at_pointer(const nlohmann::json& whole, const std::string& pointer, std::string_view whose);

}  // namespace casement
