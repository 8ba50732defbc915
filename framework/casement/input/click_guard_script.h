// The script that keeps presses from a document (js/click_guard.js).
#pragma once

#include <string>
#include <string_view>

#include "casement/cdp/message.h"

namespace casement {

// Keeps presses from the document that it is evaluated in, until `casementClickGuard.release()`.
enum class PressBy { Mouse, Finger };
std::string click_guard_source(PressBy by);
// The command that calls a function of that guard, where there is one.
cdp::Command click_guard_command(const cdp::SessionId& session, const std::string& world_id, std::string_view function);

}  // namespace casement
