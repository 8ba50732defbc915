// How a script's world is named over its life, and addressed in a command. Chromium names each execution context of a
// browser uniquely only since version 90 or so (Runtime.ExecutionContextDescription.uniqueId); of older ones the number
// in its process stands for it, which is unique together with the session.
#pragma once

#include <string>

#include "casement/base/json.h"

namespace casement {

// Of Runtime.executionContextCreated's `context`.
std::string world_id_of(const Json& context);
// Of Runtime.executionContextDestroyed's parameters.
std::string ended_world_id(const Json& params);
// Adds the member by which Runtime.evaluate takes the world.
void address_world(Json& params, const std::string& world_id);

}  // namespace casement
