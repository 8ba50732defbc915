// Finds the position of a session request in a Grid's queue. Any thread; blocks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/grid/grid_address.h"

namespace casement::grid {

// The position, from 1, of the request for a session with this name; 0 if the queue does not contain it. Returns
// nullopt if the server reports no queue, for example a single driver or another kind of farm.
std::optional<std::size_t> queue_position(const GridAddress& grid, const std::string& name, Deadline deadline);

// The position according to the response body; public for tests.
std::optional<std::size_t> position_in(const std::string& body, const std::string& name);

// "1st in line", "22nd in line".
std::string tell_position(std::size_t position);

}  // namespace casement::grid
