// Reads flows and checks them whole: shape, keys, types, variables, and every target of every case,
// before any browser is started. Any thread.
#pragma once

#include <string>

#include "casement/flow/flow.h"

namespace casement {

// Throws Error{Authoring} "file:line:column: error: …" with the line and an underline as trail, and
// Error{Usage} if the file cannot be read.
Flow load_flow(const std::string& path);

// The same for a text that is at hand; `file` is the name that messages and reports use.
Flow parse_flow(const std::string& file, std::string text);

}  // namespace casement
