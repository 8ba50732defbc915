// Reads `server` of casement.yaml. Used by its reader alone.
#pragma once

#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/project.h"
#include "casement/flow/model/text_values.h"
#include "casement/flow/spec/arg_spec.h"

namespace casement {

const std::vector<ArgSpec>& server_keys();
// A map, or a list of such, with `values` put into their texts; one that lacks such a value is left
// out. What is wrong with one goes into `errors`. Throws Error{Authoring} where it is neither.
std::vector<ServerSettings> read_servers(const YamlSource& source, const YamlEntry& entry, const TextValues& values,
                                         AuthoringErrors& errors);

}  // namespace casement
