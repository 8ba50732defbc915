#include "casement/input/click_guard_script.h"

#include <fmt/format.h>

#include "casement/bridge/bridge.h"

namespace casement {

std::string_view click_guard_functions();  // js/presses.js, js/click_guard.js

std::string click_guard_source(PressBy by) {
  return fmt::format("(() => {{\n{}\nguardPresses({});\n}})()", click_guard_functions(), by == PressBy::Finger);
}

cdp::Command click_guard_command(const cdp::SessionId& session, const std::string& world_id,
                                 std::string_view function) {
  return evaluate_command(
      session, world_id,
      fmt::format("Object.getOwnPropertyDescriptor(globalThis, 'casementClickGuard')?.value.{}()", function));
}

}  // namespace casement
