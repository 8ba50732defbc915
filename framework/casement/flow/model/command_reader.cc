#include "casement/flow/model/command_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "casement/base/characters.h"
#include "casement/base/error.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

std::optional<YamlNode> filled_command(const YamlSource& source, const YamlNode& command, const TextValues& values) {
  try {
    return values.put_into(source, command);
  } catch (const Error& error) {
    if (command.kind != YamlNode::Kind::Text || error.message().find("unknown variable") == std::string::npos) throw;
    throw Error(error.kind(), error.message() + "; write $${…} for a variable of the shell", error.trail());
  }
}

}  // namespace

std::string read_some_text(const YamlSource& source, const YamlEntry& entry) {
  if (!read_text(source, entry).empty()) return entry.value.text;
  throw source.error_at(place_of(entry), fmt::format("'{}' is empty", entry.key.text));
}

std::vector<std::string> read_command(const YamlSource& source, const YamlEntry& entry) {
  if (entry.value.kind != YamlNode::Kind::List) return {"/bin/sh", "-c", read_some_text(source, entry)};
  std::vector<std::string> words = read_texts(source, entry);
  if (!words.empty() && !words.front().empty()) return words;
  throw source.error_at(place_of(entry), fmt::format("'{}' must be a program and its arguments", entry.key.text));
}

std::string name_of_command(const std::vector<std::string>& command, const std::string& otherwise) {
  const std::string& text = command.front() == "/bin/sh" ? command.back() : command.front();
  std::string name = fs::path(text.substr(0, text.find_first_of(" \t\n;&|"))).filename().string();
  std::erase_if(name, [](char c) { return !is_ascii_letter_or_digit(c) && c != '-' && c != '_' && c != '.'; });
  return name.empty() ? otherwise : name;
}

std::map<std::string, std::string> read_environment(const YamlSource& source, const YamlEntry& entry) {
  std::map<std::string, std::string> environment;
  for (const YamlEntry& variable : read_map(source, entry).entries) {
    environment[variable.key.text] = read_text(source, variable);
  }
  return environment;
}

std::string read_relative_path(const YamlSource& source, const YamlEntry& entry) {
  return (fs::path(source.file()).parent_path() / read_some_text(source, entry)).lexically_normal().string();
}

std::optional<YamlNode> with_values(const YamlSource& source, const YamlNode& map, std::string_view command,
                                    const TextValues& values) {
  YamlNode filled = map;
  for (YamlEntry& entry : filled.entries) {
    std::optional<YamlNode> value =
        entry.key.text == command ? filled_command(source, entry.value, values) : values.put_into(source, entry.value);
    if (!value) return std::nullopt;
    entry.value = *std::move(value);
  }
  return filled;
}

}  // namespace casement
