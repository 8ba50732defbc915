#include "casement/flow/load/application_reader.h"

#include <fmt/format.h>

#include <filesystem>

#include "casement/base/error.h"
#include "casement/flow/model/command_reader.h"
#include "casement/flow/model/key_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

struct ApplicationReading {
  const YamlSource& source;
  ApplicationSettings& application;
};

using ApplicationRow = KeyRow<ApplicationReading>;

const std::vector<ApplicationRow>& application_rows() {
  using enum ArgSpec::Shape;
  using In = ApplicationReading;
  static const std::vector<ApplicationRow> rows{
      {needed({"run", Texts, "a shell command, or a list: a program and its arguments"}),
       [](In& in, const YamlEntry& entry, const ArgSpec&) { in.application.command = read_command(in.source, entry); }},
      {{"window", Text, "title or address of the page that the flow acts on; optional if the application has one page"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.application.window = read_some_text(in.source, entry);
       }},
      {{"env", Map, "environment variables, added to those of the run"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.application.environment = read_environment(in.source, entry);
       }},
      {{"folder", Text, "its working directory, relative to this file; default: the folder of this file"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.application.folder = read_relative_path(in.source, entry);
       }},
      {{"timeout", Duration, "how long it may take to open its debugging port; default: 30 s"},
       [](In& in, const YamlEntry& entry, const ArgSpec&) {
         in.application.timeout = read_duration(in.source, entry);
       }},
  };
  return rows;
}

}  // namespace

const std::vector<ArgSpec>& application_keys() {
  static const std::vector<ArgSpec> keys = keys_of(application_rows());
  return keys;
}

std::optional<ApplicationSettings> read_application(const YamlSource& source, const YamlEntry& entry,
                                                    const TextValues& values) {
  if (entry.value.kind != YamlNode::Kind::Map) {
    throw source.error_at(place_of(entry),
                          fmt::format("'application' must be a map with 'run', not {}", describe_kind(entry.value)));
  }
  check_keys(source, entry.value, application_rows(), "'application'");
  if (entry.value.find("run") == nullptr) {
    throw source.error_at(entry.key.place, "an application needs 'run', the program to start");
  }
  const std::optional<YamlNode> filled = with_values(source, entry.value, "run", values);
  if (!filled) return std::nullopt;
  ApplicationSettings application;
  application.place = entry.key.place;
  application.folder = std::filesystem::path(source.file()).parent_path().string();
  ApplicationReading reading{source, application};
  for (const YamlEntry& one : filled->entries) read_row(application_rows(), reading, one);
  application.name = name_of_command(application.command, "application");
  return application;
}

}  // namespace casement
