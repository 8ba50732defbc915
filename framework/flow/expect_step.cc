#include <fmt/format.h>

#include <algorithm>

#include "casement/api/expect.h"
#include "casement/expect/element_conditions.h"
#include "casement/flow/step_acts.h"
#include "casement/flow/step_rows.h"
#include "casement/flow/yaml_reads.h"

namespace casement {
namespace {

using Expecting = std::function<void(PageExpectation& page)>;

PlannedAction expecting(const StepScope& scope, const YamlNode& at, std::string_view type,
                        std::string title, const std::string& target, Expecting call) {
  return page_act(scope, at, {fmt::format("expect.{}", type), std::move(title), target},
                  [call = std::move(call), timeout = scope.timeout()](FlowStage& stage) {
                    PageExpectation expectation(stage.page());
                    call(expectation.within(timeout));
                  });
}

PlannedAction expecting_shown(const StepScope& scope, const YamlNode& at, const Target& target) {
  return expecting(scope, at, "shows", target.text(), target.text(),
                   [target](PageExpectation& page) { page.shows(target); });
}

// One of the keys that say something about `target`.
PlannedAction about_target(const StepScope& scope, const YamlEntry& entry, const Target& target) {
  const std::string& key = entry.key.text;
  const std::string& words = target.text();
  const std::string said = scope.text_of(entry);
  if (key == "state") {
    const auto& states = known_states();
    if (std::find(states.begin(), states.end(), said) == states.end()) {
      throw scope.error_at(entry.value,
                           fmt::format("unknown state '{}'{}", said, hint_for(said, states)));
    }
    return expecting(scope, entry.key, key, fmt::format("{} is {}", words, said), words,
                     [=](PageExpectation& page) { page.state(target, said); });
  }
  if (key == "count") {
    // Through the text, so that a variable can say how many.
    YamlEntry number = entry;
    number.value.text = said;
    const int count = read_number(scope.source(), number, 0, 100'000);
    return expecting(scope, entry.key, key, fmt::format("{} × {}", said, words), words,
                     [=](PageExpectation& page) { page.count(target, count); });
  }
  const TextPattern pattern = scope.pattern_of(entry);
  return expecting(scope, entry.key, key, fmt::format("{} has {} \"{}\"", words, key, said), words,
                   [=, is_text = key == "text"](PageExpectation& page) {
                     if (is_text)
                       page.text(target, pattern);
                     else
                       page.value(target, pattern);
                   });
}

// One of the keys that stand alone.
PlannedAction about_page(const StepScope& scope, const YamlEntry& entry) {
  const std::string& key = entry.key.text;
  const std::string said = scope.text_of(entry);
  if (said.empty()) throw scope.error_at(entry.value, fmt::format("'{}' needs some text", key));
  const std::string title = fmt::format("{} \"{}\"", key, said);
  if (key == "gone") {
    const Target target = scope.target_of(entry);
    return expecting(scope, entry.key, key, fmt::format("gone {}", target.text()), target.text(),
                     [=](PageExpectation& page) { page.hides(target); });
  }
  if (key == "title") {
    const TextPattern pattern = scope.pattern_of(entry);
    return expecting(scope, entry.key, key, title, "",
                     [=](PageExpectation& page) { page.title(pattern); });
  }
  if (key == "url") {
    return expecting(scope, entry.key, key, title, "",
                     [=](PageExpectation& page) { page.url(said); });
  }
  return expecting(scope, entry.key, key, "snapshot", "",
                   [=](PageExpectation& page) { page.snapshot(said); });
}

bool is_about_target(std::string_view key) {
  return key == "state" || key == "text" || key == "value" || key == "count";
}

PlannedStep parse_expect(const StepScope& scope) {
  static const std::vector<std::string> known{"target", "state", "text",  "value",   "count",
                                              "gone",   "url",   "title", "snapshot"};
  const YamlEntry& step_entry = scope.entry();
  PlannedStep step;
  if (step_entry.value.is_text()) {
    step.actions.push_back(expecting_shown(scope, step_entry.key, scope.target(step_entry.value)));
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
  if (target && !target_is_used) {
    step.actions.push_back(expecting_shown(scope, target_entry->key, *target));
  }
  return step;
}

}  // namespace

std::vector<StepKind> expect_steps() {
  return {
      {"expect", ArgumentShape::TextOrMap,
       "Waits until something holds, and fails if it never does.",
       "text \"Thank you\"  or  { url: \"*/receipt/*\" }", parse_expect},
  };
}

}  // namespace casement
