// Reads a flow's table of cases, from the flow or from a file of its own, and sets the variables of each case. Also
// contains small readers for the other files of this folder.
#pragma once

#include <string>
#include <vector>

#include "casement/flow/load/flow_loader.h"
#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"

namespace casement {

// Fills `flow.cases`; a flow without a table has one case, named like the flow. Throws Error{Authoring} if the table
// cannot be read at all; errors in single rows go into `errors`.
void read_cases(Flow& flow, const LoadOptions& options, AuthoringErrors& errors);

// Resolves the header for one case, with the case's variables: application, context options, base URL. Errors go into
// `errors`, missing files into `planned`.
void resolve_header(const Flow& flow, FlowCase& one, AuthoringErrors& errors, PlannedFiles& planned);

// The keys of a row besides variables.
const std::vector<std::string>& case_keys();

// Throws Error{Authoring} if `name` is not a variable name, or is one of case_keys().
void check_variable_name(const YamlSource& source, const YamlNode& name);

// A text in one line, without variables. Throws Error{Authoring}, also if the text is empty.
std::string read_line(const YamlSource& source, const YamlEntry& entry);
// The name of a folder of pages, without a path. Throws Error{Authoring}.
std::string read_site_name(const YamlSource& source, const YamlEntry& entry);
// Throws Error{Authoring} if the value is not a base URL. Each case checks a base URL that contains variables.
void check_base_url(const YamlSource& source, const YamlEntry& entry);
std::vector<std::string> read_tags(const YamlSource& source, const YamlEntry& entry);

}  // namespace casement
