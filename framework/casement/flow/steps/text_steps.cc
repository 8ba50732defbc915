#include <fmt/format.h>

#include "casement/api/keyboard.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/input/key_table.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

PlannedAction filling(const StepScope& scope, const YamlNode& at, Target target, const std::string& text, bool exact) {
  const std::string words = target.text();
  const FillOptions options{scope.timeout(), exact};
  return action_call(
      scope, at, {"fill", words, words, text},
      [target = std::move(target), text, options](PageStack& pages) { pages.page().fill(target, text, options); });
}

PlannedStep parse_fill(const StepScope& scope) {
  PlannedStep step;
  if (scope.entry().value.find("target") != nullptr) {
    const StepMap map(scope);
    Target target = map.target("target");
    step.actions.push_back(filling(scope, scope.entry().key, std::move(target), map.text("text"), map.flag("exact")));
    return step;
  }
  for (const YamlEntry& field : scope.entry().value.entries) {
    step.actions.push_back(filling(scope, field.key, scope.target(field.key), scope.text_of(field), false));
  }
  return step;
}

PlannedStep parse_clear(const StepScope& scope) {
  Target target = step_target(scope);
  const std::string words = target.text();
  return page_step(scope, {"clear", words, words},
                   [target = std::move(target), timeout = scope.timeout()](PageStack& pages) {
                     pages.page().clear(target, {timeout});
                   });
}

PlannedAction typing(const StepScope& scope, const YamlNode& at, Target target, const std::string& text,
                     TypeOptions options) {
  options.timeout = scope.timeout();
  const std::string words = target.text();
  return action_call(
      scope, at,
      {"type",
       with_details(words, {options.clear_first ? "cleared first" : "", options.press_enter ? "then Enter" : ""}),
       words, text},
      [target = std::move(target), text, options](PageStack& pages) { pages.page().type(target, text, options); });
}

PlannedAction typing_at_focus(const StepScope& scope, const StepMap& map, TypeOptions options) {
  for (const char* const other : {"clear_first", "blur", "fall_back_to_point"}) {
    if (map.has(other))
      throw scope.source().error_at(map.find(other)->key.place, fmt::format("'{}' is only for a 'target'", other));
  }
  options.timeout = scope.timeout();
  const std::string text = map.text("text");
  return action_call(scope, scope.entry().key,
                     {"type", with_details("where the focus is", {options.press_enter ? "then Enter" : ""}), "", text},
                     [text, options](PageStack& pages) { pages.page().keyboard().type(text, options); });
}

PlannedStep parse_type(const StepScope& scope) {
  PlannedStep step;
  // `text` without a target goes to the focused element.
  const bool has_text = scope.entry().value.find("text") != nullptr;
  if (has_text || scope.entry().value.find("target") != nullptr) {
    const StepMap map(scope);
    map.need("text");
    TypeOptions options;
    options.clear_first = map.flag("clear_first");
    options.press_enter = map.flag("press_enter");
    options.per_character = map.duration("per_character");
    options.blur = map.flag("blur");
    options.fall_back_to_point = map.flag("fall_back_to_point");
    if (const YamlEntry* stages = map.find("composition")) options.composition = scope.texts_of(*stages);
    if (std::optional<Target> target = map.optional_target()) {
      step.actions.push_back(typing(scope, scope.entry().key, *std::move(target), map.text("text"), options));
    } else {
      step.actions.push_back(typing_at_focus(scope, map, options));
    }
    return step;
  }
  for (const YamlEntry& field : scope.entry().value.entries) {
    step.actions.push_back(typing(scope, field.key, scope.target(field.key), scope.text_of(field), {}));
  }
  return step;
}

// Throws for an unknown key.
std::string checked_keys(const StepScope& scope, const YamlEntry& entry) {
  std::string keys = scope.text_of(entry);
  if (keys.empty()) throw scope.error_at(entry.value, "'press' needs a key, such as Enter");
  try {
    parse_chord(keys);
  } catch (const Error& error) {
    throw scope.error_at(entry.value, error.message());
  }
  return keys;
}

PlannedStep parse_press(const StepScope& scope) {
  const YamlEntry& entry = scope.entry();
  PressOptions options{scope.timeout()};
  std::optional<Target> target;
  const YamlEntry* keys_entry = &entry;
  if (entry.value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    keys_entry = &map.need("keys");
    target = map.optional_target("target");
    options.times = map.number("times", options.times);
  }
  std::string keys = checked_keys(scope, *keys_entry);
  const std::string words = target ? target->text() : "";
  const std::string title = with_details(target ? fmt::format("{} on {}", keys, words) : keys,
                                         {options.times == 1 ? "" : fmt::format("{} times", options.times)});
  return page_step(scope, {"press", title, words},
                   [target = std::move(target), keys = std::move(keys), options](PageStack& pages) {
                     if (target)
                       pages.page().press(*target, keys, options);
                     else
                       pages.page().keyboard().press(keys, options);
                   });
}

PlannedStep parse_set_clipboard(const StepScope& scope) {
  std::string text = scope.text(scope.entry().value);
  return page_step(scope, {"set_clipboard", "", "", text},
                   [text](PageStack& pages) { pages.page().set_clipboard(text); });
}

}  // namespace

std::vector<StepSpec> text_steps() {
  using enum ArgumentShape;
  return {
      {"fill",
       TargetToText,
       "Replaces the content of fields, in order; with 'text' of one 'target'.",
       "{ textbox \"E-mail\": ada@example.com }",
       parse_fill,
       {needed({"target", Shape::Target, "the field"}),
        needed({"text", Shape::Text, "its new content"}),
        {"exact", Shape::Flag, "also fails if the page only adds separators, changes case or trims"}}},
      {"clear", Target, "Empties a field.", "textbox \"E-mail\"", parse_clear},
      {"type",
       TargetToText,
       "Types key by key into fields, in order; with 'text', into one 'target' or the focused element.",
       "{ textbox \"Code\": 123456 }",
       parse_type,
       {{"target", Shape::Target, "the field; by default the focused element"},
        needed({"text", Shape::Text, "the text to type"}),
        {"clear_first", Shape::Flag, "empties the field first"},
        {"press_enter", Shape::Flag, "presses Enter at the end"},
        {"per_character", Shape::Duration, "the time between two keys"},
        {"blur", Shape::Flag, "removes the focus at the end"},
        {"fall_back_to_point", Shape::Flag, "if the field cannot be focused, clicks at its centre first"},
        {"composition", Shape::Texts,
         "puts the text in by an input method, as Japanese is written: what is shown on the way, one after the "
         "other"}}},
      {"press",
       TextOrMap,
       "Presses a key or a chord, on an element if one is given.",
       "Enter  or  { keys: Control+A, target: textbox \"Code\" }",
       parse_press,
       {needed({"keys", Shape::Text, "the key or chord"}),
        {"target", Shape::Target, "the element; by default the focused element"},
        by_default({"times", Shape::Number, "how often", {}, 1, 1000}, "1")}},
      {"set_clipboard", Text, "Puts a text into the clipboard.", "4242 4242 4242 4242", parse_set_clipboard},
  };
}

}  // namespace casement
