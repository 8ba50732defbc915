// Reads `server` and `logs` of casement.yaml. Used by the file's reader alone.
#pragma once

#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/project.h"
#include "casement/flow/model/text_values.h"
#include "casement/flow/spec/arg_spec.h"

namespace casement {

const std::vector<ArgSpec>& server_keys();
// Reads a map or a list of maps, with `values` put into the texts. Leaves out a server if one of its values is left out
// (see TextValues). All errors go into `errors`.
std::vector<ServerSettings> read_servers(const YamlSource& source, const YamlEntry& entry, const TextValues& values,
                                         AuthoringErrors& errors);

const std::vector<ArgSpec>& log_keys();
// The same for `logs`.
std::vector<LogSettings> read_logs(const YamlSource& source, const YamlEntry& entry, const TextValues& values,
                                   AuthoringErrors& errors);

}  // namespace casement
