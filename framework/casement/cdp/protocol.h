// What Casement uses of the DevTools protocol: each command with the parameters it is ever given, each event with what
// is read of it; for answers see reply_shape.h. Specs hold all of it against the protocol that the running Chrome
// publishes
// (/json/protocol), and the sources against this table, so that a misspelt name fails, and a field that a new Chrome
// drops. https://chromedevtools.github.io/devtools-protocol/tot/
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "casement/cdp/message.h"

namespace casement::cdp {

struct ProtocolRow {
  std::string_view name;  // "Page.navigate"
  std::string_view
      fields;  // names between blanks; of events also "frame.url" for a field's field, "args[].value" for a list's
};

std::span<const ProtocolRow> protocol_commands();
std::span<const ProtocolRow> protocol_events();

// Which parameter of the command is not in its row; "" where all are, or where there is no row. Builds without NDEBUG
// ask this of every command that is sent, so that specs find what is missing here.
std::string protocol_fault(const Command& command);

}  // namespace casement::cdp
