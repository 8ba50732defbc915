// A server that offers a bit of everything that the protocol has, under the names that its official conformance tests
// ask for. No browser.
#pragma once

#include "casement/mcp/server.h"

namespace casement::specs {

// What `add_…` add is for one server, which has to live as long as it serves.
void add_plain_tools(mcp::Server& server);   // contents of each kind, errors, progress, logs
void add_asking_tools(mcp::Server& server);  // what asks the client meanwhile
void add_resources(mcp::Server& server);
void add_prompts(mcp::Server& server);

using RunTool = std::function<mcp::ToolResult(mcp::Call& call, const Json& arguments)>;
void add_tool(mcp::Server& server, const char* name, const char* help, RunTool run, Json properties = Json::object());
// A question to the user for one field.
mcp::InputRequest asked_for(std::string key, const std::string& message, const std::string& field,
                            const std::string& type = "string");
// What was answered in that field; "" where nothing was.
std::string answered(const Json& result, const std::string& field);

// One red pixel, a PNG in base64.
inline constexpr const char* kPixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

}  // namespace casement::specs
