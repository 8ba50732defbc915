#include "specs/mcp/everything/everything.h"

namespace casement::specs {

using mcp::Call;

namespace {

Json of_text(const std::string& uri, const char* type, const std::string& text) {
  return Json::array({{{"uri", uri}, {"mimeType", type}, {"text", text}}});
}

Json of_user(Json content) {
  return {{"role", "user"}, {"content", std::move(content)}};
}

}  // namespace

void add_resources(mcp::Server& server) {
  for (const char* name : {"static-text", "watched-resource"}) {
    server.add(
        mcp::Resource{std::string("test://") + name, name, "A text", "text/plain",
                      [](Call&, const std::string& uri) { return of_text(uri, "text/plain", "What it holds."); }});
  }
  server.add(mcp::Resource{"test://static-binary", "static-binary", "A picture", "image/png",
                           [](Call&, const std::string& uri) {
                             return Json::array({{{"uri", uri}, {"mimeType", "image/png"}, {"blob", kPixel}}});
                           }});
  mcp::ResourceTemplate numbered{"test://template/{id}/data", "template", "One of many", "application/json"};
  numbered.read = [](Call&, const std::string& uri, const std::map<std::string, std::string>& variables) {
    return of_text(uri, "application/json", dump_json({{"id", variables.at("id")}}));
  };
  server.add(std::move(numbered));
}

void add_prompts(mcp::Server& server) {
  server.add(mcp::Prompt{"test_simple_prompt", "One message", {}, [](Call&, const Json&) {
                           return Json::array({of_user(mcp::text_block("A simple prompt."))});
                         }});
  mcp::Prompt two{"test_prompt_with_arguments", "Has arguments", {{"arg1", "the first"}, {"arg2", "the second"}}};
  two.get = [](Call&, const Json& arguments) {
    return Json::array({of_user(mcp::text_block("With " + dump_json(arguments)))});
  };
  two.complete = [](Call&, const std::string&) { return std::vector<std::string>{"test", "testing", "other"}; };
  server.add(std::move(two));
  server.add(mcp::Prompt{"test_prompt_with_embedded_resource",
                         "Has a resource",
                         {{"resourceUri", "which"}},
                         [](Call&, const Json& arguments) {
                           const Json resource = {{"uri", arguments["resourceUri"]},
                                                  {"mimeType", "text/plain"},
                                                  {"text", "What it holds."}};
                           return Json::array({of_user({{"type", "resource"}, {"resource", resource}}),
                                               of_user(mcp::text_block("Read it."))});
                         }});
  server.add(mcp::Prompt{"test_prompt_with_image", "Has a picture", {}, [](Call&, const Json&) {
                           return Json::array(
                               {of_user({{"type", "image"}, {"data", kPixel}, {"mimeType", "image/png"}}),
                                of_user(mcp::text_block("Look at it."))});
                         }});
  server.add(mcp::Prompt{"test_input_required_result_prompt", "Asks first", {}, [](Call& call, const Json&) {
                           const Json answer = call.ask_one(asked_for("user_context", "In which context?", "context"));
                           return Json::array({of_user(mcp::text_block("In " + answered(answer, "context")))});
                         }});
}

}  // namespace casement::specs
