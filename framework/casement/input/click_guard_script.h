// The script that blocks presses in a document (js/click_guard.js).
#pragma once

#include <string>
#include <string_view>

#include "casement/cdp/message.h"

namespace casement {

// The script blocks presses in the document that evaluates it, until `casementClickGuard.release()` is called.
enum class PressBy { Mouse, Finger };
std::string click_guard_source(PressBy by);
// Returns the command that calls a function of the guard, if the document has a guard.
cdp::Command click_guard_command(const cdp::SessionId& session, const std::string& world_id, std::string_view function);

}  // namespace casement
