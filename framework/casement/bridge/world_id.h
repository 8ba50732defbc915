// Identifies the world of a script for its whole life, and addresses it in commands. Chromium has unique ids of
// execution contexts only since about version 90 (Runtime.ExecutionContextDescription.uniqueId). Older versions have a
// number per process, which is unique together with the session.
#pragma once

#include <string>

#include "casement/base/json.h"

namespace casement {

// The id from the `context` of Runtime.executionContextCreated.
std::string world_id_of(const Json& context);
// The id from the parameters of Runtime.executionContextDestroyed.
std::string ended_world_id(const Json& params);
// Adds the parameter of Runtime.evaluate that selects the world.
void address_world(Json& params, const std::string& world_id);

}  // namespace casement
