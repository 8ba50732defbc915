#include <fmt/format.h>

#include "casement/base/text.h"
#include "casement/expect/element_conditions.h"
#include "casement/flow/steps/expect_keys.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

// `{ href: /cart, disabled: }`: each with its pattern, none where nothing is said.
std::vector<PlannedAction> attributes(const ExpectKey& key, bool is_css) {
  const StepScope& scope = key.map.scope();
  const Target target = *key.target;
  std::vector<PlannedAction> actions;
  if (key.entry.value.is_text() && !is_css) {
    const std::string name = key.map.some_text(key.name());
    actions.push_back(expecting(key, fmt::format("{} has {} {}", target.text(), key.name(), name),
                                [=](PageExpectation& page) { page.attribute(target, name); }));
    return actions;
  }
  for (const YamlEntry& one : read_some_map(scope.source(), key.entry).entries) {
    const std::string name = one.key.text;
    if (one.value.kind == YamlNode::Kind::Nothing && !is_css) {
      actions.push_back(expecting(key, fmt::format("{} has attribute {}", target.text(), name),
                                  [=](PageExpectation& page) { page.attribute(target, name); }));
      continue;
    }
    const TextPattern pattern = scope.pattern_of(one);
    const std::string title = fmt::format("{} has {} {} \"{}\"", target.text(), key.name(), name, scope.text_of(one));
    actions.push_back(expecting(key, title, [=](PageExpectation& page) {
      if (is_css)
        page.css(target, name, pattern);
      else
        page.attribute(target, name, pattern);
    }));
  }
  return actions;
}

PlannedAction values(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  const std::vector<std::string> said = scope.texts_of(key.entry);
  std::vector<TextPattern> patterns;
  if (key.entry.value.kind == YamlNode::Kind::List) {
    for (const YamlNode& item : key.entry.value.items) patterns.push_back(scope.pattern(item));
  } else {
    patterns.push_back(scope.pattern(key.entry.value));
  }
  return expecting(key, fmt::format("{} has values \"{}\"", key.target->text(), join(said, "\", \"")),
                   [target = *key.target, patterns](PageExpectation& page) { page.values(target, patterns); });
}

// Those whose value is a pattern.
PlannedAction of_pattern(const ExpectKey& key,
                         PageExpectation& (PageExpectation::*call)(const Target&, const TextPattern&)) {
  const TextPattern pattern = *key.map.pattern(key.name());
  return expecting(key, fmt::format("{} has {} \"{}\"", key.target->text(), key.name(), key.map.text(key.name())),
                   [target = *key.target, pattern, call](PageExpectation& page) { (page.*call)(target, pattern); });
}

PlannedAction role(const ExpectKey& key) {
  const std::string word = key.map.some_text("role");
  if (const auto problem = find_target_problem(word)) {
    throw key.map.scope().error_at(key.entry.value, problem->message);
  }
  return expecting(key, fmt::format("{} has role {}", key.target->text(), word),
                   [target = *key.target, word](PageExpectation& page) { page.role(target, word); });
}

PlannedAction has_state_word(const ExpectKey& key) {
  const std::string word = key.map.word(key.name(), "");
  return expecting(key, fmt::format("{} is {}", key.target->text(), word),
                   [target = *key.target, word](PageExpectation& page) { page.state(target, word); });
}

PlannedAction has_count(const ExpectKey& key) {
  const int number = key.map.number(key.name(), 0);
  return expecting(key, fmt::format("{} × {}", number, key.target->text()),
                   [target = *key.target, number](PageExpectation& page) { page.count(target, number); });
}

PlannedAction has_classes(const ExpectKey& key) {
  const std::string classes = key.map.some_text(key.name());
  return expecting(key, fmt::format("{} has {} \"{}\"", key.target->text(), key.name(), classes),
                   [target = *key.target, classes](PageExpectation& page) { page.css_class(target, classes); });
}

std::vector<ExpectRow> make_element_rows() {
  using Key = ExpectKey;
  using Expectation = PageExpectation;
  using Actions = std::vector<PlannedAction>;
  std::vector<ExpectRow> rows{
      {{"state", Shape::Word, "is visible, disabled, checked, …", known_states()},
       [](const Key& key) { return Actions{has_state_word(key)}; }},
      {{"text", Shape::Pattern, "the text that a person sees in it"},
       [](const Key& key) { return Actions{of_pattern(key, &Expectation::text)}; }},
      {{"value", Shape::Pattern, "the value of a control"},
       [](const Key& key) { return Actions{of_pattern(key, &Expectation::value)}; }},
      {{"values", Shape::Texts, "all that is chosen in a list, by label or value, in its order"},
       [](const Key& key) { return Actions{values(key)}; }},
      {{"attribute", Shape::TextOrMap, "has it: a name, or names with what they are"},
       [](const Key& key) { return attributes(key, false); }},
      {{"css_class", Shape::Text, "has all of these classes"},
       [](const Key& key) { return Actions{has_classes(key)}; }},
      {{"css", Shape::Map, "computed values, e.g. { color: \"rgb(255, 0, 0)\" }"},
       [](const Key& key) { return attributes(key, true); }},
      {{"count", Shape::Number, "so many match", {}, 0, 100'000},
       [](const Key& key) { return Actions{has_count(key)}; }},
      {{"name", Shape::Pattern, "the accessible name"},
       [](const Key& key) { return Actions{of_pattern(key, &Expectation::name)}; }},
      {{"description", Shape::Pattern, "the accessible description"},
       [](const Key& key) { return Actions{of_pattern(key, &Expectation::description)}; }},
      {{"role", Shape::Text, "the role"}, [](const Key& key) { return Actions{role(key)}; }},
  };
  for (ExpectRow& row : rows) row.about = ExpectRow::About::Element;
  return rows;
}

}  // namespace

std::span<const ExpectRow> rows_about_elements() {
  static const std::vector<ExpectRow> rows = make_element_rows();
  return rows;
}

}  // namespace casement
