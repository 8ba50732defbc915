// The one table of casement.yaml: the keys there are, where each may stand, what it takes and what
// reads it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "casement/flow/steps/step_table.h"

namespace casement {

class ProjectLayers;

struct ProjectKey {  // a row
  // The file itself; also what belongs to an environment; also to one of `projects`.
  enum class Where { File, Environments, Everywhere };
  ArgSpec key;
  std::string_view example;
  void (ProjectLayers::*read)(const YamlEntry& entry, const ArgSpec& key) = nullptr;
  Where where = Where::Everywhere;
};

std::span<const ProjectKey> project_table();
std::vector<std::string> project_keys(ProjectKey::Where where);
// What a message says after "unknown key WORD", also for the names that other tools have for our keys.
std::string hint_for_project(std::string_view word, std::span<const std::string> known);

}  // namespace casement
