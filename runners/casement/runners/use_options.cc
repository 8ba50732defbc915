#include "casement/runners/use_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/load/header_spec.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/yaml/yaml_source.h"

namespace casement::runners {
namespace {

constexpr std::string_view kStorageState = "storage_state";
constexpr std::string_view kJavascript = "javascript";
// --help lists the values of an option up to this number.
constexpr std::size_t kMostListed = 8;

// Whether the key is an option. Maps and lists are not, nor are keys without meaning for a page that is only inspected.
bool is_option(const ArgSpec& key) {
  using enum ArgSpec::Shape;
  const bool is_one_word = key.shape == Text || key.shape == Word || key.shape == Flag || key.shape == Decimal;
  return is_one_word && key.name != "url" && key.name != "set" && key.name != "test_id_attribute";
}

std::string option_name(std::string_view key) {
  std::string name = "--" + std::string(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string sentence(std::string_view help) {
  std::string text(help);
  if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

CLI::Validator known_word(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](std::string& input) -> std::string {
        if (std::find(words.begin(), words.end(), input) != words.end()) return "";
        return "'" + input + "' is not one of: " + join(words, ", ");
      },
      words.size() > kMostListed ? "" : join(words, "|"));
}

// Returns the value as YAML: numbers and booleans keep their type.
std::string as_yaml(const ArgSpec& key, const std::string& value) {
  if (key.shape == ArgSpec::Shape::Flag || key.shape == ArgSpec::Shape::Decimal) return value;
  std::string quoted = "'";
  for (const char c : value) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

void read_option(const ArgSpec& key, const std::string& value, ContextOptions& options) {
  const std::string name = option_name(key.name);
  try {
    const YamlSource source =
        YamlSource::parse("command line", "use:\n  " + std::string(key.name) + ": " + as_yaml(key, value) + "\n");
    read_use(source, source.root().entries.front(), options);
  } catch (const Error& error) {
    throw Error(ErrorKind::Usage, name + ": " + error.problem());
  }
}

}  // namespace

void add_use_options(CLI::App& command, std::map<std::string, std::string>& values) {
  const std::string group = "The browser context (as 'use' in a flow)";
  for (const ArgSpec& key : use_keys()) {
    if (!is_option(key)) continue;
    const std::string name(key.name), help = sentence(key.help);
    if (name == kJavascript) {  // the only flag that is on by default
      command
          .add_flag_callback(
              "--no-javascript", [&values, name] { values[name] = "false"; }, "Do not run scripts of pages")
          ->group(group);
      continue;
    }
    if (key.shape == ArgSpec::Shape::Flag) {
      command.add_flag_callback(option_name(name), [&values, name] { values[name] = "true"; }, help)->group(group);
      continue;
    }
    const bool is_file = name == kStorageState;
    CLI::Option* option = command.add_option_function<std::string>(
        option_name(name), [&values, name](const std::string& value) { values[name] = value; },
        is_file ? "Load cookies and storage from this file" : help);
    option->group(group)->type_name(is_file ? "FILE" : key.shape == ArgSpec::Shape::Decimal ? "NUMBER" : "TEXT");
    if (is_file) option->check(CLI::ExistingFile);
    if (!key.words.empty()) option->check(known_word(key.words));
  }
}

ContextOptions context_options_of(const std::map<std::string, std::string>& values) {
  ContextOptions options;
  // In the order of the table, so that a device comes before options that override it.
  for (const ArgSpec& key : use_keys()) {
    if (const auto given = values.find(std::string(key.name)); given != values.end())
      read_option(key, given->second, options);
  }
  return options;
}

}  // namespace casement::runners
