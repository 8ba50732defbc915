#include "casement/bridge/bridge.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/base/text.h"
#include "casement/bridge/world_id.h"

namespace casement {

// Generated from the scripts of all rooms.
std::string_view core_scripts();
std::string_view later_scripts();

namespace {

// Appended to the scripts: ends their common scope.
constexpr std::string_view kScopeEnd = "})();";
// Ends the scope of the core, but lets later scripts join: direct eval sees the names around it (ECMA-262 §19.2.1.1).
constexpr std::string_view kScopeEndForNow = "globalThis.casement.add = (text) => { eval(text); };\n})();";

}  // namespace

std::string bridge_source() {
  return fmt::format("{}{}{}", core_scripts(), later_scripts(), kScopeEnd);
}

cdp::Command bridge_binding(const cdp::SessionId& session, const std::string& world_name) {
  return {session, "Runtime.addBinding", {{"name", kBridgeBinding}, {"executionContextName", world_name}}, nullptr};
}

std::string bridge_request() {
  return fmt::format(
      "for (const type of ['DOMContentLoaded', 'resize']) addEventListener(type, function ask() {{"
      "if (innerWidth > 1 && innerHeight > 1) {{ removeEventListener(type, ask); globalThis.{}?.('{}'); }} }});",
      kBridgeBinding, kBridgeWanted);
}

cdp::Command bridge_for_new_documents(const cdp::SessionId& session, const std::string& world_name) {
  std::string source = bridge_source();
  // Calls the binding only if it exists; otherwise a document older than the binding would log an error to the console.
  source += fmt::format("globalThis.{}?.('');", kBridgeBinding);
  return {session,
          "Page.addScriptToEvaluateOnNewDocument",
          {{"source", std::move(source)}, {"worldName", world_name}},
          nullptr};
}

bool has_time_limit(const BridgeCall& call) {
  return !call.arguments.empty() && call.arguments.front().is_object() && call.arguments.front().contains("endsAfter");
}

cdp::Command bridge_core_for_document(const cdp::SessionId& session, const std::string& world_id) {
  static const std::string text = fmt::format("{}{}", core_scripts(), kScopeEndForNow);
  return evaluate_command(session, world_id, text);
}

cdp::Command bridge_rest_for_document(const cdp::SessionId& session, const std::string& world_id) {
  static const std::string text = fmt::format("casement.add?.({})", dump_json(Json(later_scripts())));
  return evaluate_command(session, world_id, text);
}

bool core_answers(const BridgeCall& call) {
  // A shared question calls `known(N).snapshot` (frames/posted_question.h).
  const std::string_view function = std::string_view(call.function).substr(call.function.rfind('.') + 1);
  return function == "snapshot" || function == "snapshotIfChanged";
}

cdp::Command bridge_command(const cdp::SessionId& session, const std::string& world_id, const BridgeCall& call,
                            std::optional<int> after_ref) {
  // Chrome ends the script after this time, so that the page can be asked again. The page does not get the limit, so
  // the question is identical each time.
  Json ends_after;
  std::string arguments;
  if (has_time_limit(call)) {
    Json sent = call.arguments;
    ends_after = sent.front().at("endsAfter");
    sent.front().erase("endsAfter");
    arguments = dump_json(sent);
  } else {
    arguments = dump_json(call.arguments);
  }
  // Removes the brackets of the array, which leaves an argument list.
  arguments = arguments.substr(1, arguments.size() - 2);
  std::string expression;
  if (after_ref) expression += fmt::format("casement.startRefsAt({});", *after_ref);
  expression += fmt::format("casement.{}({})", call.function, arguments);
  cdp::Command command = evaluate_command(session, world_id, std::move(expression));
  if (!ends_after.is_null()) command.params["timeout"] = std::move(ends_after);
  return command;
}

cdp::Command evaluate_command(const cdp::SessionId& session, const std::string& world_id, std::string expression) {
  Json params{{"expression", std::move(expression)}, {"returnByValue", true}, {"awaitPromise", true}};
  address_world(params, world_id);
  return {session, "Runtime.evaluate", std::move(params), nullptr};
}

namespace {

// The exception of a script: its message, its position in the script, and its stack as the trail.
Error script_error(const Json& details) {
  std::string text = details.value("text", std::string("the script threw"));
  if (const auto exception = details.find("exception"); exception != details.end()) {
    if (exception->contains("description")) {
      text = exception->value("description", text);
    } else if (exception->contains("value")) {
      const Json& value = exception->at("value");
      text = value.is_string() ? value.get<std::string>() : dump_json(value);
    }
  }
  std::vector<std::string> trail;
  for (const std::string_view line : split_lines(text)) trail.emplace_back(line);
  std::string message = trail.empty() ? text : trail.front();
  if (!trail.empty()) trail.erase(trail.begin());
  if (details.contains("lineNumber")) {
    message +=
        fmt::format(" (line {}, column {})", details.value("lineNumber", 0) + 1, details.value("columnNumber", 0) + 1);
  }
  return Error(ErrorKind::Evaluation, message, std::move(trail));
}

}  // namespace

Json evaluation_value(const Json& result) {
  if (const auto details = result.find("exceptionDetails"); details != result.end()) {
    throw script_error(*details);
  }
  const Json& object = result.at("result");
  const auto value = object.find("value");
  if (value != object.end()) return *value;
  // undefined has no value; numbers that JSON cannot express are sent as text.
  if (object.contains("unserializableValue")) return object["unserializableValue"];
  return nullptr;
}

}  // namespace casement
