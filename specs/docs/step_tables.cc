// Writes the tables of docs/flow_steps.md from the tables of the flow language:
//   step_tables ROOT [--check]
// A line `<!-- steps: click tap -->`, `<!-- options of steps -->`, `<!-- expectations of elements -->` or `<!--
// expectations of pages -->` starts a table, and `<!-- end -->` ends it. Each step needs to be in exactly one table.
// --check writes nothing and fails if the page is stale.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "casement/base/text.h"
#include "casement/flow/steps/expect_keys.h"
#include "casement/flow/steps/step_table.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

std::string joined(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    text += fmt::format("`{}`", words[i]);
  }
  return text;
}

std::string range_of(const ArgSpec& key, std::string_view number) {
  if (key.most <= key.least || key.most >= 100'000) return std::string(number);  // there to keep nonsense out
  return fmt::format("{} from {} to {}", number, key.least, key.most);
}

// A value of this key, in a few words.
std::string value_of(const ArgSpec& key) {
  switch (key.shape) {
    case Shape::Text:
      return "a text";
    case Shape::OptionalText:
      return "a text, or nothing";
    case Shape::Texts:
      return "a text, or a list of texts";
    case Shape::Pattern:
      return "a text, or `/an expression/`";
    case Shape::Target:
      return "a target";
    case Shape::Name:
      return "a name";
    case Shape::Word:
      return joined(key.words, "or");
    case Shape::Words:
      return "a list of " + joined(key.words, "and");
    case Shape::TrueOrWordsOrMap:
      return "`true`, a list of " + joined(key.words, "and") + ", or a map";
    case Shape::Flag:
      return "`true` or `false`";
    case Shape::Number:
      return range_of(key, "a whole number");
    case Shape::Decimal:
      return range_of(key, "a number");
    case Shape::Duration:
      return "a duration, e.g. `500ms`";
    case Shape::Point:
      return "`{ x, y }`";
    case Shape::TextOrMap:
      return "a text, or a map";
    case Shape::Map:
      return key.keys.empty() ? "names with texts" : "a map";
    case Shape::OptionalMap:
      return "a map, or nothing";
    case Shape::AnyMap:
      return "a map";
    default:
      return "any value";
  }
}

// In a cell a bar would end the cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string meaning_of(const ArgSpec& key) {
  std::string text(key.help);
  if (key.is_required) text += "; required";
  if (!key.only_with.empty()) text += fmt::format("; only with `{}`", key.only_with);
  if (!key.default_value.empty()) {
    std::string_view otherwise = key.default_value;
    if (otherwise.size() > 1 && otherwise.front() == '"') otherwise = otherwise.substr(1, otherwise.size() - 2);
    text += fmt::format("; `{}` by default", otherwise);
  }
  return text;
}

void append_keys(std::string& table, const std::vector<ArgSpec>& keys, const std::string& prefix) {
  for (const ArgSpec& key : keys) {
    const std::string name = prefix + std::string(key.name);
    table += fmt::format("| | `{}`: {} | {} |\n", name, cell(value_of(key)), cell(meaning_of(key)));
    append_keys(table, key.keys, name + ".");
  }
}

// The argument of a step, without the keys of its map.
std::string argument_of(const StepSpec& kind) {
  const std::string alone = kind.keys.empty() ? "a text" : value_of(kind.keys.front());
  switch (kind.shape) {
    case ArgumentShape::Nothing:
      return "nothing";
    case ArgumentShape::NothingOrMap:
      return kind.keys.empty() ? "nothing, or names with texts" : "nothing, or a map";
    case ArgumentShape::Text:
      return alone;
    case ArgumentShape::OptionalText:
      return alone + ", or nothing";
    case ArgumentShape::OptionalTextOrMap:
      return alone + ", nothing, or a map";
    case ArgumentShape::Flag:
      return "`true` or `false`";
    case ArgumentShape::Texts:
      return "a text, or a list of texts";
    case ArgumentShape::Target:
      return "a target";
    case ArgumentShape::TargetOrMap:
      return "a target, or a map";
    case ArgumentShape::TargetToText:
      return kind.keys.empty() ? "`{ target: text, … }`" : "`{ target: text, … }`, or a map";
    case ArgumentShape::TargetToTexts:
      return kind.keys.empty() ? "`{ target: text, … }`, a list for several texts"
                               : "`{ target: text, … }`, a list for several texts, or a map";
    case ArgumentShape::TextOrMap:
      return alone + ", or a map";
    case ArgumentShape::Map:
      return kind.keys.empty() ? "names with texts" : "a map";
    case ArgumentShape::Steps:
      return "a list of steps";
  }
  return "";
}

bool takes_map(const StepSpec& kind) {
  using enum ArgumentShape;
  return kind.shape == NothingOrMap || kind.shape == OptionalTextOrMap || kind.shape == TargetOrMap ||
         kind.shape == TargetToText || kind.shape == TargetToTexts || kind.shape == TextOrMap || kind.shape == Map;
}

