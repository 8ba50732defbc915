// YAML as JSON, for data that is passed on (rules of a site, arguments of functions); and JSON as YAML, for flows that
// were never text. Any thread.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "casement/yaml/yaml_node.h"

namespace casement {

// Whether the node is empty, or an unquoted null, Null, NULL or ~.
bool says_nothing(const YamlNode& node);

// An unquoted text becomes a number or flag if JSON would read it so, and null if `says_nothing`. 007 and 12 / 34 stay
// texts.
nlohmann::json to_json(const YamlNode& node);
// `text_of` returns each text except an unquoted null, e.g. with variables put in. A text changed by `text_of` stays a
// text.
nlohmann::json to_json(const YamlNode& node, const std::function<std::string(const YamlNode&)>& text_of);

// The tree for which `to_json` returns `value`. Its nodes have no place. Throws Error{Usage} if `value` is nested more
// than 32 levels deep.
YamlNode to_yaml(const nlohmann::json& value);

// The place to which a JSON pointer into `to_json(node)` leads: the key if `of_key` is set and a key exists, otherwise
// the value. nullopt if the pointer leads nowhere. Precondition: `pointer` is a valid JSON pointer.
std::optional<YamlPlace> place_of_pointer(const YamlNode& node, const std::string& pointer, bool of_key);

}  // namespace casement
