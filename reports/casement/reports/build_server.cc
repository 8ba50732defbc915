#include "casement/reports/build_server.h"

#include <cstdlib>
#include <initializer_list>
#include <system_error>

namespace casement::reports {

namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Returns the value of the first variable that is set.
std::string first_of(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (std::string value = variable(name); !value.empty()) return value;
  }
  return "";
}

std::string github_run() {
  const std::string server = variable("GITHUB_SERVER_URL"), repository = variable("GITHUB_REPOSITORY"),
                    run = variable("GITHUB_RUN_ID");
  return server.empty() || repository.empty() || run.empty() ? "" : server + "/" + repository + "/actions/runs/" + run;
}

// Returns the path from the folder, or an empty path if it is outside.
fs::path path_inside(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path from_folder = path.lexically_relative(fs::weakly_canonical(folder, error));
  return error || from_folder.empty() || *from_folder.begin() == ".." ? fs::path() : from_folder;
}

std::string project_of_build() {
  if (!variable("GITHUB_ACTIONS").empty()) return variable("GITHUB_WORKSPACE");
  if (!variable("GITLAB_CI").empty()) return variable("CI_PROJECT_DIR");
  return variable("JENKINS_URL").empty() ? "" : variable("WORKSPACE");
}

// Returns the work tree of git that contains the file, if any.
fs::path work_tree_of(const fs::path& file) {
  std::error_code hidden;
  for (fs::path folder = file.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", hidden)) return folder;
  }
  return {};
}

}  // namespace

void describe_build(results::RunInfo& info) {
  if (!variable("GITHUB_ACTIONS").empty()) {
    info.commit = variable("GITHUB_SHA");
    info.branch = first_of({"GITHUB_HEAD_REF", "GITHUB_REF_NAME"});  // GITHUB_HEAD_REF is set for pull requests only
    info.build_url = github_run();
  } else if (!variable("GITLAB_CI").empty()) {
    info.commit = variable("CI_COMMIT_SHA");
    info.branch = variable("CI_COMMIT_REF_NAME");
    info.build_url = first_of({"CI_JOB_URL", "CI_PIPELINE_URL"});
  } else if (!variable("JENKINS_URL").empty()) {
    info.commit = variable("GIT_COMMIT");
    info.branch = first_of({"BRANCH_NAME", "GIT_BRANCH"});
    info.build_url = variable("BUILD_URL");
  }
}

std::string attachment_prefix(const fs::path& folder) {
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(folder), error);
  if (error) return "";
  if (!variable("JENKINS_URL").empty()) return absolute.string() + "/";
  if (variable("GITLAB_CI").empty() || project_of_build().empty()) return "";
  const fs::path from_project = path_inside(absolute, project_of_build());
  return from_project.empty() || from_project == "." ? "" : from_project.string() + "/";
}

std::string path_in_project(const std::string& file) {
  std::error_code error;
  const fs::path path = fs::weakly_canonical(fs::absolute(file, error), error);
  if (error || !fs::is_regular_file(path, error)) return file;
  for (const fs::path& project : {fs::path(project_of_build()), work_tree_of(path)}) {
    if (project.empty()) continue;
    if (const fs::path from_project = path_inside(path, project); !from_project.empty()) return from_project.string();
  }
  return file;
}

}  // namespace casement::reports
