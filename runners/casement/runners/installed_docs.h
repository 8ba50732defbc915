// Finds the documents that came with this program.
#pragma once

#include <string>

namespace casement::runners {

// Returns the folder of the documents that came with this program; "" if they are missing, as in a container without
// them. CMake names the folder after the project (GNUInstallDirs); packages of distributions use small letters.
std::string installed_docs();

}  // namespace casement::runners
