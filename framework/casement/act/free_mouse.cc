#include "casement/act/free_mouse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "casement/act/retry.h"
#include "casement/input/compositor_sync.h"
#include "casement/input/mouse_events.h"
#include "casement/input/pointer.h"

namespace casement {
namespace {

struct MouseState : PageExtension {
  explicit MouseState(PageSession&) {}
  static MouseState& of(PageSession& page) {
    const cdp::Connection::EngineLock lock(page.connection());
    return page.extension<MouseState>();
  }

  Point at;                          // CSS pixels of the viewport
  std::vector<MouseButton> pressed;  // in the order they were pressed
};

int buttons_of(const MouseState& mouse) {
  int buttons = 0;
  for (const MouseButton button : mouse.pressed) buttons |= button_bit(button);
  return buttons;
}

cdp::Call post_button(PageSession& page, const MouseState& mouse, const char* type, MouseButton button) {
  return post_mouse(page,
                    {{"type", type}, {"button", word_of(button)}, {"buttons", buttons_of(mouse)}, {"clickCount", 1}},
                    {page.session(), mouse.at});
}

}  // namespace

ActionResult move_mouse(PageSession& page, Point to, int moves, Deadline deadline) {
  if (!std::isfinite(to.x) || !std::isfinite(to.y)) throw Error(ErrorKind::Usage, "a mouse move needs a point");
  if (moves < 1 || moves > 1000) {
    throw Error(ErrorKind::Usage, fmt::format("a mouse move must have 1 to 1000 steps, not {}", moves));
  }
  MouseState& mouse = MouseState::of(page);
  return run_page_action(page, "move the mouse", deadline, [&] {
    const cdp::Connection::EngineLock lock(page.connection());
    if (mouse.pressed.empty()) require_in_viewport(page, to, deadline);
    const Point from = mouse.at;
    const std::string_view held = mouse.pressed.empty() ? "none" : word_of(mouse.pressed.front());
    // The moves are sent one after the other, because Chrome joins moves that wait for the page, and a freehand line
    // would have corners.
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

ActionResult press_mouse(PageSession& page, MouseButton button, Deadline deadline) {
  MouseState& mouse = MouseState::of(page);
  if (std::ranges::find(mouse.pressed, button) != mouse.pressed.end()) {
    throw Error(ErrorKind::Usage, fmt::format("the {} button is pressed already", word_of(button)));
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

ActionResult release_mouse(PageSession& page, MouseButton button, Deadline deadline) {
  MouseState& mouse = MouseState::of(page);
  const auto held = std::ranges::find(mouse.pressed, button);
  if (held == mouse.pressed.end()) {
    throw Error(ErrorKind::Usage, fmt::format("the {} button is not pressed", word_of(button)));
  }
  return run_page_action(page, "release the mouse", deadline, [&] {
    const cdp::Connection::EngineLock lock(page.connection());
    mouse.pressed.erase(held);
    await_events(page, {post_button(page, mouse, "mouseReleased", button)}, deadline);
    return Change{};
  });
}

void require_free_mouse(PageSession& page) {
  if (MouseState::of(page).pressed.empty()) return;
  throw Error(
      ErrorKind::Usage,
      "while a button is pressed, the mouse can move only to a point; use `drag` to go from element to element");
}

void note_mouse_at(PageSession& page, Point at) {
  MouseState::of(page).at = at;
}

}  // namespace casement
