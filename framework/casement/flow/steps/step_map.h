// Reads a step's argument that is a map, by its keys in the step table: each read checks the value's shape and puts the
// case's variables in. Lives while one plan is made. Every read throws Error{Authoring} at the wrong place.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"
#include "casement/flow/steps/step_scope.h"
#include "casement/flow/steps/step_table.h"

namespace casement {

class StepMap {
 public:
  // Refuses unknown keys, and a map without a required key. `owner` names the map in messages: "'click'".
  StepMap(const StepScope& scope, const YamlNode& map, std::span<const ArgSpec> keys, std::string owner);
  // Ignores other keys of the map, for another reader.
  struct Unchecked {};
  StepMap(const StepScope& scope, const YamlNode& map, std::span<const ArgSpec> keys, Unchecked)
      : scope_(scope), map_(map), keys_(keys) {}
  // The step's own argument, with the keys of its kind.
  explicit StepMap(const StepScope& scope);

  const YamlEntry* find(std::string_view key) const { return map_.find(key); }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  // Throws if the key is missing: "'drag' needs 'source'".
  const YamlEntry& need(std::string_view key) const;
  // Throws unless exactly one of these keys is given.
  void need_one_of(const std::vector<std::string>& keys) const;
  // The same for `exactly_one` of the step table.
  void need_one() const;

  // If the key is missing, the reads return nothing or `otherwise`.
  Target target(std::string_view key = "target") const;  // required
  std::optional<Target> optional_target(std::string_view key = "target") const;
  std::string text(std::string_view key, std::string_view otherwise = "") const;
  // A required text, not empty.
  std::string some_text(std::string_view key) const;
  std::optional<TextPattern> pattern(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;  // a text counts as a list of one
  // A map of texts, in order.
  std::vector<std::pair<std::string, std::string>> named_texts(std::string_view key) const;
  bool flag(std::string_view key, bool otherwise = false) const;
  int number(std::string_view key, int otherwise) const;
  double decimal(std::string_view key, double otherwise) const;
  Milliseconds duration(std::string_view key) const;
  std::string word(std::string_view key, std::string_view otherwise) const;
  std::vector<std::string> words(std::string_view key) const;
  std::optional<Point> point(std::string_view key) const;
  nlohmann::json json(std::string_view key) const;  // null if missing

  const StepScope& scope() const { return scope_; }
  const YamlNode& node() const { return map_; }

 private:
  // Both throw Error{Internal} if a read does not match the step table.
  const ArgSpec& declared(std::string_view key, std::initializer_list<ArgSpec::Shape> shapes) const;
  void check_default(const ArgSpec& key, const nlohmann::json& otherwise) const;
  YamlEntry with_variables(const YamlEntry& entry) const;
  double read_decimal(const YamlEntry& entry, const ArgSpec& key) const;
  void check_word(const YamlNode& node, std::string_view word, const ArgSpec& key) const;

  const StepScope& scope_;
  const YamlNode& map_;
  std::span<const ArgSpec> keys_;
  std::string owner_;
};

// A YAML value as JSON: unquoted numbers and flags become JSON numbers and flags.
nlohmann::json to_json(const StepScope& scope, const YamlNode& node);

}  // namespace casement
