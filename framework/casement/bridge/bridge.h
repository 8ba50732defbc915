// The in-page half of the library: its source, and the commands that call its functions in a frame's isolated world.
// Documents in the page's own process get the bridge script when they begin, so the script is sent once per session. A
// frame in a process of its own gets the bridge when its document is parsed and has a visible area. Any other frame
// gets the bridge before its first question, because many frames (of trackers, for example) are never asked. In the
// latter two cases the text is sent to each process and compiled there, so the first reading gets only the core, three
// fifths of the script. The bridge is the object `casement` of its isolated world, invisible to the page's own scripts
// and safe from these.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement {

// The whole script; evaluating it a second time in one world has no effect.
std::string bridge_source();

// How much of the bridge a document has: only the part for reading, or all.
enum class BridgePart { Core, Whole };

// The binding by which the bridge reports to C++. Only worlds with the bridge's name have the binding. "asks" means
// that there are elements to query (browser/page/internals_query.h). "sheets [[address, [number…]]…]" lists the style
// sheets whose text is missing (browser/network/foreign_sheets.h).
inline constexpr const char* kBridgeBinding = "casementIsHere";
inline constexpr const char* kBridgeWanted = "wanted";

// The script with which documents of a frame in its own process begin. As soon as such a document is parsed and the
// frame is larger than one pixel, it calls the binding with kBridgeWanted.
std::string bridge_request();

cdp::Command bridge_binding(const cdp::SessionId& session, const std::string& world_name);

// Sent once per session, for all documents that begin later. Each of these has the bridge, and calls the binding with
// "" if the binding exists.
cdp::Command bridge_for_new_documents(const cdp::SessionId& session, const std::string& world_name);

struct BridgeCall {      // one question to the script in a frame
  std::string function;  // of the `casement` object, e.g. "snapshot"
  Json arguments = Json::array();
};

// Whether the call has a time limit in milliseconds, `endsAfter` of its first argument, after which Chrome ends the
// script. The answer is a protocol error then.
bool has_time_limit(const BridgeCall& call);

// Sends the bridge's core to the document of this world. Sent as a separate command with identical text, because Chrome
// caches compiled scripts: further documents of a process cost only half.
cdp::Command bridge_core_for_document(const cdp::SessionId& session, const std::string& world_id);
// Sends the rest of the bridge to a document that has the core. Further calls have no effect.
cdp::Command bridge_rest_for_document(const cdp::SessionId& session, const std::string& world_id);
// Whether the core alone can answer the call, if it is the document's first question.
bool core_answers(const BridgeCall& call);

// The command for `call` in the world with this unique id. `after_ref` is set for the world's first call: new refs are
// then numbered after it.
cdp::Command bridge_command(const cdp::SessionId& session, const std::string& world_id, const BridgeCall& call,
                            std::optional<int> after_ref);

// The command that evaluates `expression` in the world with this unique id.
cdp::Command evaluate_command(const cdp::SessionId& session, const std::string& world_id, std::string expression);

// The value of a Runtime.evaluate or callFunctionOn result; null for undefined, and a text such as "NaN" for a value
// that JSON lacks. Throws Error{Evaluation} with the script's own message if the script threw.
Json evaluation_value(const Json& result);

}  // namespace casement
