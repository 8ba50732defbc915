#include <fmt/format.h>

#include <algorithm>

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
PlannedAction by_pattern(const ExpectKey& key,
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

}  // namespace

std::vector<ArgSpec> keys_about_elements() {
  ArgSpec attribute{"attribute", Shape::TextOrMap, "has it: a name, or names with what they are"};
  ArgSpec css{"css", Shape::Map, "computed values, e.g. { color: \"rgb(255, 0, 0)\" }"};
  return {
      {"state", Shape::Word, "is visible, disabled, checked, …", known_states()},
      {"text", Shape::Pattern, "the text that a person sees in it"},
      {"value", Shape::Pattern, "the value of a control"},
      {"values", Shape::Texts, "all that is chosen in a list, by label or value, in its order"},
      attribute,
      {"css_class", Shape::Text, "has all of these classes"},
      css,
      {"count", Shape::Number, "so many match", {}, 0, 100'000},
      {"name", Shape::Pattern, "the accessible name"},
      {"description", Shape::Pattern, "the accessible description"},
      {"role", Shape::Text, "the role"},
  };
}

bool is_about_element(std::string_view key) {
  static const std::vector<ArgSpec> keys = keys_about_elements();
  return std::any_of(keys.begin(), keys.end(), [&](const ArgSpec& one) { return one.name == key; });
}

std::vector<PlannedAction> expect_of_element(const ExpectKey& key) {
  const std::string& name = key.name();
  const std::string& words = key.target->text();
  if (name == "attribute" || name == "css") return attributes(key, name == "css");
  std::vector<PlannedAction> one;
  if (name == "state") {
    const std::string state = key.map.word(name, "");
    one.push_back(expecting(key, fmt::format("{} is {}", words, state),
                            [target = *key.target, state](PageExpectation& page) { page.state(target, state); }));
  } else if (name == "count") {
    const int count = key.map.number(name, 0);
    one.push_back(expecting(key, fmt::format("{} × {}", count, words),
                            [target = *key.target, count](PageExpectation& page) { page.count(target, count); }));
  } else if (name == "css_class") {
    const std::string classes = key.map.some_text(name);
    one.push_back(
        expecting(key, fmt::format("{} has {} \"{}\"", words, name, classes),
                  [target = *key.target, classes](PageExpectation& page) { page.css_class(target, classes); }));
  } else if (name == "values") {
    one.push_back(values(key));
  } else if (name == "role") {
    one.push_back(role(key));
  } else {
    one.push_back(by_pattern(key, name == "text"    ? &PageExpectation::text
                                  : name == "value" ? &PageExpectation::value
                                  : name == "name"  ? &PageExpectation::name
                                                    : &PageExpectation::description));
  }
  return one;
}

}  // namespace casement
