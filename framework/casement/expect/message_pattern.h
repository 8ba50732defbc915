// Selects messages of WebSockets and events of EventSources.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/json_value.h"
#include "casement/browser/values/page_records.h"
#include "casement/target/target.h"

namespace casement {

// A message must meet every given condition. A binary message, and a message whose end was cut off, has no JSON; a
// binary message has no text.
struct MessagePattern {
  std::optional<TextPattern> text = {};
  // JSON pointers (RFC 6901) with the values there: {{"/type", "order"}, {"/items/0/count", 2}}.
  std::vector<std::pair<std::string, JsonValue>> json = {};
  std::optional<SocketMessage::Direction> direction = {};
};

}  // namespace casement
