#include "casement/flow/steps/message_keys.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/saved_values.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {

std::vector<ArgSpec> message_keys() {
  using KeyShape = ArgSpec::Shape;
  return {by_default({"url", KeyShape::Text, "the socket's address; * is any run of characters"}, "\"*\""),
          {"text", KeyShape::Pattern, "the message's text"},
          {"json", KeyShape::AnyMap, "places in the message's JSON with their values: /type: order"},
          {"direction", KeyShape::Word, "sent by the page, or received; by default both", {"sent", "received"}}};
}

MessageKeys read_message_keys(const StepScope& scope, const YamlEntry& entry, const std::string& owner) {
  MessageKeys message;
  std::vector<std::string> details;
  if (entry.value.kind == YamlNode::Kind::Map) {
    const std::vector<ArgSpec> keys = message_keys();
    const StepMap map(scope, entry.value, keys, owner);
    message.url = map.text("url", "*");
    message.pattern.text = map.pattern("text");
    if (message.pattern.text) details.push_back(fmt::format("text \"{}\"", map.text("text")));
    if (const YamlEntry* json = map.find("json")) {
      for (const YamlEntry& one : read_some_map(scope.source(), *json).entries) {
        check_pointer(scope, one.key.place, one.key.text);
        message.pattern.json.emplace_back(one.key.text, to_json(scope, one.value));
        details.push_back("at " + one.key.text);
      }
    }
    if (map.has("direction")) {
      details.push_back(map.word("direction", ""));
      message.pattern.direction =
          details.back() == "sent" ? SocketMessage::Direction::Sent : SocketMessage::Direction::Received;
    }
  } else {
    message.url = scope.text_of(entry);
  }
  if (message.url.empty()) throw scope.error_at(entry.value, fmt::format("{} needs an address such as */live", owner));
  message.title = with_details(fmt::format("\"{}\"", message.url), details);
  return message;
}

}  // namespace casement
