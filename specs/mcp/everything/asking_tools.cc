#include "specs/mcp/everything/everything.h"

namespace casement::specs {

using mcp::Call;

namespace {

mcp::InputRequest sample(std::string key, const std::string& prompt) {
  return {std::move(key),
          "sampling/createMessage",
          {{"maxTokens", 100}, {"messages", {{{"role", "user"}, {"content", mcp::text_block(prompt)}}}}}};
}

mcp::InputRequest roots(std::string key) {
  return {std::move(key), "roots/list"};
}

mcp::InputRequest form(const char* message, const char* properties) {
  return {"form",
          "elicitation/create",
          {{"mode", "form"},
           {"message", message},
           {"requestedSchema",
            {{"type", "object"}, {"properties", Json::parse(properties)}, {"required", Json::array()}}}}};
}

constexpr const char* kDefaults = R"({
  "name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},
  "score":{"type":"number","default":95.5},
  "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
  "verified":{"type":"boolean","default":true}})";

constexpr const char* kChoices = R"({
  "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
  "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First"},{"const":"value2","title":"Second"},
    {"const":"value3","title":"Third"}]},
  "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["One","Two","Three"]},
  "untitledMulti":{"type":"array","minItems":1,"maxItems":3,
    "items":{"type":"string","enum":["option1","option2","option3"]}},
  "titledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"anyOf":[{"const":"value1","title":"First"},
    {"const":"value2","title":"Second"},{"const":"value3","title":"Third"}]}}})";

RunTool told(const mcp::InputRequest& one) {
  return [one](Call& call, const Json&) { return mcp::text_result("answered: " + dump_json(call.ask_one(one))); };
}

}  // namespace

void add_tool(mcp::Server& server, const char* name, const char* help, RunTool run, Json properties) {
  mcp::Tool tool{name, help, {{"type", "object"}, {"properties", std::move(properties)}}};
  tool.run = std::move(run);
  server.add(std::move(tool));
}

mcp::InputRequest asked_for(std::string key, const std::string& message, const std::string& field,
                            const std::string& type) {
  Json schema = {{"type", "object"}, {"required", {field}}};
  schema["properties"][field]["type"] = type;
  return {std::move(key),
          "elicitation/create",
          {{"mode", "form"}, {"message", message}, {"requestedSchema", std::move(schema)}}};
}

std::string answered(const Json& result, const std::string& field) {
  const Json content = result.value("content", Json::object());
  return content.is_object() && content.contains(field) && content[field].is_string() ? content[field] : Json("");
}

void add_asking_tools(mcp::Server& server) {
  const Json text = {{"type", "string"}};
  add_tool(server, "test_sampling", "Has the client's model answer",
           [](Call& call, const Json& arguments) {
             return mcp::text_result(dump_json(call.ask_one(sample("sample", arguments.value("prompt", "")))));
           },
           {{"prompt", text}});
  add_tool(server, "test_elicitation", "Asks the user",
           [](Call& call, const Json& arguments) {
             return mcp::text_result(
                 dump_json(call.ask_one(asked_for("question", arguments.value("message", ""), "response"))));
           },
           {{"message", text}});
  add_tool(server, "test_elicitation_sep1034_defaults", "Asks with values given",
           told(form("Is it right?", kDefaults)));
  add_tool(server, "test_elicitation_sep1330_enums", "Asks for choices", told(form("Which ones?", kChoices)));
  add_tool(server, "test_missing_capability", "Needs sampling", told(sample("sample", "Anything")));
  add_tool(server, "test_streaming_elicitation", "Tells how far it is, and asks", [](Call& call, const Json&) {
    call.progress(1, 2);
    return mcp::text_result(answered(call.ask_one(asked_for("question", "Go on?", "v")), "v"));
  });

  add_tool(server, "test_input_required_result_elicitation", "Asks for a name", [](Call& call, const Json&) {
    const mcp::InputRequest question = asked_for("user_name", "What is your name?", "name");
    return mcp::text_result("Hello, " + answered(call.ask_one(question), "name"));
  });
  add_tool(server, "test_input_required_result_sampling", "Asks the model",
           told(sample("sample_request", "What is the capital of France?")));
  add_tool(server, "test_input_required_result_list_roots", "Asks for roots", told(roots("roots_request")));
  const mcp::InputRequest confirm = asked_for("confirm", "Go on?", "ok", "boolean");
  for (const char* name : {"test_input_required_result_request_state", "test_input_required_result_tampered_state"}) {
    add_tool(server, name, "Keeps its state with the client", [confirm](Call& call, const Json&) {
      call.ask_one(confirm);
      return mcp::text_result("state-ok");
    });
  }
  add_tool(server, "test_input_required_result_multiple_inputs", "Asks several things at once",
           [](Call& call, const Json&) {
             const auto answers = call.ask({asked_for("user_name", "What is your name?", "name"),
                                            sample("greeting", "A greeting"), roots("client_roots")});
             return mcp::text_result(answered(answers.at("user_name"), "name"));
           });
  add_tool(
      server, "test_input_required_result_multi_round", "Asks one thing after the other", [](Call& call, const Json&) {
        const std::string name = answered(call.ask_one(asked_for("step1", "Your name?", "name")), "name");
        return mcp::text_result(name + answered(call.ask_one(asked_for("step2", "Your colour?", "color")), "color"));
      });
  add_tool(server, "test_input_required_result_capabilities", "Asks what the client can be asked",
           [](Call& call, const Json&) {
             std::vector<mcp::InputRequest> questions;
             if (call.client_supports("elicitation")) questions.push_back(asked_for("elicit", "Anything?", "value"));
             if (call.client_supports("sampling")) questions.push_back(sample("sample", "Anything"));
             call.ask(questions);
             return mcp::text_result("asked");
           });
}

}  // namespace casement::specs
