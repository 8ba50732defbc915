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

// The value of a key `match`.
SiteMessageMatch read_message_match(const nlohmann::json& value, const std::string& pointer);

// Reads and checks an action that a test does in open connections: the keys of an action without `delay`, `every` and
// `times`. `where` names the map in messages: "'send_message'".
StreamAction read_live_action(const nlohmann::json& value, bool is_socket, const std::string& where);

}  // namespace casement::site
