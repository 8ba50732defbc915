// Reads the keys `socket` and `events` of a rule. Each function throws SiteRuleError{Authoring}.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "casement/site/stream_script.h"

namespace casement::site {

// `pointer` is the JSON pointer to the value in the rule.
SocketScript read_socket(const nlohmann::json& value, const std::string& pointer);
std::vector<StreamAction> read_events(const nlohmann::json& value, const std::string& pointer);

}  // namespace casement::site
