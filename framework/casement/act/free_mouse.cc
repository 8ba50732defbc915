#include "casement/act/free_mouse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "casement/act/retry.h"
#include "casement/input/compositor_sync.h"
#include "casement/input/mouse_events.h"
#include "casement/input/pointer.h"

namespace casement {
namespace {

// MouseEvent.buttons (UI Events §4.3.1), which CDP has too.
int buttons_of(const MouseState& mouse) {
  constexpr std::pair<std::string_view, int> kBits[] = {
      {"left", 1}, {"right", 2}, {"middle", 4}, {"back", 8}, {"forward", 16}};
  int buttons = 0;
  for (const auto& [name, bit] : kBits) {
    if (std::ranges::find(mouse.pressed, name) != mouse.pressed.end()) buttons |= bit;
  }
  return buttons;
}

cdp::Call post_button(PageSession& page, const MouseState& mouse, const char* type, const std::string& button) {
  return post_mouse(page, {{"type", type}, {"button", button}, {"buttons", buttons_of(mouse)}, {"clickCount", 1}},
                    {page.session(), mouse.at});
}

}  // namespace

ActionResult move_mouse(PageSession& page, MouseState& mouse, Point to, int moves, Deadline deadline) {
  if (!std::isfinite(to.x) || !std::isfinite(to.y)) throw Error(ErrorKind::Usage, "the mouse is moved to a point");
  if (moves < 1 || moves > 1000) {
    throw Error(ErrorKind::Usage, fmt::format("the mouse gets there in 1 to 1000 moves, not {}", moves));
  }
  return run_page_action(page, "move the mouse", deadline, [&] {
    const cdp::Connection::EngineLock lock(page.connection());
    if (mouse.pressed.empty()) require_in_viewport(page, to, deadline);
    const Point from = mouse.at;
    const std::string held = mouse.pressed.empty() ? "none" : mouse.pressed.front();
    // One after the other: Chrome joins moves that wait for the page, and what is drawn freehand would have corners.
    for (int move = 1; move <= moves; ++move) {
      const double part = static_cast<double>(move) / moves;
      mouse.at = {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
      await_events(page,
                   {post_mouse(page, {{"type", "mouseMoved"}, {"button", held}, {"buttons", buttons_of(mouse)}},
                               {page.session(), mouse.at})},
                   deadline);
    }
    return Change{};
  });
}

ActionResult press_mouse(PageSession& page, MouseState& mouse, const std::string& button, Deadline deadline) {
  ClickOptions click;
  click.button = button;
  require_valid(click);
  if (std::ranges::find(mouse.pressed, button) != mouse.pressed.end()) {
    throw Error(ErrorKind::Usage, fmt::format("the {} button is pressed already", button));
  }
  return run_page_action(page, "press the mouse", deadline, [&] {
    const cdp::Connection::EngineLock lock(page.connection());
    require_in_viewport(page, mouse.at, deadline);
    if (mouse.pressed.empty()) make_ready_at(page, mouse.at, 0, deadline);
    mouse.pressed.push_back(button);
    await_events(page, {post_button(page, mouse, "mousePressed", button)}, deadline);
    return Change{};
  });
}

ActionResult release_mouse(PageSession& page, MouseState& mouse, const std::string& button, Deadline deadline) {
  const auto held = std::ranges::find(mouse.pressed, button);
  if (held == mouse.pressed.end()) throw Error(ErrorKind::Usage, fmt::format("the {} button is not pressed", button));
  return run_page_action(page, "release the mouse", deadline, [&] {
    const cdp::Connection::EngineLock lock(page.connection());
    mouse.pressed.erase(held);
    await_events(page, {post_button(page, mouse, "mouseReleased", button)}, deadline);
    return Change{};
  });
}

}  // namespace casement
