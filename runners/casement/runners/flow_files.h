// Finds the flow files of a command line.
#pragma once

#include <string>
#include <vector>

namespace casement::runners {

// Files stay as named; a folder means every *.flow.yaml below it, sorted; a path that does not exist and contains * ?
// or [ is a pattern (glob(7), and ** for any number of folders). Without a path, the folder `flows` is used if it
// exists, else the working folder. Returns each file once. Throws Error{Usage} for a path that does not exist, for a
// pattern without a match, and for a folder without flows.
std::vector<std::string> find_flow_files(const std::vector<std::string>& named);

}  // namespace casement::runners
