#include "casement/flow/model/project_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/case_reader.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/model/frames_reader.h"
#include "casement/flow/model/header_spec.h"
#include "casement/flow/model/project_table.h"
#include "casement/flow/model/server_reader.h"
#include "casement/flow/model/text_values.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

// Reads layers into a project, the later over the earlier: the variables of all first.
class ProjectReader {
 public:
  ProjectReader(std::shared_ptr<const YamlSource> source, AuthoringErrors& errors) : errors_(errors) {
    project_.source = std::move(source);
    project_.file = project_.source->file();
  }
  void read_variables(const YamlNode& map);
  // What texts are given: all that was chosen, or of a file that is checked what can be known.
  void choose_values(const FlowVariables& of_run, const FlowVariables& environment);
  void guess_values(const FlowVariables& environment, const std::vector<std::string>& names);
  // `what` in messages, for unknown keys.
  void read(const YamlNode& map, ProjectKey::Where where, std::string_view what);
  Project take() { return std::move(project_); }

 private:
  const YamlSource& source() const { return *project_.source; }
  void read_key(const YamlEntry& authored);
  void read_base_url(const YamlEntry& entry);
  void read_site(const YamlEntry& entry);
  void read_use_of(const YamlEntry& entry);
  void read_sets(const YamlEntry& entry);
  void read_reporters(const YamlEntry& entry);

  AuthoringErrors& errors_;
  Project project_;
  TextValues values_{{}, {}};  // for what is the same for every flow
  TextValues of_cases_{{}, {}};
};

void ProjectReader::choose_values(const FlowVariables& of_run, const FlowVariables& environment) {
  project_.values = values_of_project(source(), project_.variables, of_run, environment);
  values_ = TextValues(project_.values.variables, project_.values.functions);
  values_.set_failed(project_.values.failed);
  values_.set_owner(kProjectFile);
  of_cases_ = TextValues({}, {}, TextValues::LeftOut::UnsetEnvironmentAndUnknown);
}

void ProjectReader::guess_values(const FlowVariables& environment, const std::vector<std::string>& names) {
  ProjectValues values = values_of_project(source(), project_.variables, {}, environment);
  for (const std::string& name : names) {
    if (find_variable(values.variables, name) == nullptr) values.variables.push_back(pending_variable(name));
  }
  values_ = TextValues(values.variables, values.functions, TextValues::LeftOut::UnsetEnvironment);
  values_.set_owner(kProjectFile);
  of_cases_ = TextValues(values.variables, values.functions, TextValues::LeftOut::UnsetEnvironmentAndUnknown);
}

void ProjectReader::read(const YamlNode& map, ProjectKey::Where where, std::string_view what) {
  const std::vector<std::string> known = project_keys(where), anywhere = project_keys(ProjectKey::Where::File);
  // What is named by others comes first.
  if (const YamlEntry* sets = map.find("sets"); sets != nullptr && where == ProjectKey::Where::File) read_sets(*sets);
  for (const YamlEntry& entry : map.entries) {
    const std::string& key = entry.key.text;
    errors_.attempt([&] {
      if (std::find(known.begin(), known.end(), key) != known.end()) return read_key(entry);
      if (std::find(anywhere.begin(), anywhere.end(), key) != anywhere.end()) {
        throw source().error_at(entry.key.place,
                                fmt::format("'{}' stands beside '{}', not in one of them", key,
                                            where == ProjectKey::Where::Environments ? "environments" : "projects"));
      }
      throw source().error_at(entry.key.place, fmt::format("unknown key '{}' in {}{}", shorten(key, 60), what,
                                                           hint_for_project(key, known)));
    });
  }
}

