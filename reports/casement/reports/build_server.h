// Reads the environment of builds on GitHub Actions, GitLab and Jenkins, and adapts reports to these build servers.
#pragma once

#include <filesystem>
#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Sets commit, branch and address of the build, if the server provides them.
void describe_build(results::RunInfo& info);

// Returns the prefix for the paths of attachments below `folder` in junit.xml, with a slash at its end. GitLab expects
// paths from the project's folder, so a folder outside of the project gets ""; Jenkins' attachments plugin expects
// absolute paths. Returns "" for other servers: paths are relative to the report.
std::string attachment_prefix(const std::filesystem::path& folder);

// Returns the path of a source file from the project's folder, because GitLab and others link only such paths. The
// folder is the build server's, or else the work tree of git around the file. Returns `file` unchanged if there is no
// such folder, or no such file on this machine.
std::string path_in_project(const std::string& file);

}  // namespace casement::reports
