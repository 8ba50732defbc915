// What a flow would do, for people and programs: its settings, and of each case the variables and
// the plan of its steps, with the flows that it runs in their place. No browser is started. Any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "casement/flow/model/flow.h"

namespace casement {

// {name, file, …settings, cases: [{name, variables, before, steps, after, …}]}; docs/flows.md
// tells all keys. Values of secrets, passwords and card numbers are masked. `flow` was loaded
// without errors.
nlohmann::ordered_json explain_flow(const Flow& flow);

}  // namespace casement
