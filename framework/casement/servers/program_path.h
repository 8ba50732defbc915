// The program of a command in a flow or a project file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace casement {

// Precondition: `command` is not empty. A relative path is relative to `folder`, the folder of the file, and not to the
// folder in which the run was started. A name without a folder is searched on PATH.
inline std::string program_path(const std::vector<std::string>& command, const std::string& folder) {
  const std::filesystem::path program = command.front();
  const bool is_path = program.has_parent_path() && program.is_relative();
  return (is_path ? std::filesystem::path(folder) / program : program).string();
}

}  // namespace casement
