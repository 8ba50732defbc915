#include "casement/runners/project_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "casement/base/error.h"

namespace casement::runners {

bool is_flow_around(const Project& project, const std::string& flow_file) {
  std::error_code failed;
  const auto is_same = [&](const std::string& file) { return std::filesystem::equivalent(file, flow_file, failed); };
  return std::ranges::any_of(project.set_up, is_same) || std::ranges::any_of(project.tear_down, is_same);
}

std::optional<Project> project_here() {
  const std::optional<std::string> path = find_project_file(".");
  if (!path) return std::nullopt;
  AuthoringErrors errors;
  const std::optional<ProjectFile> file = read_project(*path, errors);
  errors.throw_if_any();
  const char* const environment = std::getenv("CASEMENT_ENV");
  std::optional<Project> project =
      choose_project(*file, {.environment = environment == nullptr ? "" : environment}, errors);
  errors.throw_if_any();
  return project;
}

ProjectFiles::Found ProjectFiles::read(const std::string& path, AuthoringErrors& errors) const {
  Found found;
  const std::optional<ProjectFile> file = read_project(path, errors);
  if (!file) return found;
  const std::size_t before = errors.size();
  const auto choose = [&](const std::string& name) -> std::shared_ptr<const Project> {
    std::optional<Project> project = choose_project(*file, {environment_, name, variables_}, errors);
    return project ? std::make_shared<const Project>(*std::move(project)) : nullptr;
  };
  found.general = choose("");
  for (const std::string& name : projects_.empty() ? file->projects : projects_) found.variants.push_back(choose(name));
  if (found.variants.empty()) found.variants.push_back(found.general);
  if (errors.size() > before) found.variants.clear();
  return found;
}

const ProjectFiles::Variants& ProjectFiles::of_flow(const std::string& flow_file, AuthoringErrors& errors) {
  const std::optional<std::string> path = find_project_file(std::filesystem::path(flow_file).parent_path());
  if (!path) return without_;
  auto known = found_.find(*path);
  if (known == found_.end()) known = found_.emplace(*path, read(*path, errors)).first;
  return known->second.variants;
}

std::shared_ptr<const Project> ProjectFiles::of_run() const {
  if (found_.empty()) return nullptr;
  if (found_.size() > 1) {
    throw Error(ErrorKind::Usage, "these flows belong to " + found_.begin()->first + " and to " +
                                      std::next(found_.begin())->first + "; run the flows of each project separately");
  }
  return found_.begin()->second.general;
}

void ProjectFiles::require_chosen() const {
  if (!found_.empty() || (environment_.empty() && projects_.empty())) return;
  const std::string chosen = environment_.empty() ? "--project " + projects_.front() : "--env " + environment_;
  throw Error(ErrorKind::Usage, chosen + ": no casement.yaml found beside the flows or in a folder above them");
}

}  // namespace casement::runners
