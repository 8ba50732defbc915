// The table of all keys in casement.yaml: where each key is allowed, what the key takes, and which function reads the
// key.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "casement/flow/steps/step_table.h"

namespace casement {

class ProjectLayers;

struct ProjectKey {  // a row
  // File: only at the top. Environments: also in an environment. Everywhere: also in one of `projects`.
  enum class Where { File, Environments, Everywhere };
  ArgSpec key;
  std::string_view example;
  void (ProjectLayers::*read)(const YamlEntry& entry, const ArgSpec& key) = nullptr;
  Where where = Where::Everywhere;
};

std::span<const ProjectKey> project_table();
std::vector<std::string> project_keys(ProjectKey::Where where);
// The hint after "unknown key WORD" in a message. Also knows how other tools name our keys.
std::string hint_for_project(std::string_view word, std::span<const std::string> known);

}  // namespace casement
