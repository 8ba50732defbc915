#include "casement/flow/step_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/flow/step_table.h"
#include "casement/flow/yaml_reads.h"

namespace casement {
namespace {

bool fits(ArgumentShape shape, const YamlNode& value) {
  using enum ArgumentShape;
  const bool is_map = value.kind == YamlNode::Kind::Map && !value.entries.empty();
  const bool is_nothing = value.kind == YamlNode::Kind::Nothing;
  switch (shape) {
    case Nothing:
      return is_nothing;
    case NothingOrMap:
      return is_nothing || is_map;
    case Text:
    case Flag:
    case Target:
      return value.is_text();
    case OptionalText:
      return value.is_text() || is_nothing;
    case OptionalTextOrMap:
      return value.is_text() || is_nothing || is_map;
    case Texts:
      return value.is_text() || value.kind == YamlNode::Kind::List;
    case TargetToText:
    case TargetToTexts:
    case Map:
      return is_map;
    case TargetOrMap:
    case TextOrMap:
      return value.is_text() || is_map;
  }
  return false;
}

const std::vector<std::string>& sibling_keys(const StepKind& kind) {
  static const std::vector<std::string> all{"timeout", "label"};
  static const std::vector<std::string> of_if{"timeout", "label", "then", "else"};
  return kind.name == "if" ? of_if : all;
}

void check_shape(const YamlSource& source, const YamlEntry& entry, const StepKind& kind) {
  if (fits(kind.shape, entry.value)) return;
  if (kind.shape == ArgumentShape::Nothing) {
    throw source.error_at(place_of(entry),
                          fmt::format("'{}' takes nothing; write: - {}", kind.name, kind.name));
  }
  const bool is_empty = entry.value.kind == YamlNode::Kind::Map && entry.value.entries.empty();
  const std::string got =
      entry.value.kind == YamlNode::Kind::Nothing
          ? "needs something"
          : fmt::format("cannot take {}", is_empty ? "an empty map" : describe_kind(entry.value));
  throw source.error_at(place_of(entry), fmt::format("'{}' {}; write e.g. {}: {}", kind.name, got,
                                                     kind.name, kind.example));
}

// The entry of the map that names a step.
const YamlEntry& step_entry(const YamlSource& source, const YamlNode& map) {
  if (map.entries.empty()) throw source.error_at(map.place, "a step is missing here");
  const YamlEntry* found = nullptr;
  for (const YamlEntry& entry : map.entries) {
    if (find_step_kind(entry.key.text) == nullptr) continue;
    if (found != nullptr) {
      throw source.error_at(entry.key.place,
                            fmt::format("'{}' and '{}' are two steps; each begins with '- '",
                                        found->key.text, entry.key.text));
    }
    found = &entry;
  }
  if (found != nullptr) return *found;
  const YamlEntry& first = map.entries.front();
  if (first.key.text == "then" || first.key.text == "else") {
    throw source.error_at(first.key.place,
                          fmt::format("'{}' belongs to an 'if', without '- '", first.key.text));
  }
  throw source.error_at(first.key.place,
                        fmt::format("unknown step '{}'{}", shorten(first.key.text, 60),
                                    hint_for(first.key.text, step_names())));
}

FlowStep load_step(const YamlSource& source, const YamlNode& node) {
  FlowStep step;
  if (node.is_text()) {
    step.entry.key = node;
    step.kind = find_step_kind(node.text);
    if (step.kind == nullptr) {
      const std::string word = node.text.substr(0, node.text.find(' '));
      const bool lacks_colon = find_step_kind(word) != nullptr;
      throw source.error_at(node.place,
                            lacks_colon ? fmt::format("'{}' needs a ':' after it", word)
                                        : fmt::format("unknown step '{}'{}", shorten(node.text, 60),
                                                      hint_for(node.text, step_names())));
    }
    check_shape(source, step.entry, *step.kind);
  } else if (node.kind == YamlNode::Kind::Map) {
    step.entry = step_entry(source, node);
    step.kind = find_step_kind(step.entry.key.text);
    check_shape(source, step.entry, *step.kind);
    for (const YamlEntry& entry : node.entries) {
      const std::string& key = entry.key.text;
      if (key == step.entry.key.text) continue;
      const auto& known = sibling_keys(*step.kind);
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        throw source.error_at(entry.key.place,
                              fmt::format("unknown key '{}' beside '{}'{}", shorten(key, 60),
                                          step.kind->name, hint_for(key, known)));
      }
      if (key == "timeout") step.timeout = read_duration(source, entry);
      if (key == "then") step.then_steps = load_steps(source, entry);
      if (key == "else") step.else_steps = load_steps(source, entry);
      if (key == "label") {
        step.label = read_text(source, entry);
        step.label_place = entry.value.place;
      }
    }
    if (step.kind->name == "if" && node.find("then") == nullptr) {
      throw source.error_at(step.entry.key.place, "'if' needs steps under 'then', beside it");
    }
  } else {
    throw source.error_at(node.place,
                          fmt::format("a step is a map such as 'click: button \"Pay\"', "
                                      "and this is {}",
                                      describe_kind(node)));
  }
  step.where = {source.file(), step.entry.key.place.line, step.entry.key.place.column};
  return step;
}

}  // namespace

std::vector<FlowStep> load_steps(const YamlSource& source, const YamlEntry& entry) {
  if (entry.value.kind != YamlNode::Kind::List || entry.value.items.empty()) {
    throw source.error_at(place_of(entry),
                          fmt::format("'{}' is a list with at least one step", entry.key.text));
  }
  std::vector<FlowStep> steps;
  for (const YamlNode& node : entry.value.items) steps.push_back(load_step(source, node));
  return steps;
}

}  // namespace casement
