// Reads `application` of a flow's header. Used by the readers of headers and cases alone.
#pragma once

#include <optional>
#include <vector>

#include "casement/flow/model/application_settings.h"
#include "casement/flow/model/text_values.h"
#include "casement/flow/spec/arg_spec.h"

namespace casement {

const std::vector<ArgSpec>& application_keys();

// Puts `values` into the texts. Returns nullopt if a value is known only when the case runs. Throws Error{Authoring}.
std::optional<ApplicationSettings> read_application(const YamlSource& source, const YamlEntry& entry,
                                                    const TextValues& values);

}  // namespace casement
