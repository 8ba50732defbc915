#include <fmt/format.h>

#include <algorithm>

#include "casement/flow/step_parsers.h"
#include "casement/flow/yaml_reads.h"

namespace casement {
namespace {

using Kind = FlowExpectation::Kind;

const std::vector<std::string>& known_states() {
  static const std::vector<std::string> states{
      "visible", "hidden", "enabled",  "disabled",  "checked",  "unchecked", "editable", "readonly",
      "focused", "empty",  "expanded", "collapsed", "selected", "required",  "invalid"};
  return states;
}

PlannedAction expecting(const StepScope& scope, const YamlNode& at, FlowExpectation expectation,
                        std::string_view title, std::string_view type) {
  const std::string target = expectation.target ? expectation.target->text() : "";
  PlannedAction action = scope.action(
      at, title, fmt::format("expect.{}", type),
      [expectation = std::move(expectation), timeout = scope.timeout()](StepRun& run) {
        run.page.expect(expectation, timeout);
      });
  action.target = target;
  return action;
}

// One of the keys that say something about `target`.
PlannedAction about_target(const StepScope& scope, const YamlEntry& entry, const Target& target) {
  const std::string& key = entry.key.text;
  FlowExpectation expectation;
  expectation.target = target;
  std::string said = scope.text_of(entry);
  if (key == "state") {
    expectation.kind = Kind::State;
    expectation.text = said;
    const auto& states = known_states();
    if (std::find(states.begin(), states.end(), said) == states.end()) {
      throw scope.error_at(entry.value,
                           fmt::format("unknown state '{}'{}", said, hint_for(said, states)));
    }
    return expecting(scope, entry.key, std::move(expectation),
                     fmt::format("{} is {}", target.text(), said), "state");
  }
  if (key == "count") {
    // Through the text, so that a variable can say how many.
    YamlEntry number = entry;
    number.value.text = said;
    expectation.kind = Kind::Count;
    expectation.count = read_number(scope.source(), number, 0, 100'000);
    return expecting(scope, entry.key, std::move(expectation),
                     fmt::format("{} × {}", said, target.text()), "count");
  }
  expectation.kind = key == "text" ? Kind::Text : Kind::Value;
  expectation.pattern = scope.pattern_of(entry);
  return expecting(scope, entry.key, std::move(expectation),
                   fmt::format("{} has {} \"{}\"", target.text(), key, said), key);
}

// One of the keys that stand alone.
PlannedAction about_page(const StepScope& scope, const YamlEntry& entry) {
  const std::string& key = entry.key.text;
  FlowExpectation expectation;
  expectation.text = scope.text_of(entry);
  std::string title = fmt::format("{} \"{}\"", key, expectation.text);
  if (expectation.text.empty()) {
    throw scope.error_at(entry.value, fmt::format("'{}' needs some text", key));
  }
  if (key == "gone") {
    expectation.kind = Kind::Gone;
    expectation.target = scope.target_of(entry);
    title = fmt::format("gone {}", expectation.target->text());
  } else if (key == "title") {
    expectation.kind = Kind::Title;
    expectation.pattern = scope.pattern_of(entry);
  } else if (key == "url") {
    expectation.kind = Kind::Url;
  } else {
    expectation.kind = Kind::Snapshot;
    title = "snapshot";
  }
  return expecting(scope, entry.key, std::move(expectation), title, key);
}

bool is_about_target(std::string_view key) {
  return key == "state" || key == "text" || key == "value" || key == "count";
}

}  // namespace

PlannedStep parse_expect(const StepScope& scope) {
  static const std::vector<std::string> known{"target", "state", "text",  "value",   "count",
                                              "gone",   "url",   "title", "snapshot"};
  const YamlEntry& step_entry = scope.entry();
  PlannedStep step;
  const auto shown = [&](const YamlNode& at, Target target) {
    FlowExpectation expectation;
    const std::string title = target.text();
    expectation.target = std::move(target);
    step.actions.push_back(expecting(scope, at, std::move(expectation), title, "shows"));
  };
  if (step_entry.value.is_text()) {
    shown(step_entry.key, scope.target(step_entry.value));
    return step;
  }

  check_keys(scope.source(), step_entry.value, known, "'expect'");
  const YamlEntry* target_entry = step_entry.value.find("target");
  std::optional<Target> target;
  if (target_entry != nullptr) target = scope.target_of(*target_entry);
  for (const YamlEntry& entry : step_entry.value.entries) {
    if (&entry == target_entry) continue;
    if (!is_about_target(entry.key.text)) {
      step.actions.push_back(about_page(scope, entry));
    } else if (target) {
      step.actions.push_back(about_target(scope, entry, *target));
    } else {
      throw scope.source().error_at(entry.key.place,
                                    fmt::format("'{}' needs a 'target' beside it", entry.key.text));
    }
  }
  const bool target_is_used =
      std::any_of(step_entry.value.entries.begin(), step_entry.value.entries.end(),
                  [](const YamlEntry& entry) { return is_about_target(entry.key.text); });
  if (target && !target_is_used) shown(target_entry->key, *target);
  return step;
}

}  // namespace casement