std::string examples_of(std::string_view name, std::string_view example) {
  std::string text;
  while (!example.empty()) {
    const std::size_t end = std::min(example.find("  or  "), example.size());
    text += fmt::format("{}`{}: {}`", text.empty() ? " E.g. " : " or ", name, example.substr(0, end));
    example = end == example.size() ? "" : example.substr(end + std::strlen("  or  "));
  }
  return text;
}

std::string table_of_steps(const std::vector<std::string>& names) {
  std::string table = "| step | argument | meaning |\n|---|---|---|\n";
  for (const std::string& name : names) {
    const StepSpec& kind = *find_step_kind(name);
    std::string argument = argument_of(kind);
    if (kind.blocks == StepBlocks::Steps) argument += "; beside it `steps`";
    if (kind.blocks == StepBlocks::ThenElse) argument += "; beside it `then`, optionally `else`";
    table += fmt::format("| `{}` | {} | {} |\n", name, cell(argument),
                         cell(std::string(kind.help) + examples_of(name, kind.example)));
    // The keys of `expect` have tables of their own.
    if (takes_map(kind) && kind.name != "expect") append_keys(table, kind.keys, "");
    if (!kind.exactly_one.empty()) table += fmt::format("| | | exactly one of {} |\n", joined(kind.exactly_one, "and"));
    if (!kind.at_most_one.empty()) table += fmt::format("| | | at most one of {} |\n", joined(kind.at_most_one, "and"));
  }
  return table;
}

std::string table_of_options() {
  std::string table = "| key | value | meaning |\n|---|---|---|\n";
  for (const StepOption& option : step_options()) {
    table += fmt::format("| `{}` | {} | {}{} |\n", option.key.name, cell(value_of(option.key)), cell(option.key.help),
                         cell(examples_of(option.key.name, option.example)));
  }
  return table;
}

void append_expectations(std::string& table, const std::vector<ArgSpec>& keys, const std::string& prefix) {
  for (const ArgSpec& key : keys) {
    table += fmt::format("| `{}{}` | {} | {} |\n", prefix, key.name, cell(value_of(key)), cell(meaning_of(key)));
    append_expectations(table, key.keys, fmt::format("{}{}.", prefix, key.name));
  }
}

std::string table_of_expectations(std::span<const ExpectRow> rows) {
  std::string table = "| key | value | meaning |\n|---|---|---|\n";
  for (const ExpectRow& row : rows) append_expectations(table, {row.spec}, "");
  return table;
}

// The page with new tables. Adds a text for each step that is unknown, or not in exactly one table.
std::string written_again(const std::string& page, std::vector<std::string>& errors) {
  std::map<std::string, int> places;
  std::string text;
  bool is_inside = false;
  for (const std::string_view line : split_lines(page)) {
    if (line == "<!-- end -->") is_inside = false;
    if (is_inside) continue;
    text += std::string(line) + "\n";
    if (!line.starts_with("<!-- ") || line == "<!-- end -->") continue;
    std::string table;
    if (line.starts_with("<!-- steps: ")) {
      std::istringstream words{std::string(line.substr(std::strlen("<!-- steps: ")))};
      std::vector<std::string> names;
      for (std::string name; words >> name && name != "-->";) {
        if (find_step_kind(name) == nullptr) {
          errors.push_back("there is no step " + name);
        } else {
          names.push_back(name);
          ++places[name];
        }
      }
      table = table_of_steps(names);
    } else if (line == "<!-- options of steps -->") {
      table = table_of_options();
    } else if (line == "<!-- expectations of elements -->") {
      table = table_of_expectations(rows_about_elements());
    } else if (line == "<!-- expectations of pages -->") {
      table = table_of_expectations(rows_about_pages());
    } else {
      continue;
    }
    text += "\n" + table + "\n";
    is_inside = true;
  }
  if (is_inside) errors.push_back("a table has no <!-- end -->");
  for (const StepSpec& kind : step_table()) {
    if (places[std::string(kind.name)] != 1)
      errors.push_back(fmt::format("the step {} is in {} tables", kind.name, places[std::string(kind.name)]));
  }
  return text;
}

int run(const std::string& root, bool is_check) {
  const std::string path = root + "/docs/flow_steps.md";
  std::ostringstream page;
  page << std::ifstream(path, std::ios::binary).rdbuf();
  std::vector<std::string> errors;
  const std::string text = written_again(page.str(), errors);
  if (is_check && text != page.str()) errors.push_back("it is stale: run specs/docs/generate");
  if (!is_check && errors.empty()) std::ofstream(path, std::ios::binary) << text;
  for (const std::string& error : errors) std::cout << path << ": " << error << "\n";
  return errors.empty() ? 0 : 1;
}

}  // namespace
}  // namespace casement

int main(int count, char** arguments) {
  if (count < 2) return 2;
  return casement::run(arguments[1], count > 2 && std::strcmp(arguments[2], "--check") == 0);
}
