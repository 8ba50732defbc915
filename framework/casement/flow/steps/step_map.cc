#include "casement/flow/steps/step_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/expect/element_conditions.h"
#include "casement/yaml/yaml_json.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

std::vector<std::string> names_of(std::span<const ArgSpec> keys) {
  std::vector<std::string> names;
  for (const ArgSpec& key : keys) names.emplace_back(key.name);
  return names;
}

// A hint for keys that users of other tools write into a step's map; "" for other keys.
std::string hint_for_key(std::string_view key, const std::vector<std::string>& known) {
  const auto has = [&](std::string_view name) { return std::find(known.begin(), known.end(), name) != known.end(); };
  for (const StepOption& option : step_options()) {
    if (option.key.name == key) return fmt::format("; put '{}' beside the step, not inside", key);
  }
  const std::vector<std::string>& states = known_states();
  const bool is_state = std::find(states.begin(), states.end(), key) != states.end();
  static constexpr std::string_view elements[] = {"element", "selector", "locator", "role", "text", "name", "id"};
  const bool is_element = std::find(std::begin(elements), std::end(elements), key) != std::end(elements);
  if (has("state") && !has("target")) {  // of a wait for a load state
    return is_state || is_element || key == "target" ? "; use 'expect' to wait until the page shows something" : "";
  }
  if (is_state && has("state")) return fmt::format("; write {{ target: button \"Pay\", state: {} }}", key);
  return is_element && has("target") ? "; write the element as 'target', e.g. target: button \"Pay\"" : "";
}

// A hint for a key that belongs into the map of another key of the step; "" for other keys.
std::string hint_for_inner_key(std::string_view key, std::span<const ArgSpec> keys) {
  for (const ArgSpec& outer : keys) {
    if (std::ranges::find(outer.keys, key, &ArgSpec::name) != outer.keys.end())
      return fmt::format("; write {}: {{ {}: … }}", outer.name, key);
  }
  return "";
}

void explain_keys(const StepScope& scope, const YamlNode& map, std::span<const ArgSpec> keys, std::string_view owner) {
  const std::vector<std::string> known = names_of(keys);
  for (const YamlEntry& entry : map.entries) {
    if (std::find(known.begin(), known.end(), entry.key.text) != known.end()) continue;
    std::string hint = hint_for_key(entry.key.text, known);
    if (hint.empty()) hint = hint_for_inner_key(entry.key.text, keys);
    if (hint.empty()) return;
    throw scope.source().error_at(entry.key.place,
                                  fmt::format("unknown key '{}' in {}{}", entry.key.text, owner, hint));
  }
}

}  // namespace

StepMap::StepMap(const StepScope& scope, const YamlNode& map, std::span<const ArgSpec> keys, std::string owner)
    : scope_(scope), map_(map), keys_(keys), owner_(std::move(owner)) {
  explain_keys(scope_, map_, keys_, owner_);
  check_keys(scope_.source(), map_, names_of(keys_), owner_);
  for (const ArgSpec& key : keys_) {
    if (key.is_required) need(key.name);
  }
}

StepMap::StepMap(const StepScope& scope)
    : StepMap(scope, scope.entry().value, scope.step().kind->keys, fmt::format("'{}'", scope.step().kind->name)) {}

const ArgSpec& StepMap::declared(std::string_view key, std::initializer_list<ArgSpec::Shape> shapes) const {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const ArgSpec& one) { return one.name == key; });
  if (found == keys_.end()) {
    throw Error(ErrorKind::Internal, fmt::format("{} has no key '{}' in the step table", owner_, key));
  }
  if (std::find(shapes.begin(), shapes.end(), found->shape) == shapes.end()) {
    throw Error(ErrorKind::Internal, fmt::format("{}: the step table gives '{}' another shape", owner_, key));
  }
  return *found;
}

