// Reads one YAML document strictly into JSON and remembers where everything stood.
//
// Stricter than YAML where leniency hides mistakes: one document, valid UTF-8, no duplicate keys,
// no anchors, no merge keys, at most 64 levels. Plain scalars are typed by the core schema of
// YAML 1.2, so "yes" is text.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "casement/base/error.h"

namespace casement::site {

// Both count from 1; columns in characters.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

struct YamlText {
  std::string name;  // of the file, for errors
  std::string text;
  std::map<std::string, TextPlace> keys;    // by JSON pointer to the value
  std::map<std::string, TextPlace> values;  // by JSON pointer

  // Error{Authoring} "name:line:column: message", with the line and a caret as its trail.
  Error error_at(TextPlace place, const std::string& message) const;
  Error error_at_key(const std::string& pointer, const std::string& message) const;
  Error error_at_value(const std::string& pointer, const std::string& message) const;
};

// The value of `document`'s text; fills in its places. Throws Error{Authoring}.
nlohmann::json read_yaml(YamlText& document);

}  // namespace casement::site
