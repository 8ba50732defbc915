#include "casement/bridge/bridge.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace casement {

cdp::Command bridge_command(const cdp::SessionId& session, const std::string& world_id,
                            const BridgeCall& call, std::optional<int> after_ref) {
  std::string arguments = dump_json(call.arguments);
  // The array's brackets go; what is left is an argument list.
  arguments = arguments.substr(1, arguments.size() - 2);
  std::string expression;
  if (after_ref) {
    expression.append(bridge_source());
    expression += fmt::format("casement.startRefsAt({});", *after_ref);
  }
  expression += fmt::format("casement.{}({})", call.function, arguments);
  return evaluate_command(session, world_id, std::move(expression));
}

cdp::Command evaluate_command(const cdp::SessionId& session, const std::string& world_id,
                              std::string expression) {
  return {session, "Runtime.evaluate",
          Json{{"expression", std::move(expression)}, {"uniqueContextId", world_id},
               {"returnByValue", true}, {"awaitPromise", true}},
          nullptr};
}

Json evaluation_value(const Json& result) {
  if (const auto details = result.find("exceptionDetails"); details != result.end()) {
    std::string text = details->value("text", std::string("the script threw"));
    if (const auto exception = details->find("exception"); exception != details->end()) {
      if (exception->contains("description")) {
        text = exception->value("description", text);
      } else if (exception->contains("value")) {
        const Json& value = exception->at("value");
        text = value.is_string() ? value.get<std::string>() : dump_json(value);
      }
    }
    throw Error(ErrorKind::Evaluation, text);
  }
  const Json& object = result.at("result");
  const auto value = object.find("value");
  if (value != object.end()) return *value;
  // undefined has no value; numbers that JSON has no word for come as text.
  if (object.contains("unserializableValue")) return object["unserializableValue"];
  return nullptr;
}

}  // namespace casement
