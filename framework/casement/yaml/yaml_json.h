// YAML as JSON, for what is handed on as data: rules of a site, arguments of functions; and JSON as YAML, for what was
// never a text. Any thread.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "casement/yaml/yaml_node.h"

namespace casement {

// Nothing at all, or one of the words for it without quotes: null, Null, NULL, ~.
bool says_nothing(const YamlNode& node);

// A text without quotes is what JSON would take it for: a number, a flag, nothing. So 007 and 12 / 34 stay texts.
nlohmann::json to_json(const YamlNode& node);
// `text_of` gives the texts, e.g. with variables put in; what it changed stays a text.
nlohmann::json to_json(const YamlNode& node, const std::function<std::string(const YamlNode&)>& text_of);

// The tree that a text would have in which this is written: `to_json` gives it again. Nothing in it has a place. Throws
// Error{Usage} where it is nested more than 32 levels deep.
YamlNode to_yaml(const nlohmann::json& value);

// Where that stands which a JSON pointer into `to_json(node)` names: its key, where it has one and `of_key`, or its
// value. None where the node has nothing there.
std::optional<YamlPlace> place_of_pointer(const YamlNode& node, const std::string& pointer, bool of_key);

}  // namespace casement
