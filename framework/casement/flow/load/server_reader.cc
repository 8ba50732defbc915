#include "casement/flow/load/server_reader.h"

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
#include "casement/flow/model/command_reader.h"
#include "casement/flow/model/key_rows.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

std::string read_expression(const YamlSource& source, const YamlEntry& entry) {
  std::string text = read_some_text(source, entry);
  // Slashes around the expression are optional here.
  const bool has_slashes = text.size() > 2 && text.starts_with('/') && text.ends_with('/');
  if (has_slashes) text = text.substr(1, text.size() - 2);
  try {
    const Regex parsed(text);
  } catch (const RegexError& error) {
    throw source.error_at(source.place_within(entry.value, error.at() + (has_slashes ? 1 : 0), 1),
                          fmt::format("'log' is not a regular expression: {}", error.message()));
  }
  return text;
}

struct ServerReading {
  const YamlSource& source;
  ServerSettings& server;
};

using ServerRow = KeyRow<ServerReading>;

std::string read_name(const YamlSource& source, const YamlEntry& entry, std::string_view owner) {
  std::string name = read_some_text(source, entry);
  const auto may_stand = [](char c) { return is_ascii_letter_or_digit(c) || c == '-' || c == '_'; };
  if (std::all_of(name.begin(), name.end(), may_stand)) return name;
  throw source.error_at(
      place_of(entry),
      fmt::format("the 'name' of a {} may have only letters, digits, '-' and '_', because it names the log", owner));
}

void read_server_url(ServerReading& in, const YamlEntry& entry, const ArgSpec&) {
  in.server.url = read_some_text(in.source, entry);
  if (is_base_url(in.server.url)) return;
  throw in.source.error_at(place_of(entry),
                           "'url' must start with http:// or https://" + unlike_source(in.source, entry.value));
}

const std::vector<ServerRow>& server_rows() {
  using enum ArgSpec::Shape;
  using In = ServerReading;
  static const std::vector<ServerRow> rows{
      {needed({"command", Texts, "a shell command, or a list: a program and its arguments"}),
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.server.command = read_command(in.source, entry); }},
      {{"name", Text, "its name in reports; default: its program"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.server.name = read_name(in.source, entry, "server"); }},
      {{"url", Text, "the server is ready when this URL answers with a status below 404"}, read_server_url},
      {{"port", Number, "the server is ready when something listens on this port", {}, 1, 65'535},
       [](In& in, const YamlEntry& entry, const ArgSpec& key) { in.server.port = read_number(in.source, entry, key); }},
      {{"log", Text, "the server is ready when it prints a line that this expression matches"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.server.log = read_expression(in.source, entry); }},
      {{"env", Map, "environment variables, added to those of the run"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.server.environment = read_environment(in.source, entry);
       }},
      {{"folder", Text, "its working directory, relative to this file; default: the folder of this file"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.server.folder = read_relative_path(in.source, entry); }},
      {{"reuse", Flag, "use a server that is already running, and leave it running"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.server.reuse = read_flag(in.source, entry); }},
      {{"timeout", Duration, "how long it may take to become ready; default: 30 s"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.server.timeout = read_duration(in.source, entry); }},
  };
  return rows;
}

struct LogReading {
  const YamlSource& source;
  LogSettings& log;
};

using LogRow = KeyRow<LogReading>;

const std::vector<LogRow>& log_rows() {
  using enum ArgSpec::Shape;
  using In = LogReading;
  static const std::vector<LogRow> rows{
      {{"file", Text, "a file that another program writes, relative to this file; it need not exist yet"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.log.file = read_relative_path(in.source, entry); }},
      {{"command", Texts, "a shell command whose output is read, or a list: a program and its arguments"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.log.command = read_command(in.source, entry); }},
      {{"name", Text, "its name in reports; default: the name of its file or program"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.log.name = read_name(in.source, entry, "log"); }},
      {{"folder", Text, "the working directory of its command; default: the folder of this file"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.log.folder = read_relative_path(in.source, entry); }},
  };
  return rows;
}

