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

// Returns casement.yaml from `folder` or the nearest folder above, up to the root of a git repository; nullopt if no
// folder has the file. Skips folders in which everybody may write, such as /tmp, because casement.yaml starts programs.
// CASEMENT_PROJECT names another file, or with "" no file; throws Error{Usage} if CASEMENT_PROJECT names a missing
// file.
std::optional<std::string> find_project_file(const std::filesystem::path& folder);

// A casement.yaml that was read and checked.
struct ProjectFile {
  std::string file;
  std::shared_ptr<const YamlSource> source;
  std::vector<std::string> environments;  // names from the file
  std::vector<std::string> projects;
};

// Checks the whole file, for every choice. Returns nullopt if the file has errors, which go into `errors`. Throws
// Error{Usage} if the file cannot be read.
std::optional<ProjectFile> read_project(const std::string& path, AuthoringErrors& errors);
// Reads and checks `text`; `file` is the file name in messages.
std::optional<ProjectFile> parse_project(const std::string& file, std::string text, AuthoringErrors& errors);

struct ProjectChoice {
  std::string environment = {};  // overrides the general part of the file; "" for none
  std::string project = {};      // one of `projects`, overrides both; "" for none
  FlowVariables variables = {};  // from the run, override `vars` and CASEMENT_VAR_NAME
  bool from_environment = true;  // read CASEMENT_VAR_NAME
};
// The settings for a choice, with variables put in. Returns nullopt if a value is missing or wrong; the errors go into
// `errors`. Throws Error{Usage} with the nearest name for an unknown environment or project.
std::optional<Project> choose_project(const ProjectFile& file, const ProjectChoice& choice, AuthoringErrors& errors);

}  // namespace casement
