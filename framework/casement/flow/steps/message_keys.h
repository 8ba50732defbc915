// Reads the conditions for a message of a WebSocket or an EventSource, for `expect_message` and `expect`.
#pragma once

#include <string>
#include <vector>

#include "casement/expect/message_pattern.h"
#include "casement/flow/steps/step_map.h"

namespace casement {

struct MessageKeys {
  std::string url = "*";
  MessagePattern pattern = {};
  std::string title;  // without texts, which may be secret
};

std::vector<ArgSpec> message_keys();
// Reads the value of `entry`: the address of the socket, or a map with message_keys(). `owner` names the map in
// messages: "'expect_message'".
MessageKeys read_message_keys(const StepScope& scope, const YamlEntry& entry, const std::string& owner);

}  // namespace casement