void ProjectReader::read_key(const YamlEntry& authored) {
  const std::string& key = authored.key.text;
  if (key == "base_url") return read_base_url(authored);
  if (key == "use") return read_use_of(authored);
  static constexpr std::string_view read_before[] = {"vars", "sets", "environments", "projects"};
  if (std::find(std::begin(read_before), std::end(read_before), key) != std::end(read_before)) return;
  if (key == "server") {
    project_.servers = read_servers(source(), authored, values_, errors_);
    return;
  }
  if (key == "secrets") {
    for (std::string& name : read_texts(source(), authored)) project_.secrets.push_back(std::move(name));
    return;
  }
  std::optional<YamlNode> value = values_.put_into(source(), authored.value);
  if (!value) return;
  const YamlEntry entry{authored.key, *std::move(value)};
  if (key == "site") {
    read_site(entry);
  } else if (key == "tags") {
    for (std::string& tag : read_tags(source(), entry)) project_.tags.push_back(std::move(tag));
  } else if (key == "timeout") {
    project_.timeout = read_duration(source(), entry);
  } else if (key == "case_timeout") {
    project_.case_timeout = read_duration(source(), entry);
  } else if (key == "frames") {
    read_frames(source(), entry, project_.frames, project_.frame_timeout, errors_);
    project_.rules_of_frames.push_back(entry);
  } else if (key == "retries") {
    project_.retries = read_number(source(), entry, 0, 20);
  } else if (key == "report_dir") {
    const std::string folder = read_line(source(), entry);
    project_.report_folder = (fs::path(project_.file).parent_path() / folder).lexically_normal().string();
  } else if (key == "reporters") {
    read_reporters(entry);
  }
}

void ProjectReader::read_base_url(const YamlEntry& entry) {
  read_text(source(), entry);
  // Variables have their values in each case.
  const std::optional<YamlNode> filled = of_cases_.put_into(source(), entry.value);
  if (filled && !is_base_url(collapse_white_space(filled->text))) {
    throw source().error_at(place_of(entry), "'base_url' starts with http:// or https://");
  }
  project_.base_url = entry.value;
}

// What it says is made anew for each case; here it is only judged.
void ProjectReader::read_use_of(const YamlEntry& entry) {
  ContextOptions judged;
  read_use(source(), entry, judged, {project_.source, project_.sets, &of_cases_});
  project_.uses.push_back(entry);
}

void ProjectReader::read_site(const YamlEntry& entry) {
  project_.site = read_line(source(), entry);
  project_.site_place = place_of(entry);
  if (project_.site.find('/') != std::string::npos || project_.site.starts_with('.')) {
    throw source().error_at(place_of(entry), "'site' is the name of a folder of pages, without a path");
  }
}

void ProjectReader::read_variables(const YamlNode& map) {
  const YamlEntry* entry = map.find("vars");
  if (entry == nullptr) return;
  errors_.attempt([&] { read_map(source(), *entry); });
  for (const YamlEntry& variable : entry->value.entries) {
    errors_.attempt([&] {
      check_variable_name(source(), variable.key);
      if (variable.value.kind == YamlNode::Kind::Nothing) {
        throw source().error_at(
            variable.key.place,
            fmt::format("'{0}' needs a value here; a flow that needs one declares it: vars: {{ {0}: }}",
                        shorten(variable.key.text, 60)));
      }
      read_text(source(), variable);
      std::erase_if(project_.variables, [&](const YamlEntry& one) { return one.key.text == variable.key.text; });
      project_.variables.push_back(variable);
    });
  }
}

void ProjectReader::read_sets(const YamlEntry& entry) {
  errors_.attempt([&] {
    for (const YamlEntry& set : read_map(source(), entry).entries) {
      errors_.attempt([&] {
        if (read_some_map(source(), set).find("set") != nullptr) {
          throw source().error_at(set.value.find("set")->key.place, "a set does not begin with another one");
        }
        ContextOptions judged;
        read_use(source(), set, judged, {nullptr, {}, &of_cases_});
      });
    }
    project_.sets = entry.value.entries;
  });
}

