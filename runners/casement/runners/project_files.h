// Finds and reads the files casement.yaml of a command's flows, each once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/flow/load/project_reader.h"

namespace casement::runners {

// Whether the project names this flow under 'setup' or 'teardown'.
bool is_flow_around(const Project& project, const std::string& flow_file);

// The settings of the nearest casement.yaml, from the working folder upwards, with the environment that CASEMENT_ENV
// names; nothing without a file. Throws Error{Authoring} if it is wrong.
std::optional<Project> project_here();

class ProjectFiles {  // for one command
 public:
  // The values of the command line; "" and empty if not given.
  ProjectFiles(std::string environment, std::vector<std::string> projects, FlowVariables variables)
      : environment_(std::move(environment)), projects_(std::move(projects)), variables_(std::move(variables)) {}

  using Variants = std::vector<std::shared_ptr<const Project>>;
  // Returns the projects with which the flow is loaded: each chosen project (all of them, if none is chosen); for a
  // file without `projects`, its general settings; without a file, a null pointer. Returns nothing if the file is
  // wrong, with the reasons in `errors` the first time. Throws Error{Usage} for an environment or a project that the
  // file does not have.
  const Variants& of_flow(const std::string& flow_file, AuthoringErrors& errors);

  bool has_one_file() const { return found_.size() == 1; }
  // The general settings of the run's file, without a project; null if no flow has a file. Throws Error{Usage} if the
  // flows have different files.
  std::shared_ptr<const Project> of_run() const;
  // Throws Error{Usage} if an environment or a project was chosen, and no flow has a file.
  void require_chosen() const;

 private:
  struct Found {
    std::shared_ptr<const Project> general;
    Variants variants;
  };
  Found read(const std::string& path, AuthoringErrors& errors) const;

  std::string environment_;
  std::vector<std::string> projects_;
  FlowVariables variables_;
  std::map<std::string, Found> found_;  // by path
  Variants without_{nullptr};
};

}  // namespace casement::runners
