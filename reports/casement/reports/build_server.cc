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
  if (variable("GITLAB_CI").empty()) return "";
  const std::string project = variable("CI_PROJECT_DIR");
  const fs::path from_project = absolute.lexically_relative(fs::weakly_canonical(project, error));
  const bool is_inside = !project.empty() && !error && !from_project.empty() && *from_project.begin() != "..";
  if (!is_inside) return "";
  return from_project == "." ? "" : from_project.string() + "/";
}

}  // namespace casement::reports