void ProjectReader::read_reporters(const YamlEntry& entry) {
  static constexpr std::string_view printed[] = {"console", "tap", "json"};
  const auto key = std::find_if(project_table().begin(), project_table().end(),
                                [](const ProjectKey& one) { return one.key.name == "reporters"; });
  const std::vector<std::string>& words = key->key.words;
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
      throw source().error_at(item.place, fmt::format("one thing is printed: '{}' or '{}'", first, item.text));
    }
    if (prints) first = item.text;
    project_.reporters.push_back(item.text);
  }
}

std::vector<std::string> names_in(const YamlSource& source, const YamlNode& root, std::string_view key,
                                  AuthoringErrors& errors) {
  std::vector<std::string> names;
  const YamlEntry* entry = root.find(key);
  if (entry == nullptr) return names;
  errors.attempt([&] {
    for (const YamlEntry& one : read_map(source, *entry).entries) {
      errors.attempt([&] {
        if (!is_variable_name(one.key.text)) {
          throw source.error_at(
              one.key.place,
              fmt::format("'{}' is no name: letters, digits, '-' and '_', a letter first", shorten(one.key.text, 60)));
        }
        if (one.value.kind != YamlNode::Kind::Nothing) read_map(source, one);
        names.push_back(one.key.text);
      });
    }
  });
  return names;
}

const YamlNode& layer(const ProjectFile& file, std::string_view key, const std::string& name) {
  return file.source->root().find(key)->value.find(name)->value;
}

void hide_project_secrets(const YamlNode& root, AuthoringErrors& errors) {
  std::vector<std::string> names, values;
  const auto visit = [&](const auto& self, const YamlNode& node, auto&& look) -> void {
    for (const YamlEntry& entry : node.entries) {
      look(entry);
      self(self, entry.value, look);
    }
  };
  visit(visit, root, [&](const YamlEntry& entry) {
    if (entry.key.text != "secrets") return;
    for (const YamlNode& item : entry.value.items) names.push_back(item.text);
  });
  visit(visit, root, [&](const YamlEntry& entry) {
    const bool is_secret = std::find(names.begin(), names.end(), entry.key.text) != names.end();
    if (is_secret && entry.value.text.size() >= 4) values.push_back(entry.value.text);
  });
  errors.hide(results::SecretRedactor(values));
}

// Of the file, its environments and its projects.
std::vector<std::string> variable_names(const YamlNode& root) {
  std::vector<std::string> names;
  const auto add = [&](const YamlNode& map) {
    const YamlEntry* variables = map.find("vars");
    if (variables == nullptr) return;
    for (const YamlEntry& one : variables->value.entries) names.push_back(one.key.text);
  };
  add(root);
  for (const char* key : {"environments", "projects"}) {
    const YamlEntry* layers = root.find(key);
    if (layers == nullptr) continue;
    for (const YamlEntry& one : layers->value.entries) add(one.value);
  }
  return names;
}

std::optional<ProjectFile> checked(std::shared_ptr<const YamlSource> source, AuthoringErrors& errors) {
  const YamlNode& root = source->root();
  if (source->settings() != nullptr) throw source->error_at(root.place, "casement.yaml is one document, without '---'");
  if (root.kind == YamlNode::Kind::Nothing) return ProjectFile{source->file(), source, {}, {}};
  if (root.kind != YamlNode::Kind::Map) {
    throw source->error_at(root.place, fmt::format("casement.yaml is a map, and this is {}", describe_kind(root)));
  }
  ProjectFile file{source->file(), source, names_in(*source, root, "environments", errors),
                   names_in(*source, root, "projects", errors)};
  const FlowVariables environment = variables_of_environment();
  const std::vector<std::string> names = variable_names(root);
  ProjectReader reader(source, errors);
  reader.read_variables(root);
  reader.guess_values(environment, names);
  reader.read(root, ProjectKey::Where::File, kProjectFile);
  const auto check_layer = [&](const YamlNode& map, ProjectKey::Where where, const std::string& what) {
    ProjectReader of_layer = reader;
    of_layer.read_variables(map);
    of_layer.guess_values(environment, names);
    of_layer.read(map, where, what);
  };
  for (const std::string& name : file.environments) {
    check_layer(layer(file, "environments", name), ProjectKey::Where::Environments,
                fmt::format("the environment '{}'", name));
  }
  for (const std::string& name : file.projects) {
    check_layer(layer(file, "projects", name), ProjectKey::Where::Everywhere, fmt::format("the project '{}'", name));
  }
  if (errors.empty()) return file;
  hide_project_secrets(root, errors);
  return std::nullopt;
}

