// Finds the base URL, which is put before addresses without a host: from the run (--base-url, CASEMENT_BASE_URL),
// otherwise from the flow or project, with the case's values put in.
#pragma once

#include <string>
#include <string_view>

#include "casement/flow/model/flow.h"

namespace casement {

// Whether `text` starts with "http://" or "https://".
bool is_base_url(std::string_view text);
// The base URL of the run that loads flows with these options; "" if not set. Throws Error{Usage} if the value is not a
// base URL.
std::string base_url_of_run(const std::string& option, bool from_environment);
// The base URL of a flow for one case; "" if not set. Throws Error{Authoring} that points at the base URL.
std::string resolve_base_url(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions);
// The base URL of a project for uses other than flows, with the run's values of the project's variables; "" if not set.
// Throws Error{Authoring} that points at the base URL.
std::string base_url_of_project(const Project& project);

}  // namespace casement