void StepMap::check_default(const ArgSpec& key, const Json& otherwise) const {
  if (key.default_value.empty() || Json::parse(key.default_value) == otherwise) return;
  throw Error(ErrorKind::Internal, fmt::format("{}: the step table has another default for '{}'", owner_, key.name));
}

const YamlEntry& StepMap::need(std::string_view key) const {
  if (const YamlEntry* entry = find(key)) return *entry;
  throw scope_.source().error_at(scope_.entry().key.place, fmt::format("{} needs '{}'", owner_, key));
}

void StepMap::need_one_of(const std::vector<std::string>& keys) const {
  const YamlEntry* found = nullptr;
  for (const YamlEntry& entry : map_.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key.text) == keys.end()) continue;
    if (found != nullptr) {
      throw scope_.source().error_at(entry.key.place, fmt::format("{} accepts only one of {}, but already has '{}'",
                                                                  owner_, join(keys, ", "), found->key.text));
    }
    found = &entry;
  }
  if (found != nullptr) return;
  throw scope_.source().error_at(scope_.entry().key.place, fmt::format("{} needs one of {}", owner_, join(keys, ", ")));
}

void StepMap::need_one() const {
  need_one_of(scope_.step().kind->exactly_one);
}

YamlEntry StepMap::with_variables(const YamlEntry& entry) const {
  YamlEntry read = entry;
  if (!read.value.is_text()) return read;
  read.value.text = scope_.text(entry.value);
  // Between YAML braces, a variable needs quotes, so its value counts as unquoted.
  if (read.value.text != entry.value.text) read.value.plain = true;
  return read;
}

Target StepMap::target(std::string_view key) const {
  declared(key, {Shape::Target});
  return scope_.target_of(need(key));
}

std::optional<Target> StepMap::optional_target(std::string_view key) const {
  declared(key, {Shape::Target});
  const YamlEntry* entry = find(key);
  if (entry == nullptr) return std::nullopt;
  return scope_.target_of(*entry);
}

std::string StepMap::text(std::string_view key, std::string_view otherwise) const {
  const YamlEntry* entry = find(key);
  return entry == nullptr ? std::string(otherwise) : scope_.text_of(*entry);
}

std::string StepMap::some_text(std::string_view key) const {
  const YamlEntry& entry = need(key);
  std::string text = scope_.text_of(entry);
  if (text.empty()) throw scope_.error_at(entry.value, fmt::format("'{}' is empty", key));
  return text;
}

std::optional<TextPattern> StepMap::pattern(std::string_view key) const {
  declared(key, {Shape::Pattern});
  const YamlEntry* entry = find(key);
  if (entry == nullptr) return std::nullopt;
  return scope_.pattern_of(*entry);
}

std::vector<std::string> StepMap::texts(std::string_view key) const {
  declared(key, {Shape::Texts});
  const YamlEntry* entry = find(key);
  if (entry == nullptr) return {};
  return scope_.texts_of(*entry);
}

std::vector<std::pair<std::string, std::string>> StepMap::named_texts(std::string_view key) const {
  declared(key, {Shape::Map, Shape::TextOrMap});
  std::vector<std::pair<std::string, std::string>> texts;
  const YamlEntry* entry = find(key);
  if (entry == nullptr) return texts;
  for (const YamlEntry& one : read_map(scope_.source(), *entry).entries) {
    texts.emplace_back(one.key.text, scope_.text_of(one));
  }
  return texts;
}

bool StepMap::flag(std::string_view key, bool otherwise) const {
  check_default(declared(key, {Shape::Flag}), otherwise);
  const YamlEntry* entry = find(key);
  return entry == nullptr ? otherwise : read_flag(scope_.source(), with_variables(*entry));
}

int StepMap::number(std::string_view key, int otherwise) const {
  const ArgSpec& known = declared(key, {Shape::Number});
  const YamlEntry* entry = find(key);
  if (entry == nullptr) {
    check_default(known, otherwise);
    return otherwise;
  }
  return read_number(scope_.source(), with_variables(*entry), static_cast<int>(known.least),
                     static_cast<int>(known.most));
}

