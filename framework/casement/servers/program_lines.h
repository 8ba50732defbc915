// The lines that the programs beside a case printed, for its trace. Any thread.
#pragma once

#include <functional>
#include <vector>

#include "casement/results/model.h"

namespace casement {

// Passes the lines since a time (in milliseconds since the epoch) of the programs that this process started, and of
// `servers`, which another process started: oldest first for each program, with control characters visible. First
// waits a moment, because lines that were printed just now may still be on their way.
void read_program_lines(const std::vector<results::ServerInfo>& servers, double since,
                        const std::function<void(results::ProgramLine)>& take);

}  // namespace casement
