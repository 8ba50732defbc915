#include "casement/flow/load/project_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "casement/base/text.h"
#include "casement/flow/load/case_reader.h"
#include "casement/flow/load/frames_reader.h"
#include "casement/flow/load/server_reader.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/key_rows.h"

namespace casement {
namespace {

// Keys without variables, and keys for which each case or the reader puts the variables in.
bool is_read_as_authored(std::string_view key) {
  static constexpr std::string_view keys[] = {"base_url", "use",  "server",       "logs",    "secrets",
                                              "vars",     "sets", "environments", "projects"};
  return std::ranges::find(keys, key) != std::end(keys);
}

}  // namespace

ProjectLayers::ProjectLayers(std::shared_ptr<const YamlSource> source, AuthoringErrors& errors) : errors_(errors) {
  project_.source = std::move(source);
  project_.file = project_.source->file();
}

void ProjectLayers::choose_values(const FlowVariables& of_run, const FlowVariables& environment) {
  project_.values = values_of_project(source(), project_.variables, of_run, environment);
  values_ = TextValues(project_.values.variables, project_.values.functions);
  values_.set_failed(project_.values.failed);
  values_.set_owner(kProjectFile);
  of_cases_ = TextValues({}, {}, TextValues::LeftOut::UnsetEnvironmentAndUnknown);
}

void ProjectLayers::guess_values(const FlowVariables& environment, const std::vector<std::string>& names) {
  ProjectValues values = values_of_project(source(), project_.variables, {}, environment);
  for (const std::string& name : names) {
    if (find_variable(values.variables, name) == nullptr) values.variables.push_back(pending_variable(name));
  }
  values_ = TextValues(values.variables, values.functions, TextValues::LeftOut::UnsetEnvironment);
  values_.set_owner(kProjectFile);
  of_cases_ = TextValues(values.variables, values.functions, TextValues::LeftOut::UnsetEnvironmentAndUnknown);
}

void ProjectLayers::read(const YamlNode& map, ProjectKey::Where where, std::string_view what) {
  const std::vector<std::string> known = project_keys(where), anywhere = project_keys(ProjectKey::Where::File);
  // Sets come first, because other keys name them.
  if (const YamlEntry* sets = map.find("sets"); sets != nullptr && where == ProjectKey::Where::File) read_sets(*sets);
  for (const YamlEntry& entry : map.entries) {
    const std::string& key = entry.key.text;
    errors_.attempt([&] {
      if (std::find(known.begin(), known.end(), key) != known.end()) {
        const ProjectKey& row =
            *std::ranges::find(project_table(), key, [](const ProjectKey& one) { return one.key.name; });
        if (is_read_as_authored(key)) return (this->*row.read)(entry, row.key);
        std::optional<YamlNode> filled = values_.put_into(source(), entry.value);
        if (filled) (this->*row.read)({entry.key, *std::move(filled)}, row.key);
        return;
      }
      if (std::find(anywhere.begin(), anywhere.end(), key) != anywhere.end()) {
        throw source().error_at(entry.key.place,
                                fmt::format("put '{}' beside '{}', not inside", key,
                                            where == ProjectKey::Where::Environments ? "environments" : "projects"));
      }
      throw source().error_at(entry.key.place, fmt::format("unknown key '{}' in {}{}", shorten(key, 60), what,
                                                           hint_for_project(key, known)));
    });
  }
}

void ProjectLayers::leave(const YamlEntry&, const ArgSpec&) {}

void ProjectLayers::read_base_url(const YamlEntry& entry, const ArgSpec&) {
  read_text(source(), entry);
  // Each case puts its own variables in; here, the URL is only checked.
  if (std::optional<YamlNode> filled = of_cases_.put_into(source(), entry.value)) {
    check_base_url(source(), {entry.key, *std::move(filled)});
  }
  project_.base_url = entry.value;
}

void ProjectLayers::read_site(const YamlEntry& entry, const ArgSpec&) {
  project_.site = read_site_name(source(), entry);
  project_.site_place = place_of(entry);
}

// Only checks `use`: each case reads it anew, and looks up the files.
void ProjectLayers::read_use_of_project(const YamlEntry& entry, const ArgSpec&) {
  ContextOptions judged;
  read_use(source(), entry, judged, {project_.source, project_.sets, &of_cases_, true});
  project_.uses.push_back(entry);
}

void ProjectLayers::read_secrets(const YamlEntry& entry, const ArgSpec&) {
  for (std::string& name : read_texts(source(), entry)) project_.secrets.push_back(std::move(name));
}

void ProjectLayers::read_tag_list(const YamlEntry& entry, const ArgSpec&) {
  for (std::string& tag : read_tags(source(), entry)) project_.tags.push_back(std::move(tag));
}

void ProjectLayers::read_frames_of_project(const YamlEntry& entry, const ArgSpec&) {
  read_frames(source(), entry, project_.frames, project_.frame_timeout, errors_);
  project_.rules_of_frames.push_back(entry);
}

void ProjectLayers::read_case_timeout(const YamlEntry& entry, const ArgSpec&) {
  project_.case_timeout = read_duration(source(), entry);
}

void ProjectLayers::read_timeout(const YamlEntry& entry, const ArgSpec&) {
  project_.timeout = read_duration(source(), entry);
}

void ProjectLayers::read_retries(const YamlEntry& entry, const ArgSpec& key) {
  project_.retries = read_number(source(), entry, key);
}

void ProjectLayers::read_servers_of_project(const YamlEntry& entry, const ArgSpec&) {
  project_.servers = read_servers(source(), entry, values_, errors_);
}

void ProjectLayers::read_logs_of_project(const YamlEntry& entry, const ArgSpec&) {
  project_.logs = read_logs(source(), entry, values_, errors_);
}

void ProjectLayers::read_set_up(const YamlEntry& entry, const ArgSpec&) {
  read_flows_around(entry, project_.set_up);
}

void ProjectLayers::read_tear_down(const YamlEntry& entry, const ArgSpec&) {
  read_flows_around(entry, project_.tear_down);
}

void ProjectLayers::read_flows_around(const YamlEntry& entry, std::vector<std::string>& files) {
  namespace fs = std::filesystem;
  read_texts(source(), entry);
  for (const YamlNode& item : entry.value.items) {
    errors_.attempt([&] {
      const std::string file = (fs::path(project_.file).parent_path() / item.text).lexically_normal().string();
      std::error_code failed;
      if (!fs::is_regular_file(file, failed)) {
        throw source().error_at(item.place, fmt::format("there is no flow '{}'; the path is relative to this file",
                                                        shorten(item.text, 100)));
      }
      for (const auto* const named : {&project_.set_up, &project_.tear_down}) {
        if (std::ranges::find(*named, file) == named->end()) continue;
        throw source().error_at(item.place,
                                fmt::format("'{}' occurs twice under 'setup' and 'teardown'", shorten(item.text, 100)));
      }
      files.push_back(file);
    });
  }
}

void ProjectLayers::read_report_folder(const YamlEntry& entry, const ArgSpec&) {
  const std::string folder = read_line(source(), entry);
  project_.report_folder = (std::filesystem::path(project_.file).parent_path() / folder).lexically_normal().string();
}

void ProjectLayers::read_browser(const YamlEntry& entry, const ArgSpec& key) {
  const YamlNode& map = read_some_map(source(), entry);
  check_keys(source(), map, std::vector<std::string>{"version"}, std::string(key.name));
  const YamlEntry& version = *map.find("version");
  const std::string text = read_text(source(), version);
  const bool is_version = !text.empty() && text.find_first_not_of("0123456789.") == text.npos && text.front() != '.' &&
                          text.back() != '.' && text.find("..") == text.npos;
  if (!is_version) {
    throw source().error_at(place_of(version),
                            "'version' needs numbers with points between them, such as 156 or "
                            "156.0.8078.79" +
                                unlike_source(source(), version.value));
  }
  project_.browser_version = text;
}

void ProjectLayers::read_variables(const YamlNode& map) {
  const YamlEntry* entry = map.find("vars");
  if (entry == nullptr) return;
  errors_.attempt([&] { read_map(source(), *entry); });
  for (const YamlEntry& variable : entry->value.entries) {
    errors_.attempt([&] {
      check_variable_name(source(), variable.key);
      if (variable.value.kind == YamlNode::Kind::Nothing) {
        throw source().error_at(
            variable.key.place,
            fmt::format(
                "'{0}' needs a value here; to require a value, declare the variable in the flow: vars: {{ {0}: }}",
                shorten(variable.key.text, 60)));
      }
      read_text(source(), variable);
      std::erase_if(project_.variables, [&](const YamlEntry& one) { return one.key.text == variable.key.text; });
      project_.variables.push_back(variable);
    });
  }
}

void ProjectLayers::read_sets(const YamlEntry& entry) {
  errors_.attempt([&] {
    for (const YamlEntry& set : read_map(source(), entry).entries) {
      errors_.attempt([&] {
        if (read_some_map(source(), set).find("set") != nullptr) {
          throw source().error_at(set.value.find("set")->key.place, "a set cannot be based on another set");
        }
        ContextOptions judged;
        read_use(source(), set, judged, {nullptr, {}, &of_cases_, true});
      });
    }
    project_.sets = entry.value.entries;
  });
}

void ProjectLayers::read_reporters(const YamlEntry& entry, const ArgSpec& key) {
  static constexpr std::string_view printed[] = {"console", "tap", "json"};
  const std::vector<std::string>& words = key.words;
  std::vector<YamlNode> items = entry.value.items;
  if (entry.value.is_text())
    items.push_back(entry.value);
  else
    read_texts(source(), entry);
  std::string first;
  for (const YamlNode& item : items) {
    if (std::find(words.begin(), words.end(), item.text) == words.end()) {
      throw source().error_at(
          item.place, fmt::format("there is no reporter '{}'{}", shorten(item.text, 60), hint_for(item.text, words)));
    }
    const bool prints = std::find(std::begin(printed), std::end(printed), item.text) != std::end(printed);
    if (prints && !first.empty()) {
      throw source().error_at(
          item.place,
          fmt::format("'reporters' accepts only one format to print: choose '{}' or '{}'", first, item.text));
    }
    if (prints) first = item.text;
    project_.reporters.push_back(item.text);
  }
}

}  // namespace casement
