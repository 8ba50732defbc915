// Searches the steps of a flow. Any thread.
#pragma once

#include <string_view>

#include "casement/flow/model/flow.h"

namespace casement {

// Whether the flow, or a flow that it runs, has a step of this kind.
bool has_step(const Flow& flow, std::string_view name);

}  // namespace casement
