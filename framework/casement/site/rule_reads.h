// Typed reads of the values in a rule. Each throws SiteRuleError{Authoring} that points at the value.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "casement/base/duration.h"
#include "casement/site/site_keys.h"
#include "casement/site/site_rule.h"

namespace casement::site {

// The JSON pointer to `name` below `pointer`.
std::string child(const std::string& pointer, const std::string& name);

// "nothing", "a map", "a list", "text", "true or false" or "a number".
std::string type_of(const nlohmann::json& value);

std::string read_text(const nlohmann::json& value, const std::string& pointer);
// Whole numbers and booleans are their own text; a fraction is not (1.50).
std::string read_word(const nlohmann::json& value, const std::string& pointer);
int read_number(const nlohmann::json& value, const SiteKey& key, const std::string& pointer);
// From `key.least` to `key.most` ms.
Milliseconds read_duration(const nlohmann::json& value, const SiteKey& key, const std::string& pointer);
void check_true(const nlohmann::json& value, const std::string& pointer);
std::vector<std::string> read_texts(const nlohmann::json& value, const std::string& pointer);
// Names with texts, whole numbers or booleans.
std::map<std::string, std::string> read_words(const nlohmann::json& value, const std::string& pointer);

const nlohmann::json& expect_map(const nlohmann::json& value, const std::string& pointer);
const nlohmann::json& expect_list(const nlohmann::json& value, const std::string& pointer);
// Refuses a key that is not one of `known`. `where` is "a rule", for messages.
void check_known(const nlohmann::json& map, std::span<const SiteKey> known, const std::string& pointer,
                 const std::string& where);
// Refuses a map with two of these keys, and returns the one that it has, or "". `owner` is "a rule can have only one
// answer", for messages.
std::string only_one_of(const nlohmann::json& map, std::span<const std::string> keys, const std::string& pointer,
                        const std::string& owner);

}  // namespace casement::site
