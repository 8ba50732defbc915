// The runfiles of a program that Bazel runs: the inputs that its target declares, as a folder that mostly contains
// links, or as a list of files. Any thread.
#pragma once

#include <optional>
#include <string>

#include "casement/base/environment_variables.h"

namespace casement {

struct Runfiles {
  std::string folder;     // RUNFILES_DIR or TEST_SRCDIR; "" without
  std::string manifest;   // RUNFILES_MANIFEST_FILE, the list; "" without
  std::string workspace;  // TEST_WORKSPACE: the name of the main repository's folder

  // Returns the file or folder with this path in the main repository, or in the folder of runfiles; nothing if neither
  // has it. Returns an absolute path unchanged if it exists.
  std::optional<std::string> find(const std::string& path) const;

  // Whether an absolute path without links is in the folder. Links below it do not lead out of the inputs of the test.
  bool contains(const std::string& path) const;
};

Runfiles read_runfiles(const VariableLookup& variable);

// The runfiles of this process.
Runfiles runfiles();

}  // namespace casement
