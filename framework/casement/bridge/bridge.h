// The in-page half of the library: its source, and how its functions are called in a frame's
// isolated world. A page's own documents have the bridge from their begin, so that it travels once a session. A
// frame in a process of its own gets the bridge when its document is parsed and has an area that a person can see;
// any other frame gets the bridge before the first question, because many (trackers, say) are never asked. There the
// text travels to each process and is compiled in each, so that a first reading gets its core alone, three fifths of
// it. The bridge stays in that world as `casement`, where the page's own scripts can neither see nor disturb it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement {

// The whole script; evaluating it twice in one world does nothing the second time.
std::string bridge_source();

// A document has all of the bridge, or only what reads.
enum class BridgePart { Core, Whole };

// The binding by which the bridge in the worlds of this name, which no other world has, reports to C++. With "asks" it
// says that there are elements to ask about (browser/page/internals_query.h), and with "sheets [[address, [number…]]…]"
// which style sheets' texts it lacks (browser/network/foreign_sheets.h).
inline constexpr const char* kBridgeBinding = "casementIsHere";
inline constexpr const char* kBridgeWanted = "wanted";

// The script with which the documents of a frame in a process of its own begin. A document calls the binding with
// kBridgeWanted when it is parsed, if the frame is larger than a pixel.
std::string bridge_request();

cdp::Command bridge_binding(const cdp::SessionId& session, const std::string& world_name);

// What a session is sent once, for the documents that begin from then on: each of them has the
// bridge then, and says so by a call of the binding with "".
cdp::Command bridge_for_new_documents(const cdp::SessionId& session, const std::string& world_name);

struct BridgeCall {      // one question to the script in a frame
  std::string function;  // of the `casement` object, e.g. "snapshot"
  Json arguments = Json::array();
};

// Whether it says after how many milliseconds Chrome is to end it: `endsAfter` of its first argument. What Chrome ends
// is answered by an error of the protocol.
bool has_time_limit(const BridgeCall& call);

// Brings the bridge's core to the document of this world. A command of its own, with the same text
// each time: Chrome keeps what it has compiled, and further documents of a process have it for half.
cdp::Command bridge_core_for_document(const cdp::SessionId& session, const std::string& world_id);
// Brings the rest to a document that has the core, once.
cdp::Command bridge_rest_for_document(const cdp::SessionId& session, const std::string& world_id);
// Whether the core alone answers it if it is the document's first question.
bool core_answers(const BridgeCall& call);

// The command that calls `call` in the world with this unique id. With `after_ref` it is the world's
// first, which numbers refs from the next one.
cdp::Command bridge_command(const cdp::SessionId& session, const std::string& world_id, const BridgeCall& call,
                            std::optional<int> after_ref);

// The command that evaluates `expression` in the world with this unique id.
cdp::Command evaluate_command(const cdp::SessionId& session, const std::string& world_id, std::string expression);

// The value in a Runtime.evaluate or callFunctionOn result. Throws Error{Evaluation} with the
// script's own message when it threw.
Json evaluation_value(const Json& result);

}  // namespace casement