double StepMap::read_decimal(const YamlEntry& entry, const ArgSpec& key) const {
  const YamlEntry read = with_variables(entry);
  const std::string& text = read.value.text;
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (!read.value.plain || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() ||
      !(number >= key.least) || !(number <= key.most)) {
    throw scope_.source().error_at(
        place_of(entry), fmt::format("'{}' must be a number from {} to {}", entry.key.text, key.least, key.most));
  }
  return number;
}

double StepMap::decimal(std::string_view key, double otherwise) const {
  const ArgSpec& known = declared(key, {Shape::Decimal});
  const YamlEntry* entry = find(key);
  if (entry != nullptr) return read_decimal(*entry, known);
  check_default(known, otherwise);
  return otherwise;
}

Milliseconds StepMap::duration(std::string_view key) const {
  const double most = declared(key, {Shape::Duration}).most;
  const YamlEntry* entry = find(key);
  if (entry == nullptr) return Milliseconds{0};
  const Milliseconds longest = most > 0 ? Milliseconds(static_cast<Milliseconds::rep>(most)) : kLongestDuration;
  return read_duration(scope_.source(), with_variables(*entry), longest);
}

void StepMap::check_word(const YamlNode& node, std::string_view word, const ArgSpec& key) const {
  if (std::find(key.words.begin(), key.words.end(), word) != key.words.end()) return;
  throw scope_.error_at(node,
                        fmt::format("'{}' cannot be '{}'{}", key.name, shorten(word, 60), hint_for(word, key.words)));
}

std::string StepMap::word(std::string_view key, std::string_view otherwise) const {
  const ArgSpec& known = declared(key, {Shape::Word});
  const YamlEntry* entry = find(key);
  if (entry == nullptr) {
    check_default(known, otherwise);
    return std::string(otherwise);
  }
  std::string word = scope_.text_of(*entry);
  check_word(entry->value, word, known);
  return word;
}

std::vector<std::string> StepMap::words(std::string_view key) const {
  const ArgSpec& known = declared(key, {Shape::Words});
  const YamlEntry* entry = find(key);
  if (entry == nullptr) return {};
  std::vector<std::string> words = scope_.texts_of(*entry);
  const bool is_list = entry->value.kind == YamlNode::Kind::List;
  for (std::size_t i = 0; i < words.size(); ++i) {
    check_word(is_list ? entry->value.items[i] : entry->value, words[i], known);
  }
  return words;
}

std::optional<Point> StepMap::point(std::string_view key) const {
  const ArgSpec& known = declared(key, {Shape::Point});
  const YamlEntry* entry = find(key);
  if (entry == nullptr) return std::nullopt;
  const YamlNode& map = entry->value;
  const YamlEntry* x = map.find("x");
  const YamlEntry* y = map.find("y");
  if (map.kind != YamlNode::Kind::Map || x == nullptr || y == nullptr) {
    throw scope_.source().error_at(place_of(*entry),
                                   fmt::format("'{}' must be a point in CSS pixels such as {{ x: 10, y: 5 }}", key));
  }
  static const std::vector<std::string> axes{"x", "y"};
  check_keys(scope_.source(), map, axes, fmt::format("'{}'", key));
  return Point{read_decimal(*x, known), read_decimal(*y, known)};
}

nlohmann::json StepMap::json(std::string_view key) const {
  declared(key, {Shape::Any, Shape::AnyMap});
  const YamlEntry* entry = find(key);
  return entry == nullptr ? nlohmann::json() : to_json(scope_, entry->value);
}

nlohmann::json to_json(const StepScope& scope, const YamlNode& node) {
  return to_json(node, [&](const YamlNode& text) { return scope.text(text); });
}

}  // namespace casement
