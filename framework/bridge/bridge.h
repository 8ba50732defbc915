// The in-page half of the library: its source, and how its functions are called in a frame's
// isolated world. A document that begins under a session's watch has the bridge from its begin, so
// that it travels once a session; to any other it is sent with the first call. It stays in that
// world as `casement`, where the page's own scripts can neither see nor disturb it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement {

// The whole script; evaluating it twice in one world does nothing the second time.
std::string_view bridge_source();

// The binding by which the bridge in the worlds of this name reports to C++.
cdp::Command bridge_binding(const cdp::SessionId& session, const std::string& world_name);

// What a session is sent once, for the documents that begin from then on: each of them has the
// bridge then, and says so by a call of the binding, which no other world has, with "". With "asks" it
// says that there are elements to ask about (browser/internals_query.h), and with "sheets [[address, [number…]]…]"
// which style sheets' texts it lacks (browser/foreign_sheets.h).
inline constexpr const char* kBridgeBinding = "casementIsHere";
std::vector<cdp::Command> bridge_for_new_documents(const cdp::SessionId& session, const std::string& world_name);

struct BridgeCall {      // one question to the script in a frame
  std::string function;  // of the `casement` object, e.g. "snapshot"
  Json arguments = Json::array();
};

// Whether it says after how many milliseconds Chrome is to end it: `endsAfter` of its first argument. What Chrome ends
// is answered by an error of the protocol.
bool has_time_limit(const BridgeCall& call);

enum class BridgeIsThere { No, Yes };

// The command that calls `call` in the world with this unique id. With `after_ref` it is the world's
// first, which numbers refs from the next one, and brings the bridge along where it is not there.
cdp::Command bridge_command(const cdp::SessionId& session, const std::string& world_id, const BridgeCall& call,
                            std::optional<int> after_ref, BridgeIsThere is_there = BridgeIsThere::No);

// The command that evaluates `expression` in the world with this unique id.
cdp::Command evaluate_command(const cdp::SessionId& session, const std::string& world_id, std::string expression);

// The value in a Runtime.evaluate or callFunctionOn result. Throws Error{Evaluation} with the
// script's own message when it threw.
Json evaluation_value(const Json& result);

}  // namespace casement
