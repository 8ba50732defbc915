#include "casement/flow/load/step_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/flow/steps/custom_step_table.h"
#include "casement/flow/steps/step_table.h"
#include "casement/target/words_elsewhere.h"
#include "casement/yaml/yaml_reads.h"

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
    case Steps:
      return value.kind == YamlNode::Kind::List && !value.items.empty();
    case TargetOrMap:
    case TextOrMap:
      return value.is_text() || is_map;
  }
  return false;
}

std::vector<std::string> keys_beside(const StepSpec& kind) {
  std::vector<std::string> keys;
  for (const StepOption& option : step_options()) keys.emplace_back(option.key.name);
  if (kind.blocks == StepBlocks::Steps) keys.emplace_back("steps");
  if (kind.blocks == StepBlocks::ThenElse) keys.insert(keys.end(), {"then", "else"});
  return keys;
}

// The first of a step's examples, which stand before "  or  ".
std::string_view first_example(const StepSpec& kind) {
  const std::string_view all = kind.example;
  return all.substr(0, all.find("  or  "));
}

void check_shape(const YamlSource& source, const YamlEntry& entry, const StepSpec& kind) {
  const bool takes_fields = kind.shape == ArgumentShape::TargetToText || kind.shape == ArgumentShape::TargetToTexts;
  const YamlEntry* const target = takes_fields && kind.keys.empty() ? entry.value.find("target") : nullptr;
  if (target != nullptr) {
    throw source.error_at(target->key.place, fmt::format("'{}' needs targets as keys; write e.g. {}: {}", kind.name,
                                                         kind.name, first_example(kind)));
  }
  if (fits(kind.shape, entry.value)) return;
  if (kind.shape == ArgumentShape::Nothing) {
    throw source.error_at(place_of(entry), fmt::format("'{}' has no argument; write: - {}", kind.name, kind.name));
  }
  const bool is_empty = entry.value.kind == YamlNode::Kind::Map && entry.value.entries.empty();
  const std::string got =
      entry.value.kind == YamlNode::Kind::Nothing
          ? "needs an argument"
          : fmt::format("does not accept {}", is_empty ? "an empty map" : describe_kind(entry.value));
  throw source.error_at(place_of(entry),
                        fmt::format("'{}' {}; write e.g. {}: {}", kind.name, got, kind.name, first_example(kind)));
}

// A hint for step names of other tools.
std::string hint_for_step(std::string_view word) {
  static constexpr std::pair<std::string_view, std::string_view> elsewhere[] = {
      {"goto", "open"},        {"go", "open"},         {"visit", "open"},       {"navigate", "open"},
      {"assert", "expect"},    {"eval", "evaluate"},   {"verify", "expect"},    {"should", "expect"},
      {"see", "expect"},       {"wait_for", "expect"}, {"input", "fill"},       {"enter", "fill"},
      {"write", "type"},       {"choose", "select"},   {"tick", "check"},       {"untick", "uncheck"},
      {"call", "run"},         {"include", "run"},     {"use", "run"},          {"print", "log"},
      {"echo", "log"},         {"set", "save"},        {"store", "save"},       {"script", "evaluate"},
      {"execute", "evaluate"}, {"loop", "repeat"},     {"while", "repeat"},     {"for", "for_each"},
      {"key", "press"},        {"group", "steps"},     {"scroll", "scroll_to"}, {"fetch", "request"},
      {"http", "request"},     {"api", "request"}};
  for (const auto& [theirs, ours] : elsewhere) {
    if (word == theirs) return fmt::format(" (write '{}')", ours);
  }
  const std::string lower = ascii_lower(word);
  for (const std::string_view waits : {"wait", "sleep", "delay", "pause_for"}) {
    if (lower == waits) {
      return "; there is no step that waits for a time: use 'expect' to wait until the page shows something, "
             "'wait_for_load', 'wait_for_network_idle' or 'wait_for_url' to wait for the page, 'expect_response' to "
             "wait for a response";
    }
  }
  for (const std::string_view begin : {"assert", "verify", "should", "expect"}) {
    if (lower.starts_with(begin) && nearest_word(word, step_names()).empty()) return " (write 'expect')";
  }
  if (std::string hint = hint_for_word_elsewhere(word); !hint.empty()) return hint;
  const std::vector<std::string> known = step_names();
  const std::string nearest = nearest_word(word, known);
  // No step of Casement has a blank in its name.
  const bool is_custom = word.find(' ') != word.npos && !hint_for_custom_steps().empty();
  if (nearest.empty() && is_custom) return hint_for_custom_steps();
  const bool is_near = !nearest.empty() && (nearest.find(' ') != nearest.npos || !is_custom);
  return hint_for(word, known) + (is_near ? "" : hint_for_custom_steps());
}

