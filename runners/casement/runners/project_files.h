// The files casement.yaml of the flows that a command is given: each is found and read once.
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

class ProjectFiles {  // of one command
 public:
  // What the command line says; "" and none for nothing.
  ProjectFiles(std::string environment, std::vector<std::string> projects, FlowVariables variables)
      : environment_(std::move(environment)), projects_(std::move(projects)), variables_(std::move(variables)) {}

  using Variants = std::vector<std::shared_ptr<const Project>>;
  // What the flow is loaded with, once each: one for each of the projects that were chosen; where
  // there are none, what the file says without; a null pointer where there is no file. Nothing
  // where the file is wrong: that is in `errors` the first time. Throws Error{Usage} for an
  // environment or a project that the file does not have.
  const Variants& of_flow(const std::string& flow_file, AuthoringErrors& errors);

  // What the run's file says, without one of its projects; null where no flow has a file. Throws
  // Error{Usage} where flows have different ones.
  std::shared_ptr<const Project> of_run() const;
  // Throws Error{Usage} where an environment or a project was chosen and no flow has a file.
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
  std::map<std::string, Found> found_;  // by the file
  Variants without_{nullptr};
};

}  // namespace casement::runners
