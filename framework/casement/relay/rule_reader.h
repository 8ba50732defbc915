// Reads the rules of a routed socket, as flows write them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "casement/relay/socket_route.h"
#include "casement/site/site_keys.h"

namespace casement::relay {

// The keys of a rule.
std::span<const site::SiteKey> socket_rule_keys();

// Throws SiteRuleError{Authoring}; `pointer` is the JSON pointer to the list.
std::vector<SocketRule> read_socket_rules(const nlohmann::json& value, const std::string& pointer);

}  // namespace casement::relay
