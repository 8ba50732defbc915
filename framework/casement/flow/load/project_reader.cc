#include "casement/flow/load/project_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/runfiles.h"
#include "casement/base/text.h"
#include "casement/flow/load/project_layers.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/model/variables.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

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
              fmt::format("'{}' is not a name: use letters, digits, '-' and '_', beginning with a letter",
                          shorten(one.key.text, 60)));
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

// The names of all variables in the file, its environments and its projects.
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
  if (source->settings() != nullptr)
    throw source->error_at(root.place, "casement.yaml must be one document, without '---'");
  if (root.kind == YamlNode::Kind::Nothing) return ProjectFile{source->file(), source, {}, {}};
  if (root.kind != YamlNode::Kind::Map) {
    throw source->error_at(root.place, fmt::format("casement.yaml must be a map, not {}", describe_kind(root)));
  }
  ProjectFile file{source->file(), source, names_in(*source, root, "environments", errors),
                   names_in(*source, root, "projects", errors)};
  const FlowVariables environment = variables_of_environment();
  const std::vector<std::string> names = variable_names(root);
  ProjectLayers reader(source, errors);
  reader.read_variables(root);
  reader.guess_values(environment, names);
  reader.read(root, ProjectKey::Where::File, kProjectFile);
  const auto check_layer = [&](const YamlNode& map, ProjectKey::Where where, const std::string& what) {
    ProjectLayers of_layer = reader;
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
                                            known.empty() ? "; the file has none" : hint_for(name, known)));
}

}  // namespace

std::optional<std::string> find_project_file(const fs::path& folder) {
  std::error_code error;
  if (const char* const named = std::getenv("CASEMENT_PROJECT")) {
    if (*named == '\0') return std::nullopt;
    if (fs::is_regular_file(named, error)) return fs::path(named).lexically_normal().string();
    if (const auto runfile = runfiles().find(named)) return runfile;
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
  using Layer = ProjectKey::Where;
  std::vector<std::pair<const YamlNode*, Layer>> layers{{&file.source->root(), Layer::File}};
  if (!choice.environment.empty()) {
    layers.emplace_back(&layer(file, "environments", choice.environment), Layer::Environments);
  }
  if (!choice.project.empty()) layers.emplace_back(&layer(file, "projects", choice.project), Layer::Everywhere);
  AuthoringErrors own;  // only errors in values, because the file was already checked
  ProjectLayers reader(file.source, own);
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