LogSettings read_log(const YamlSource& source, const YamlNode& map) {
  check_keys(source, map, log_rows(), "'logs'");
  LogSettings log;
  log.place = map.place;
  log.folder = fs::path(source.file()).parent_path().string();
  LogReading reading{source, log};
  for (const YamlEntry& entry : map.entries) read_row(log_rows(), reading, entry);
  if (log.file.empty() == log.command.empty()) {
    throw source.error_at(map.place, log.file.empty() ? "a log needs a 'file' or a 'command'"
                                                      : "a log has either a 'file' or a 'command', not both");
  }
  if (log.name.empty()) {
    log.name = name_of_command(
        log.file.empty() ? log.command : std::vector<std::string>{fs::path(log.file).stem().string()}, "log");
  }
  return log;
}

// Reads a map or a list of maps with `read_one`. The second of two equal names becomes "NAME-2".
template <typename Settings>
std::vector<Settings> read_maps(const YamlSource& source, const YamlEntry& entry, const TextValues& values,
                                std::string_view needs, AuthoringErrors& errors,
                                Settings (*read_one)(const YamlSource&, const YamlNode&)) {
  std::vector<YamlNode> maps{entry.value};
  if (entry.value.kind == YamlNode::Kind::List) maps = entry.value.items;
  std::vector<Settings> all;
  for (const YamlNode& map : maps) {
    errors.attempt([&] {
      if (map.kind != YamlNode::Kind::Map) {
        throw source.error_at(map.kind == YamlNode::Kind::Nothing ? entry.key.place : map.place,
                              fmt::format("'{}' must be a map with {}, or a list of such maps, not {}", entry.key.text,
                                          needs, describe_kind(map)));
      }
      const std::optional<YamlNode> filled = with_values(source, map, "command", values);
      if (!filled) return;
      all.push_back(read_one(source, *filled));
      const std::string name = all.back().name;
      const auto is_taken = [&](const Settings& one) { return &one != &all.back() && one.name == all.back().name; };
      for (int number = 2; std::any_of(all.begin(), all.end(), is_taken); ++number) {
        all.back().name = fmt::format("{}-{}", name, number);
      }
    });
  }
  return all;
}

ServerSettings read_server(const YamlSource& source, const YamlNode& map) {
  check_keys(source, map, server_rows(), "'server'");
  if (map.find("command") == nullptr) throw source.error_at(map.place, "a server needs a 'command'");
  ServerSettings server;
  server.place = map.place;
  server.folder = fs::path(source.file()).parent_path().string();
  ServerReading reading{source, server};
  for (const YamlEntry& entry : map.entries) read_row(server_rows(), reading, entry);
  if (server.url.empty() && server.port == 0 && server.log.empty()) {
    throw source.error_at(map.place, "the server needs 'url', 'port' or 'log', to know when it is ready");
  }
  if (server.reuse && server.url.empty() && server.port == 0) {
    throw source.error_at(map.find("reuse")->key.place, "'reuse' needs 'url' or 'port', to find a running server");
  }
  if (server.name.empty()) server.name = name_of_command(server.command, "server");
  return server;
}

}  // namespace

const std::vector<ArgSpec>& server_keys() {
  static const std::vector<ArgSpec> keys = keys_of(server_rows());
  return keys;
}

std::vector<ServerSettings> read_servers(const YamlSource& source, const YamlEntry& entry, const TextValues& values,
                                         AuthoringErrors& errors) {
  return read_maps(source, entry, values, "a 'command'", errors, read_server);
}

const std::vector<ArgSpec>& log_keys() {
  static const std::vector<ArgSpec> keys = keys_of(log_rows());
  return keys;
}

std::vector<LogSettings> read_logs(const YamlSource& source, const YamlEntry& entry, const TextValues& values,
                                   AuthoringErrors& errors) {
  return read_maps(source, entry, values, "a 'file' or a 'command'", errors, read_log);
}

}  // namespace casement
