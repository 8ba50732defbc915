// The table of DevTools protocol commands and events that Casement uses: each command with all parameters that Casement
// sends, each event with the fields that Casement reads. reply_shape.h lists the answers. Specs compare the table with
// the protocol that the running Chrome publishes (/json/protocol), and the sources with the table. A misspelt name
// therefore fails a spec, as does a field that a new Chrome drops.
// https://chromedevtools.github.io/devtools-protocol/tot/
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "casement/cdp/message.h"

namespace casement::cdp {

struct ProtocolRow {
  std::string_view name;  // "Page.navigate"
  std::string_view
      fields;  // separated by blanks; for events also "frame.url" for a nested field, "args[].value" for a list's
};

std::span<const ProtocolRow> protocol_commands();
std::span<const ProtocolRow> protocol_events();

// Names a parameter of the command that is missing in the command's row; "" if all are listed, or if the command has no
// row. Builds without NDEBUG check every command that the library sends, so that specs find missing parameters.
std::string protocol_fault(const Command& command);

// In builds without NDEBUG: throws if the library's command is not in the protocol table. Specs may send anything.
void check_protocol(const Command& command, std::string_view from);

}  // namespace casement::cdp
