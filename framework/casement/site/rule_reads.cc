#include "casement/site/rule_reads.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/yaml/yaml_reads.h"

namespace casement::site {

namespace {

using At = SiteRuleError::At;

std::string name_of(const std::string& pointer) {
  return pointer.substr(pointer.rfind('/') + 1);
}

}  // namespace

// Escapes ~ and / in a name for a JSON pointer (RFC 6901 section 3).
std::string child(const std::string& pointer, const std::string& name) {
  return (Json::json_pointer(pointer) / name).to_string();
}

std::string type_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "nothing";
    case Json::value_t::object:
      return "a map";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::string:
      return "text";
    case Json::value_t::boolean:
      return "true or false";
    default:
      return "a number";
  }
}

std::string read_text(const Json& value, const std::string& pointer) {
  if (value.is_string()) return value.get<std::string>();
  throw SiteRuleError("'" + name_of(pointer) + "' must be text, not " + type_of(value) +
                          (value.is_primitive() && !value.is_null() ? "; put it in quotes" : ""),
                      pointer, At::Value);
}

std::string read_word(const Json& value, const std::string& pointer) {
  if (value.is_number_integer() || value.is_boolean()) return value.dump();
  return read_text(value, pointer);
}

int read_number(const Json& value, const SiteKey& key, const std::string& pointer) {
  if (value.is_number_integer() && value >= key.least && value <= key.most) return value.get<int>();
  throw SiteRuleError("'" + std::string(key.name) + "' must be a whole number from " + std::to_string(key.least) +
                          " to " + std::to_string(key.most),
                      pointer, At::Value);
}

Milliseconds read_duration(const Json& value, const SiteKey& key, const std::string& pointer) {
  std::optional<Milliseconds> duration;
  if (value.is_string()) duration = parse_duration(value.get<std::string>());
  if (value.is_number_integer() && value >= key.least && value <= key.most) duration = Milliseconds(value.get<int>());
  if (duration && *duration >= Milliseconds(key.least) && *duration <= Milliseconds(key.most)) return *duration;
  throw SiteRuleError("'" + std::string(key.name) +
                          "' must be a duration such as 300ms or 1s, or a whole number of milliseconds from " +
                          std::to_string(key.least) + " to " + std::to_string(key.most),
                      pointer, At::Value);
}

void check_true(const Json& value, const std::string& pointer) {
  if (value == true) return;
  throw SiteRuleError("'" + name_of(pointer) + "' can only be true; leave it out otherwise", pointer, At::Value);
}

std::vector<std::string> read_texts(const Json& value, const std::string& pointer) {
  std::vector<std::string> texts;
  for (const Json& text : expect_list(value, pointer)) {
    texts.push_back(read_text(text, child(pointer, std::to_string(texts.size()))));
  }
  return texts;
}

std::map<std::string, std::string> read_words(const Json& value, const std::string& pointer) {
  std::map<std::string, std::string> words;
  for (const auto& [name, word] : expect_map(value, pointer).items()) {
    words[name] = read_word(word, child(pointer, name));
  }
  return words;
}

const Json& expect_map(const Json& value, const std::string& pointer) {
  if (value.is_object()) return value;
  throw SiteRuleError(
      (pointer.empty() ? "a rule" : "'" + name_of(pointer) + "'") + " must be a map, not " + type_of(value), pointer,
      At::Value);
}

const Json& expect_list(const Json& value, const std::string& pointer) {
  if (value.is_array()) return value;
  throw SiteRuleError("'" + name_of(pointer) + "' must be a list, not " + type_of(value), pointer, At::Value);
}

void check_known(const Json& map, std::span<const SiteKey> known, const std::string& pointer,
                 const std::string& where) {
  for (const auto& [name, value] : map.items()) {
    if (std::ranges::find(known, name, &SiteKey::name) != known.end()) continue;
    const std::string meant = nearest_word(name, names_of(known));
    throw SiteRuleError("unknown key '" + shorten(name, 40) + "'" +
                            (meant.empty() ? " in " + where : " (did you mean '" + meant + "'?)"),
                        child(pointer, name), At::Key);
  }
}

std::string only_one_of(const Json& map, std::span<const std::string> keys, const std::string& pointer,
                        const std::string& owner) {
  std::string found;
  for (const std::string& key : keys) {
    if (!map.contains(key)) continue;
    if (!found.empty()) {
      throw SiteRuleError(owner + ", but '" + found + "' and '" + key + "' are two; remove one", child(pointer, key),
                          At::Key);
    }
    found = key;
  }
  return found;
}

}  // namespace casement::site