void require_known(const ProjectFile& file, std::string_view kind, const std::string& name,
                   const std::vector<std::string>& known) {
  if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return;
  throw Error(ErrorKind::Usage, fmt::format("{} has no {} '{}'{}", file.file, kind, shorten(name, 60),
                                            known.empty() ? "; it names none" : hint_for(name, known)));
}

}  // namespace

std::optional<std::string> find_project_file(const fs::path& folder) {
  std::error_code error;
  if (const char* const named = std::getenv("CASEMENT_PROJECT")) {
    if (*named == '\0') return std::nullopt;
    if (fs::is_regular_file(named, error)) return fs::path(named).lexically_normal().string();
    throw Error(ErrorKind::Usage,
                fmt::format("CASEMENT_PROJECT: there is no file {}", shorten(to_valid_utf8(named), 200)));
  }
  const fs::path here = fs::current_path(error);
  for (fs::path at = (here / folder).lexically_normal();; at = at.parent_path()) {
    const fs::path file = at / kProjectFile;
    const bool is_anybodys = (fs::status(at, error).permissions() & fs::perms::others_write) != fs::perms::none;
    if (!is_anybodys && fs::is_regular_file(file, error)) {
      const std::string shown = file.lexically_relative(here).string();
      return shown.empty() || shown.size() > file.string().size() ? file.string() : shown;
    }
    if (fs::exists(at / ".git", error) || at == at.parent_path()) return std::nullopt;
  }
}

std::optional<ProjectFile> read_project(const std::string& path, AuthoringErrors& errors) {
  AuthoringErrors own;
  std::optional<ProjectFile> file;
  own.attempt([&] { file = checked(std::make_shared<const YamlSource>(YamlSource::read(path)), own); });
  for (const Error& error : own.sorted()) errors.add(error);
  return file;
}

std::optional<ProjectFile> parse_project(const std::string& name, std::string text, AuthoringErrors& errors) {
  AuthoringErrors own;
  std::optional<ProjectFile> file;
  own.attempt(
      [&] { file = checked(std::make_shared<const YamlSource>(YamlSource::parse(name, std::move(text))), own); });
  for (const Error& error : own.sorted()) errors.add(error);
  return file;
}

std::optional<Project> choose_project(const ProjectFile& file, const ProjectChoice& choice, AuthoringErrors& errors) {
  require_known(file, "environment", choice.environment, file.environments);
  require_known(file, "project", choice.project, file.projects);
  using Where = ProjectKey::Where;
  std::vector<std::pair<const YamlNode*, Where>> layers{{&file.source->root(), Where::File}};
  if (!choice.environment.empty()) {
    layers.emplace_back(&layer(file, "environments", choice.environment), Where::Environments);
  }
  if (!choice.project.empty()) layers.emplace_back(&layer(file, "projects", choice.project), Where::Everywhere);
  AuthoringErrors own;  // only of values: the file was checked
  ProjectReader reader(file.source, own);
  for (const auto& [map, where] : layers) reader.read_variables(*map);
  reader.choose_values(choice.variables, choice.from_environment ? variables_of_environment() : FlowVariables());
  for (const auto& [map, where] : layers) reader.read(*map, where, kProjectFile);
  if (!own.empty()) {
    hide_project_secrets(file.source->root(), own);
    for (const Error& error : own.sorted()) errors.add(error);
    return std::nullopt;
  }
  Project chosen = reader.take();
  chosen.environment = choice.environment;
  chosen.name = choice.project;
  return chosen;
}

}  // namespace casement
