// Reads a flow's table of cases, from the flow or from a file beside it, and gives each case the
// values of its variables. Used by the flow loader alone.
#pragma once

#include <string>
#include <vector>

#include "casement/flow/load/flow_loader.h"
#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"

namespace casement {

// Fills `flow.cases`: one of the flow's own name where it has no table. Throws Error{Authoring} for
// what leaves nothing to check; what is wrong with single rows goes into `errors`.
void read_cases(Flow& flow, const LoadOptions& options, AuthoringErrors& errors);

// What the header says for one case, with its variables put in. What is wrong goes into `errors`; files that are not
// there go into `planned`.
void resolve_header(const Flow& flow, FlowCase& one, AuthoringErrors& errors, PlannedFiles& planned);

// What a row may say beside the values of variables.
const std::vector<std::string>& case_keys();

// Throws Error{Authoring} for what is no name of a variable, and for what a row has already.
void check_variable_name(const YamlSource& source, const YamlNode& name);

// One line without variables. Throws Error{Authoring}.
std::string read_line(const YamlSource& source, const YamlEntry& entry);
// The name of a folder of pages. Throws Error{Authoring}.
std::string read_site_name(const YamlSource& source, const YamlEntry& entry);
// Throws Error{Authoring} for what is no base URL; one with variables has its value in each case.
void check_base_url(const YamlSource& source, const YamlEntry& entry);
std::vector<std::string> read_tags(const YamlSource& source, const YamlEntry& entry);

}  // namespace casement
