#include "specs/docs/key_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "casement/flow/load/header_spec.h"
#include "casement/flow/load/project_table.h"
#include "casement/flow/steps/step_table.h"

namespace casement::specs {
namespace {

using Shape = ArgSpec::Shape;

constexpr std::string_view kHead = "| key | value | meaning |\n|---|---|---|\n";

std::string range_of(const ArgSpec& key, std::string_view number) {
  if (key.most <= key.least || key.most >= 100'000) return std::string(number);  // the bound only refuses nonsense
  return fmt::format("{} from {} to {}", number, key.least, key.most);
}

// A long list is shortened, because the page lists the words elsewhere.
std::string one_of(const std::vector<std::string>& words) {
  return words.size() > 20 ? fmt::format("a name, such as `{}`", words.front()) : joined(words, "or");
}

std::string texts_of(const ArgSpec& key, KeyPlace place) {
  const bool is_command = key.name == "command" || key.name == "run";
  return place == KeyPlace::Setting && !is_command ? "a list of texts" : "a text, or a list of texts";
}

std::string value_of_site_key(const site::SiteKey& key) {
  using enum site::SiteKey::Shape;
  switch (key.shape) {
    case Text:
    case Scalar:
      return "a text";
    case Number:
      return fmt::format("a whole number from {} to {}", key.least, key.most);
    case Duration:
      return fmt::format("a duration, e.g. `300ms`, of at most {}m", key.most / 60'000);
    case True:
      return "`true`";
    case Globs:
      return "names with values; `*` is any run of characters";
    case Headers:
      return "names with texts, or with lists of texts";
    case Any:
      return "any value";
    case Word:
      return joined(key.words, "or");
    case Hosts:
      return "host names with folders, or with nothing";
    case HostList:
      return "a list of host names";
    case Rules:
      return "a list of rules";
    case Texts:
      return "a list of texts";
    case Socket:
      return "a map of the keys below, or nothing";
    case SocketMessages:
      return "a list of maps with `match` and `reply`";
    case SocketActions:
      return "a list of actions";
    case Match:
      return "a text, or JSON pointers with texts; `*` is any run of characters";
    case Pointers:
      return "JSON pointers with JSON pointers";
    case Events:
      return "a list of events, or nothing";
  }
  return "";
}

void append_rows(std::string& table, const std::vector<ArgSpec>& keys, const std::string& prefix, KeyPlace place) {
  for (const ArgSpec& key : keys) {
    table += fmt::format("| `{}{}` | {} | {} |\n", prefix, key.name, cell(value_of(key, place)), cell(meaning_of(key)));
    append_rows(table, key.keys, fmt::format("{}{}.", prefix, key.name), place);
  }
}

}  // namespace

std::string joined(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    text += fmt::format("`{}`", words[i]);
  }
  return text;
}

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
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

std::string value_of(const ArgSpec& key, KeyPlace place) {
  switch (key.shape) {
    case Shape::Text:
      return "a text";
    case Shape::OptionalText:
      return "a text, or nothing";
    case Shape::Texts:
      return texts_of(key, place);
    case Shape::Pattern:
      return "a text, or `/an expression/`";
    case Shape::Target:
      return "a target";
    case Shape::Name:
      return "a name";
    case Shape::Word:
      return one_of(key.words);
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
    case Shape::Variables:
      return "names with texts, or with nothing";
    case Shape::Cases:
      return "a list of maps, or a path";
    case Shape::Users:
      return "names with maps as under `use`";
    case Shape::Steps:
      return "a list of steps";
    case Shape::Statuses:
      return fmt::format("numbers from {} to {}, each with {}", key.least, key.most, joined(key.words, "or"));
    case Shape::MapOrMaps:
      return "a map, or a list of maps";
    case Shape::NamedMaps:
      return "names with maps";
    case Shape::Any:
      return "any value";
  }
  return "";
}

std::string meaning_of(const ArgSpec& key) {
  std::string text(key.help);
  if (key.is_required) text += text.ends_with('.') ? " Required." : "; required";
  if (!key.only_with.empty()) text += fmt::format("; only with `{}`", key.only_with);
  if (!key.default_value.empty()) {
    std::string_view otherwise = key.default_value;
    if (otherwise.size() > 1 && otherwise.front() == '"') otherwise = otherwise.substr(1, otherwise.size() - 2);
    text += fmt::format("; `{}` by default", otherwise);
  }
  return text;
}

std::string table_of_step_options() {
  std::string table(kHead);
  for (const StepOption& option : step_options()) {
    table += fmt::format("| `{}` | {} | {}{} |\n", option.key.name, cell(value_of(option.key)), cell(option.key.help),
                         cell(examples_of(option.key.name, option.example)));
  }
  return table;
}

std::string table_of_expectations(std::span<const ExpectRow> rows) {
  std::string table(kHead);
  for (const ExpectRow& row : rows) append_rows(table, {row.spec}, "", KeyPlace::Step);
  return table;
}

std::string table_of_header() {
  std::string table(kHead);
  for (const HeaderKey& row : header_table()) {
    const bool is_setting = row.where == HeaderKey::Where::FlowAndSettings;
    table += fmt::format("| `{}` | {} | {}{}{} |\n", row.key.name, cell(value_of(row.key, KeyPlace::Setting)),
                         cell(meaning_of(row.key)), is_setting ? "" : " Not in settings.",
                         cell(examples_of(row.key.name, row.example)));
  }
  return table;
}

std::string table_of_project() {
  std::string table = "| key | value | meaning | also in |\n|---|---|---|---|\n";
  for (const ProjectKey& row : project_table()) {
    using enum ProjectKey::Where;
    const bool is_vars = row.key.shape == Shape::Variables;  // here each variable needs a value
    table += fmt::format("| `{}` | {} | {}{} | {} |\n", row.key.name,
                         is_vars ? "names with texts" : cell(value_of(row.key, KeyPlace::Setting)),
                         cell(meaning_of(row.key)), cell(examples_of(row.key.name, row.example)),
                         row.where == Everywhere     ? "`environments`, `projects`"
                         : row.where == Environments ? "`environments`"
                                                     : "–");
  }
  return table;
}

std::string table_of_map(const std::vector<ArgSpec>& keys, KeyPlace place) {
  std::string table(kHead);
  append_rows(table, keys, "", place);
  return table;
}

std::string table_of_site(std::span<const site::SiteKey> keys) {
  std::string table(kHead);
  for (const site::SiteKey& key : keys) {
    table += fmt::format("| `{}` | {} | {} |\n", key.name, cell(value_of_site_key(key)), cell(key.help));
  }
  return table;
}

}  // namespace casement::specs
