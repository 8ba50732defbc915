// Formats the result of explain_flow as text for people. Any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace casement::runners {

std::string explanation_text(const nlohmann::ordered_json& flow);

}  // namespace casement::runners
