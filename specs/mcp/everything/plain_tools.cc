#include "casement/base/error.h"
#include "specs/mcp/everything/everything.h"

namespace casement::specs {

using mcp::Call;

namespace {

// Two samples of silence, a WAV in base64.
constexpr const char* kSilence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

mcp::ToolResult of_blocks(Json blocks) {
  return {std::move(blocks)};
}

Json embedded(const char* uri, const char* type, const char* text) {
  return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", type}, {"text", text}}}};
}

Json image() {
  return {{"type", "image"}, {"data", kPixel}, {"mimeType", "image/png"}};
}

// Every word of JSON Schema that a client has to keep as it is.
constexpr const char* kWordySchema = R"({
  "$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
  "$defs":{"address":{"$anchor":"addressDef","type":"object",
    "properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
  "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
    "contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},
  "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
  "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
  "then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false})";

}  // namespace

void add_plain_tools(mcp::Server& server) {
  add_tool(server, "test_simple_text", "One text",
           [](Call&, const Json&) { return mcp::text_result("A plain text."); });
  add_tool(server, "test_image_content", "A picture", [](Call&, const Json&) { return of_blocks({image()}); });
  add_tool(server, "test_audio_content", "A sound", [](Call&, const Json&) {
    return of_blocks({{{"type", "audio"}, {"data", kSilence}, {"mimeType", "audio/wav"}}});
  });
  add_tool(server, "test_embedded_resource", "A resource", [](Call&, const Json&) {
    return of_blocks({embedded("test://embedded-resource", "text/plain", "What the resource holds.")});
  });
  add_tool(server, "test_multiple_content_types", "A text, a picture and a resource", [](Call&, const Json&) {
    return of_blocks({mcp::text_block("Several:"), image(),
                      embedded("test://mixed-content-resource", "application/json", R"({"test":"data"})")});
  });
  add_tool(server, "test_error_handling", "Fails",
           [](Call&, const Json&) -> mcp::ToolResult { throw Error(ErrorKind::NotFound, "it fails each time"); });
  add_tool(server, "test_tool_with_progress", "Tells how far it is", [](Call& call, const Json&) {
    for (const int done : {0, 50, 100}) call.progress(done, 100, std::to_string(done) + " of 100");
    return mcp::text_result("done");
  });
  for (const char* name : {"test_tool_with_logging", "test_logging_tool"}) {
    add_tool(server, name, "Writes a log", [](Call& call, const Json&) {
      for (const char* line : {"begun", "half way", "ended"}) call.log("info", line);
      return mcp::text_result("done");
    });
  }
  add_tool(server, "test_trigger_tool_change", "Says that the list of tools has changed", [&](Call&, const Json&) {
    server.tools_changed();
    return mcp::text_result("said");
  });
  add_tool(server, "test_trigger_prompt_change", "Says that the list of prompts has changed", [&](Call&, const Json&) {
    server.prompts_changed();
    return mcp::text_result("said");
  });
  mcp::Tool wordy{"json_schema_2020_12_tool", "Has a schema of many words", Json::parse(kWordySchema)};
  wordy.run = [](Call&, const Json& arguments) { return mcp::text_result(dump_json(arguments)); };
  server.add(std::move(wordy));
  mcp::Tool routed{"test_custom_headers", "Has headers repeat its arguments", Json::parse(R"({"type":"object",
    "properties":{"region":{"type":"string","x-mcp-header":"Region"},
                  "limit":{"type":"integer","x-mcp-header":"Limit"}}})")};
  routed.run = [](Call&, const Json& arguments) { return mcp::text_result(dump_json(arguments)); };
  server.add(std::move(routed));
}

}  // namespace casement::specs
