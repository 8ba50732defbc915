// Explains what a flow would do, for people and programs: its settings, and for each case the variables and the planned
// steps, including the steps of called flows. Starts no browser. Any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "casement/flow/model/flow.h"

namespace casement {

// Returns {name, file, …settings, cases: [{name, variables, before, steps, after, …}]}; docs/flows.md lists all keys.
// Masks values of secrets, passwords and card numbers. `flow` must have been loaded without errors.
nlohmann::ordered_json explain_flow(const Flow& flow);

}  // namespace casement
