// The program of a command that a flow or a project file names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace casement {

// Precondition: `command` is not empty. A relative path is meant from `folder`, that of the file, and not from where
// the run was started; a name without a folder is looked for on PATH.
inline std::string program_path(const std::vector<std::string>& command, const std::string& folder) {
  const std::filesystem::path program = command.front();
  const bool is_path = program.has_parent_path() && program.is_relative();
  return (is_path ? std::filesystem::path(folder) / program : program).string();
}

}  // namespace casement
