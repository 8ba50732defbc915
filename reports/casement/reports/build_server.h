// What GitHub Actions, GitLab and Jenkins say in the environment of the build that they run, and
// what they want of reports.
#pragma once

#include <filesystem>
#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Sets commit, branch and address of the build, where the server tells them.
void describe_build(results::RunInfo& info);

// What stands in junit.xml before the paths of attachments below `folder`, with a slash at its end.
// GitLab takes them from the project's folder, which the job's folders are in; Jenkins' attachments
// plugin wants them absolute. "" for others: relative to the report.
std::string attachment_prefix(const std::filesystem::path& folder);

}  // namespace casement::reports
