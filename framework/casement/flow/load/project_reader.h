// Finds and reads casement.yaml. Any thread.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/project.h"
#include "casement/flow/model/variables.h"

namespace casement {

// The file casement.yaml in `folder` or the nearest folder above it, up to the root of a git
// repository; nullopt for none. In folders that everybody may write, as /tmp, none is looked for:
// what it says is started. CASEMENT_PROJECT names another file, or with "" none at all;
// Error{Usage} where it names what is no file.
std::optional<std::string> find_project_file(const std::filesystem::path& folder);

// A file that has been read.
struct ProjectFile {
  std::string file;
  std::shared_ptr<const YamlSource> source;
  std::vector<std::string> environments;  // the names that there are
  std::vector<std::string> projects;
};

// All that it says is checked, whatever is chosen. None where something is wrong; that is in
// `errors` then. Throws Error{Usage} if the file cannot be read.
std::optional<ProjectFile> read_project(const std::string& path, AuthoringErrors& errors);
// The same of a text that is at hand.
std::optional<ProjectFile> parse_project(const std::string& file, std::string text, AuthoringErrors& errors);

struct ProjectChoice {
  std::string environment = {};  // takes precedence over what the file says of all; "" for none
  std::string project = {};      // one of `projects`, takes precedence over both; "" for none
  FlowVariables variables = {};  // what the run says, over `vars` and CASEMENT_VAR_NAME
  bool from_environment = true;  // CASEMENT_VAR_NAME counts
};
// What the file says, with its variables put in. None where one has no value: that is in `errors`.
// Throws Error{Usage} for a name that is none, with the nearest.
std::optional<Project> choose_project(const ProjectFile& file, const ProjectChoice& choice, AuthoringErrors& errors);

}  // namespace casement
