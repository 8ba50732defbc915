// The in-page half of the library: its source, and how its functions are called in a frame's
// isolated world. The bridge is sent with the first call to a document and stays in that world as
// `casement`, where the page's own scripts can neither see nor disturb it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "casement/base/json.h"
#include "casement/cdp/message.h"

namespace casement {

// The whole script; evaluating it twice in one world does nothing the second time.
std::string_view bridge_source();

// Keeps presses from the document that it is evaluated in, until `casementPressGuard.lift()`.
std::string_view press_guard_source();

struct BridgeCall {
  std::string function;  // of the `casement` object, e.g. "snapshot"
  Json arguments = Json::array();
};

// The command that calls `call` in the world with this unique id. With `after_ref`
// the bridge is sent along and numbers its refs from the next one.
cdp::Command bridge_command(const cdp::SessionId& session, const std::string& world_id,
                            const BridgeCall& call, std::optional<int> after_ref);

// The command that evaluates `expression` in the world with this unique id.
cdp::Command evaluate_command(const cdp::SessionId& session, const std::string& world_id,
                              std::string expression);

// The value in a Runtime.evaluate or callFunctionOn result. Throws Error{Evaluation} with the
// script's own message when it threw.
Json evaluation_value(const Json& result);

}  // namespace casement
