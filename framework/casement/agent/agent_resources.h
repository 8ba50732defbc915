// What agents may read beside what tools answer: open pages, the last report, the schema of flows, Casement's
// documents. Used by the server alone.
#pragma once

#include <string>

#include "casement/agent/flow_reports.h"
#include "casement/mcp/server.h"

namespace casement {

// The parts of a page, each with the tool that answers it: "snapshot", "frames", "console", "network".
std::string tool_of_part(const std::string& part);  // "" for none
std::string page_uri(const std::string& page, const std::string& part);
// The addresses of everything that there is of a page.
std::vector<std::string> page_uris(const std::string& page);

// `server`, whose tools are there already, and `reports` must outlive it. `docs_folder` "": there are none.
void add_resources(mcp::Server& server, const FlowReports& reports, const std::string& docs_folder);

}  // namespace casement
