// Keys of `expect` about one element. Each key but `count` is a row of casement/expect/element_conditions.h.
#include <fmt/format.h>

#include "casement/base/text.h"
#include "casement/expect/element_conditions.h"
#include "casement/flow/steps/expect_keys.h"
#include "casement/target/target_step.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using Takes = ElementExpectationKind::Takes;
using ElementActions = std::vector<PlannedAction>;

PlannedAction expecting_of_element(const ExpectKey& key, std::string_view says, ElementArgument argument) {
  return expecting(key, fmt::format("{} {}", key.target->text(), says),
                   [target = *key.target, name = key.name(), argument = std::move(argument)](PageExpectation& page) {
                     page.element(target, name, argument);
                   });
}

PlannedAction of_role(const ExpectKey& key) {
  const std::string word = key.map.some_text(key.name());
  if (const auto problem = find_target_problem(word)) {
    throw key.map.scope().error_at(key.entry.value, problem->message);
  }
  return expecting_of_element(key, fmt::format("has {} {}", key.name(), word), {word});
}

PlannedAction of_patterns(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  const std::vector<std::string> said = scope.texts_of(key.entry);
  ElementArgument argument;
  if (key.entry.value.kind == YamlNode::Kind::List) {
    for (const YamlNode& item : key.entry.value.items) argument.patterns.push_back(scope.pattern(item));
  } else {
    argument.patterns.push_back(scope.pattern(key.entry.value));
  }
  return expecting_of_element(key, fmt::format("has {} \"{}\"", key.name(), join(said, "\", \"")), std::move(argument));
}

// `{ href: /cart, disabled: }`: each name with its pattern. With `name_alone`, a name needs no pattern.
ElementActions of_named_patterns(const ExpectKey& key, bool name_alone) {
  const StepScope& scope = key.map.scope();
  if (key.entry.value.is_text() && name_alone) {
    const std::string name = key.map.some_text(key.name());
    return {expecting_of_element(key, fmt::format("has {} {}", key.name(), name), {name})};
  }
  ElementActions actions;
  for (const YamlEntry& one : read_some_map(scope.source(), key.entry).entries) {
    const std::string& name = one.key.text;
    std::string says = fmt::format("has {} {}", key.name(), name);
    ElementArgument argument{name};
    if (one.value.kind != YamlNode::Kind::Nothing || !name_alone) {
      argument.patterns.push_back(scope.pattern_of(one));
      says += fmt::format(" \"{}\"", scope.text_of(one));
    }
    actions.push_back(expecting_of_element(key, says, std::move(argument)));
  }
  return actions;
}

// Reads the argument of an expectation, by its type.
ElementActions read_element_key(const ExpectKey& key) {
  const StepMap& map = key.map;
  const std::string& name = key.name();
  switch (const ElementExpectationKind& row = element_expectation(name); row.takes) {
    case Takes::State: {
      const std::string word = map.word(name, "");
      return {expecting_of_element(key, "is " + word, {word})};
    }
    case Takes::Role:
      return {of_role(key)};
    case Takes::Words: {
      const std::string words = map.some_text(name);
      return {expecting_of_element(key, fmt::format("has {} \"{}\"", name, words), {words})};
    }
    case Takes::Pattern:
      return {
          expecting_of_element(key, fmt::format("has {} \"{}\"", name, map.text(name)), {"", {*map.pattern(name)}})};
    case Takes::Patterns:
      return {of_patterns(key)};
    case Takes::NamedPattern:
      return of_named_patterns(key, false);
    case Takes::NamedPatternOrNameAlone:
      return of_named_patterns(key, true);
  }
  throw Error(ErrorKind::Internal, fmt::format("the expectation '{}' cannot be written in a flow", name));
}

ArgSpec spec_of(const ElementExpectationKind& row) {
  switch (row.takes) {
    case Takes::State:
      return {row.name, Shape::Word, row.help, known_states()};
    case Takes::Role:
    case Takes::Words:
      return {row.name, Shape::Text, row.help};
    case Takes::Pattern:
      return {row.name, Shape::Pattern, row.help};
    case Takes::Patterns:
      return {row.name, Shape::Texts, row.help};
    case Takes::NamedPattern:
      return {row.name, Shape::Map, row.help};
    case Takes::NamedPatternOrNameAlone:
      return {row.name, Shape::TextOrMap, row.help};
  }
  throw Error(ErrorKind::Internal, fmt::format("the expectation '{}' cannot be written in a flow", row.name));
}

// The number of matches is a property of the target, not of one element.
PlannedAction has_count(const ExpectKey& key) {
  const int number = key.map.number(key.name(), 0);
  return expecting(key, fmt::format("{} × {}", number, key.target->text()),
                   [target = *key.target, number](PageExpectation& page) { page.count(target, number); });
}

}  // namespace

std::span<const ExpectRow> rows_about_elements() {
  static const std::vector<ExpectRow> rows = [] {
    std::vector<ExpectRow> made;
    for (const ElementExpectationKind& row : element_expectations()) {
      made.push_back({spec_of(row), read_element_key, ExpectRow::About::Element, ExpectRow::Touches::Page});
    }
    made.push_back({{"count", Shape::Number, "this number of elements matches", {}, 0, 100'000},
                    [](const ExpectKey& key) { return ElementActions{has_count(key)}; },
                    ExpectRow::About::Element,
                    ExpectRow::Touches::Page});
    return made;
  }();
  return rows;
}

}  // namespace casement