// The entry whose key is the name of a step.
const YamlEntry& step_entry(const YamlSource& source, const YamlNode& map) {
  if (map.entries.empty()) throw source.error_at(map.place, "a step is missing here");
  const YamlEntry* found = nullptr;
  for (const YamlEntry& entry : map.entries) {
    // Beside another step, `steps` are its inner steps.
    if (find_step_kind(entry.key.text) == nullptr || entry.key.text == "steps") continue;
    if (found != nullptr) {
      throw source.error_at(entry.key.place, fmt::format("'{}' and '{}' are two steps; begin each with '- '",
                                                         found->key.text, entry.key.text));
    }
    found = &entry;
  }
  if (found == nullptr) found = map.find("steps");
  if (found != nullptr) return *found;
  const YamlEntry& first = map.entries.front();
  if (first.key.text == "then" || first.key.text == "else") {
    throw source.error_at(first.key.place, fmt::format("'{}' belongs to an 'if'; remove the '- '", first.key.text));
  }
  throw source.error_at(first.key.place,
                        fmt::format("unknown step '{}'{}", shorten(first.key.text, 60), hint_for_step(first.key.text)));
}

}  // namespace

void StepLoader::read_option(const YamlEntry& entry, StepOptions& options) {
  const std::string& key = entry.key.text;
  if (key == "timeout") {
    options.timeout = read_duration(source_, entry);
  } else if (key == "optional") {
    options.optional = read_flag(source_, entry);
  } else if (key == "soft") {
    options.soft = read_flag(source_, entry);
  } else if (key == "as") {
    if (!is_variable_name(read_text(source_, entry))) {
      throw source_.error_at(entry.value.place, "'as' must be the name of a user: use letters, digits, '-' and '_'");
    }
    options.user = entry.value.text;
    options.role_place = entry.value.place;
  } else {
    read_text(source_, entry);
    (key == "label" ? options.label : key == "in" ? options.frame : options.within) = entry.value;
  }
}

void StepLoader::read_beside(const YamlNode& map, FlowStep& step) {
  const std::vector<std::string> known = keys_beside(*step.kind);
  for (const YamlEntry& entry : map.entries) {
    const std::string& key = entry.key.text;
    if (key == step.entry.key.text) continue;
    errors_.attempt([&] {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        throw source_.error_at(entry.key.place, fmt::format("unknown key '{}' beside '{}'{}", shorten(key, 60),
                                                            step.kind->name, hint_for(key, known)));
      }
      if (key == "then" || key == "steps")
        step.then_steps = load(entry);
      else if (key == "else")
        step.else_steps = load(entry);
      else
        read_option(entry, step.options);
    });
  }
  const std::string_view needed = step.kind->blocks == StepBlocks::ThenElse ? "then"
                                  : step.kind->blocks == StepBlocks::Steps  ? "steps"
                                                                            : "";
  if (!needed.empty() && map.find(needed) == nullptr) {
    throw source_.error_at(step.entry.key.place,
                           fmt::format("'{}' needs '{}' beside it, with a list of steps", step.kind->name, needed));
  }
  if (step.options.soft && step.options.optional) {
    throw source_.error_at(map.find("soft")->key.place, "'soft' fails the case and 'optional' does not; choose one");
  }
}

FlowStep StepLoader::load_step(const YamlNode& node) {
  FlowStep step;
  if (node.is_text()) {
    step.entry.key = node;
    step.kind = find_step_kind(node.text);
    if (step.kind == nullptr) {
      const std::string word = node.text.substr(0, node.text.find(' '));
      const bool lacks_colon = find_step_kind(word) != nullptr;
      throw source_.error_at(node.place, lacks_colon ? fmt::format("'{}' needs a ':' after it", word)
                                                     : fmt::format("unknown step '{}'{}", shorten(node.text, 60),
                                                                   hint_for_step(node.text)));
    }
    check_shape(source_, step.entry, *step.kind);
  } else if (node.kind == YamlNode::Kind::Map) {
    step.entry = step_entry(source_, node);
    step.kind = find_step_kind(step.entry.key.text);
    const bool fits = errors_.attempt([&] { check_shape(source_, step.entry, *step.kind); });
    read_beside(node, step);
    if (!fits) step.kind = nullptr;
  } else {
    throw source_.error_at(
        node.place, fmt::format("a step must be a map such as 'click: button \"Pay\"', not {}", describe_kind(node)));
  }
  step.where = {source_.file(), step.entry.key.place.line, step.entry.key.place.column};
  if (step.kind == nullptr) return step;
  if (step.kind->name == "steps") {
    step.then_steps = load(step.entry);
    step.entry.value = {};
  }
  if (step.kind->name == "run") {
    const YamlEntry* path = step.entry.value.is_text() ? &step.entry : step.entry.value.find("flow");
    if (path == nullptr && step.entry.value.find("program") != nullptr) return step;
    if (path == nullptr) {
      throw source_.error_at(step.entry.key.place, "'run' needs 'flow', the path of a flow, or 'program'");
    }
    read_text(source_, *path);
    step.called = call_(path->value);
    if (step.called == nullptr) step.kind = nullptr;
  }
  return step;
}

std::vector<FlowStep> StepLoader::load(const YamlEntry& entry) {
  if (entry.value.kind != YamlNode::Kind::List || entry.value.items.empty()) {
    throw source_.error_at(place_of(entry),
                           fmt::format("'{}' must be a list with at least one step{}", entry.key.text,
                                       entry.value.kind == YamlNode::Kind::Map ? "; begin each step with '- '" : ""));
  }
  std::vector<FlowStep> steps;
  for (const YamlNode& node : entry.value.items) {
    errors_.attempt([&] {
      FlowStep step = load_step(node);
      if (step.kind != nullptr) steps.push_back(std::move(step));
    });
  }
  return steps;
}

}  // namespace casement
