// Which flows a command line means.
#pragma once

#include <string>
#include <vector>

namespace casement::runners {

// Files as they are named; folders stand for every *.flow.yaml below them, sorted; what does not exist
// and holds * ? or [ is a pattern (glob(7), and ** for any number of folders). Without any path the folder
// `flows` is meant where there is one, and the working folder else. Each file once. Throws Error{Usage} for a path that
// does not exist, for a pattern that nothing matches and for a folder without flows.
std::vector<std::string> find_flow_files(const std::vector<std::string>& named);

}  // namespace casement::runners
