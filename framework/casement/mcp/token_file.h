// The token that clients of a server over HTTP have to know, kept in a file that its owner alone can read.
#pragma once

#include <string>

namespace casement::mcp {

// The token in the file; where there is no such file, it is made with a new one, and its folders with it. Throws
// Error{Usage} for a file that others can read or that holds no token, Error{Environment} where it cannot be read or
// written.
std::string token_in(const std::string& path);

// Where it is kept if nobody says where: casement/mcp-token in XDG_STATE_HOME, or in ~/.local/state. Throws
// Error{Usage} where there is no home.
std::string default_token_file();

}  // namespace casement::mcp
