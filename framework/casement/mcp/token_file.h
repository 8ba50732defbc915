// The token that clients of an HTTP server must send, stored in a file that only its owner can read.
#pragma once

#include <string>

namespace casement::mcp {

// Returns the token in the file. If the file is missing, makes it and its folders, with a new token. Throws
// Error{Usage} if others can read the file or it has no valid token, Error{Environment} if it cannot be read or
// written.
std::string token_in(const std::string& path);

// The default file: casement/mcp-token in XDG_STATE_HOME, or in ~/.local/state. Throws Error{Usage} if HOME is needed
// and not set.
std::string default_token_file();

}  // namespace casement::mcp
