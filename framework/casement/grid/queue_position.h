// Where a request for a session stands in a Grid's queue. Any thread; blocks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "casement/base/deadline.h"
#include "casement/grid/grid_address.h"

namespace casement::grid {

// The place, from 1, of the request whose session is to have this name; 0 where it is not in the queue. Nothing where
// who answers there tells of no queue: a single driver, another kind of farm.
std::optional<std::size_t> queue_position(const GridAddress& grid, const std::string& name, Deadline deadline);

// The same by the answer to the question, for specs.
std::optional<std::size_t> position_in(const std::string& body, const std::string& name);

// "1st in line", "22nd in line".
std::string tell_position(std::size_t position);

}  // namespace casement::grid
