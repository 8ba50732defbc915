#include "casement/flow/model/server_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "casement/base/characters.h"
#include "casement/base/error.h"
#include "casement/base/regex.h"
#include "casement/base/text.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/project_table.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

std::string some_text(const YamlSource& source, const YamlEntry& entry) {
  if (!read_text(source, entry).empty()) return entry.value.text;
  throw source.error_at(place_of(entry), fmt::format("'{}' is empty", entry.key.text));
}

// A text is the shell's, so that it may be written as in a terminal.
std::vector<std::string> read_command(const YamlSource& source, const YamlEntry& entry) {
  if (entry.value.kind != YamlNode::Kind::List) return {"/bin/sh", "-c", some_text(source, entry)};
  std::vector<std::string> words = read_texts(source, entry);
  if (!words.empty() && !words.front().empty()) return words;
  throw source.error_at(place_of(entry), "'command' is a program and its arguments");
}

// A file's name for its log: what is left of the program.
std::string name_for(const std::vector<std::string>& command) {
  const std::string& text = command.front() == "/bin/sh" ? command.back() : command.front();
  std::string name = fs::path(text.substr(0, text.find_first_of(" \t\n;&|"))).filename().string();
  std::erase_if(name, [](char c) { return !is_ascii_letter_or_digit(c) && c != '-' && c != '_' && c != '.'; });
  return name.empty() ? "server" : name;
}

std::string read_expression(const YamlSource& source, const YamlEntry& entry) {
  const std::string text = some_text(source, entry);
  try {
    const Regex parsed(text);
  } catch (const RegexError& error) {
    throw source.error_at(source.place_within(entry.value, error.at(), 1),
                          fmt::format("'log' is no regular expression: {}", error.message()));
  }
  return text;
}

// The shell has variables of the same notation.
std::optional<YamlNode> filled_command(const YamlSource& source, const YamlNode& command, const TextValues& values) {
  try {
    return values.put_into(source, command);
  } catch (const Error& error) {
    if (command.kind != YamlNode::Kind::Text || error.message().find("unknown variable") == std::string::npos) throw;
    throw Error(error.kind(), error.message() + "; $${…} is left to the shell", error.trail());
  }
}

std::optional<YamlNode> filled_server(const YamlSource& source, const YamlNode& map, const TextValues& values) {
  YamlNode filled = map;
  for (YamlEntry& entry : filled.entries) {
    std::optional<YamlNode> value = entry.key.text == "command" ? filled_command(source, entry.value, values)
                                                                : values.put_into(source, entry.value);
    if (!value) return std::nullopt;
    entry.value = *std::move(value);
  }
  return filled;
}

ServerSettings read_server(const YamlSource& source, const YamlNode& map) {
  std::vector<std::string> known;
  for (const ArgSpec& key : server_keys()) known.emplace_back(key.name);
  check_keys(source, map, known, "'server'");
  if (map.find("command") == nullptr) throw source.error_at(map.place, "a server needs a 'command'");
  ServerSettings server;
  server.place = map.place;
  server.folder = fs::path(source.file()).parent_path().string();
  for (const YamlEntry& entry : map.entries) {
    const std::string& key = entry.key.text;
    if (key == "command")
      server.command = read_command(source, entry);
    else if (key == "name")
      server.name = some_text(source, entry);
    else if (key == "url")
      server.url = some_text(source, entry);
    else if (key == "port")
      server.port = read_number(source, entry, 1, 65'535);
    else if (key == "log")
      server.log = read_expression(source, entry);
    else if (key == "reuse")
      server.reuse = read_flag(source, entry);
    else if (key == "timeout")
      server.timeout = read_duration(source, entry);
    else if (key == "folder") {
      server.folder = (fs::path(source.file()).parent_path() / some_text(source, entry)).lexically_normal().string();
    } else if (key == "env") {
      for (const YamlEntry& variable : read_map(source, entry).entries) {
        server.environment[variable.key.text] = read_text(source, variable);
      }
    }
    if (key == "url" && !is_base_url(server.url))
      throw source.error_at(place_of(entry),
                            "'url' starts with http:// or https://" + unlike_source(source, entry.value));
    const auto may_stand = [](char c) { return is_ascii_letter_or_digit(c) || c == '-' || c == '_'; };
    if (key == "name" && !std::all_of(server.name.begin(), server.name.end(), may_stand)) {
      throw source.error_at(place_of(entry),
                            "a server's 'name' has letters, digits, '-' and '_': its log is called so");
    }
  }
  if (server.url.empty() && server.port == 0 && server.log.empty()) {
    throw source.error_at(map.place, "nothing says when the server is ready: give it 'url', 'port' or 'log'");
  }
  if (server.reuse && server.url.empty() && server.port == 0) {
    throw source.error_at(map.find("reuse")->key.place, "'reuse' needs 'url' or 'port', to see whether one is running");
  }
  if (server.name.empty()) server.name = name_for(server.command);
  return server;
}

}  // namespace

std::vector<ServerSettings> read_servers(const YamlSource& source, const YamlEntry& entry, const TextValues& values,
                                         AuthoringErrors& errors) {
  std::vector<YamlNode> maps{entry.value};
  if (entry.value.kind == YamlNode::Kind::List) maps = entry.value.items;
  std::vector<ServerSettings> servers;
  for (const YamlNode& map : maps) {
    errors.attempt([&] {
      if (map.kind != YamlNode::Kind::Map) {
        throw source.error_at(
            map.kind == YamlNode::Kind::Nothing ? entry.key.place : map.place,
            fmt::format("'server' is a map with a 'command', or a list of such, and this is {}", describe_kind(map)));
      }
      const std::optional<YamlNode> filled = filled_server(source, map, values);
      if (!filled) return;
      servers.push_back(read_server(source, *filled));
      const std::string name = servers.back().name;
      const auto is_taken = [&](const ServerSettings& one) {
        return &one != &servers.back() && one.name == servers.back().name;
      };
      for (int number = 2; std::any_of(servers.begin(), servers.end(), is_taken); ++number) {
        servers.back().name = fmt::format("{}-{}", name, number);
      }
    });
  }
  return servers;
}

}  // namespace casement
