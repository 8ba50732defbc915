// Resources that agents may read in addition to the answers of tools: open pages, the last report, the schema of flows,
// Casement's documents. Used only by the server.
#pragma once

#include <string>

#include "casement/agent/flow_reports.h"
#include "casement/mcp/server.h"

namespace casement {

// The tool for a part of a page: "snapshot", "frames", "console" or "network".
std::string tool_of_part(const std::string& part);  // "" if there is no such part
std::string page_uri(const std::string& page, const std::string& part);
// The URIs of all parts of a page.
std::vector<std::string> page_uris(const std::string& page);

// `server`, whose tools must be added before, and `reports` must outlive the resources. `docs_folder` is "" if there
// are no documents.
void add_resources(mcp::Server& server, const FlowReports& reports, const std::string& docs_folder);

}  // namespace casement
