// What addresses without a host are put behind: what the run says (--base-url, CASEMENT_BASE_URL), else what the flow
// says, with the case's values put in.
#pragma once

#include <string>
#include <string_view>

#include "casement/flow/model/flow.h"

namespace casement {

// "http://…" or "https://…".
bool is_base_url(std::string_view text);
// Of the run that loads flows with these options; "" where it says nothing. Throws Error{Usage} for what is no base
// URL.
std::string base_url_of_run(const std::string& option, bool from_environment);
// Of a flow for one case, "" where there is none. Throws Error{Authoring} at its place.
std::string resolve_base_url(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions);
// Of a project for what is no flow: with its own variables, and CASEMENT_VAR_NAME over them. ""
// where it has none. Throws the same.
std::string base_url_of_project(const Project& project);

}  // namespace casement
