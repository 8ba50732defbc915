#include <fmt/format.h>

#include <algorithm>

#include "casement/base/text.h"
#include "casement/flow/steps/expect_keys.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/target/target_step.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

std::vector<ArgSpec> keys_of_expect(bool with_not) {
  std::vector<ArgSpec> keys{{"target", ArgSpec::Shape::Target, "the element"}};
  for (const ExpectRow& row : rows_about_elements()) keys.push_back(row.spec);
  for (const ExpectRow& row : rows_about_pages()) keys.push_back(row.spec);
  if (!with_not) return keys;
  ArgSpec negation{"not", ArgSpec::Shape::TextOrMap, "expects the opposite: a target, or keys as above"};
  negation.keys = keys_of_expect(false);
  keys.push_back(std::move(negation));
  return keys;
}

class ExpectReader {
 public:
  explicit ExpectReader(const StepScope& scope) : scope_(scope) {}

  PlannedStep read() {
    const YamlEntry& entry = scope_.entry();
    if (entry.value.is_text()) {
      refuse_key(entry.value);
      shown(entry.key, scope_.target(entry.value), false);
    } else {
      read_map(StepMap(scope_), nullptr, false);
    }
    return std::move(step_);
  }

 private:
  // Refuses a key written as a target: `expect: url */receipt`.
  void refuse_key(const YamlNode& value) const;
  void shown(const YamlNode& at, const Target& target, bool negated);
  // Returns whether a key in the map uses the target `around`.
  bool read_map(const StepMap& map, const Target* around, bool negated);

  const StepScope& scope_;
  PlannedStep step_;
};

void ExpectReader::refuse_key(const YamlNode& value) const {
  const std::string text = scope_.text(value);
  const std::size_t end = text.find_first_of(" :=");
  if (end == std::string::npos || !find_target_problem(text)) return;
  const std::string word = text.substr(0, end);
  const std::size_t rest = text.find_first_not_of(" :=", end);
  for (const ExpectRow& row : rows_about_pages()) {
    if (row.spec.name != word || rest == std::string::npos) continue;
    throw scope_.error_at(value, fmt::format("'{0}' is a key of 'expect'; write e.g. expect: {{ {0}: \"{1}\" }}", word,
                                             shorten(text.substr(rest), 60)));
  }
}

void ExpectReader::shown(const YamlNode& at, const Target& target, bool negated) {
  step_.actions.push_back(showing(scope_, at, target, negated));
}

bool ExpectReader::read_map(const StepMap& map, const Target* around, bool negated) {
  const YamlEntry* target_entry = map.find("target");
  const std::optional<Target> own = map.optional_target();
  const Target* target = own ? &*own : around;
  bool is_used = false;
  for (const YamlEntry& entry : map.node().entries) {
    if (&entry == target_entry) continue;
    const std::string& name = entry.key.text;
    if (name == "not") {
      if (entry.value.is_text()) {
        shown(entry.key, scope_.target_of(entry), true);
        continue;
      }
      if (entry.value.kind == YamlNode::Kind::List) {
        throw scope_.error_at(entry.value, "'not' must be a target, or a map with the same keys as 'expect'");
      }
      const std::vector<ArgSpec> keys = keys_of_expect(false);
      if (read_map(StepMap(scope_, read_some_map(scope_.source(), entry), keys, "'not'"), target, true)) {
        is_used = true;
      }
      continue;
    }
    const ExpectRow& row = *find_expect_row(name);  // the map refused all other keys
    if (row.about == ExpectRow::About::Element && target == nullptr) {
      throw scope_.source().error_at(
          entry.key.place,
          fmt::format("'{}' needs a 'target' beside it{}", name,
                      name == "text" ? "; for text anywhere on the page, write expect: text \"…\"" : ""));
    }
    if (row.about != ExpectRow::About::Page && target != nullptr) is_used = true;
    for (PlannedAction& action : row.read({map, entry, negated, target})) step_.actions.push_back(std::move(action));
  }
  if (own && !is_used) shown(target_entry->key, *own, negated);
  return is_used && !own;
}

PlannedStep parse_expect(const StepScope& scope) {
  return ExpectReader(scope).read();
}

}  // namespace

const ExpectRow* find_expect_row(std::string_view name) {
  for (const std::span<const ExpectRow> rows : {rows_about_elements(), rows_about_pages()}) {
    const auto found = std::ranges::find(rows, name, [](const ExpectRow& row) { return row.spec.name; });
    if (found != rows.end()) return &*found;
  }
  return nullptr;
}

PlannedAction showing(const StepScope& scope, const YamlNode& at, const Target& target, bool negated) {
  const std::string& words = target.text();
  return read_call(scope, at, {"expect.shows", (negated ? "not: " : "") + words, words},
                   [target, negated, timeout = scope.timeout()](PageStack& pages) {
                     PageExpectation page(pages.page());
                     page.within(timeout);
                     if (negated)
                       page.hides(target);
                     else
                       page.shows(target);
                   });
}

PlannedAction expecting(const ExpectKey& key, std::string title, ExpectCall call) {
  const StepScope& scope = key.map.scope();
  return read_call(scope, key.entry.key,
                   {"expect." + key.name(), (key.negated ? "not: " : "") + std::move(title),
                    key.target == nullptr ? "" : key.target->text()},
                   [call = std::move(call), negated = key.negated, timeout = scope.timeout()](PageStack& pages) {
                     PageExpectation page(pages.page());
                     page.within(timeout);
                     if (negated) page.never();
                     call(page);
                   });
}

std::vector<StepSpec> expect_steps() {
  return {
      {"expect", ArgumentShape::TextOrMap, "Waits until a condition holds, and fails if it never does.",
       "text \"Thank you\"  or  { url: \"*/receipt/*\" }", parse_expect, keys_of_expect(true)},
  };
}

}  // namespace casement
