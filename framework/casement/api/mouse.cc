#include "casement/api/mouse.h"

#include <fmt/format.h>

#include "casement/act/actions.h"
#include "casement/act/free_mouse.h"
#include "casement/act/scroll.h"
#include "casement/api/engine.h"
#include "casement/api/observed.h"

namespace casement {

ActionResult Mouse::move(double x, double y, const MouseMoveOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"mouse_move", "", fmt::format("{}, {}", x, y)}, [&](PageSession& page) {
    return move_mouse(page, {x, y}, options.moves, page.deadline(options.timeout));
  });
}

ActionResult Mouse::move(const Target& target, const HoverOptions& options, Where where) const {
  require_free_mouse(engine_of(page_));
  ActionResult moved = page_.hover(target, options, where);
  const BoundingBox box = page_.bounding_box(target, {options.timeout}, where);
  const Point at = options.position.value_or(Point{box.width / 2, box.height / 2});
  note_mouse_at(engine_of(page_), {box.x + at.x, box.y + at.y});
  return moved;
}

ActionResult Mouse::down(MouseButton button, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"mouse_down", "", word_of(button)},
                  [&](PageSession& page) { return press_mouse(page, button, page.deadline(options.timeout)); });
}

ActionResult Mouse::up(MouseButton button, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"mouse_up", "", word_of(button)},
                  [&](PageSession& page) { return release_mouse(page, button, page.deadline(options.timeout)); });
}

ActionResult Mouse::click(double x, double y, const ClickOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"click_at", "", fmt::format("{}, {}", x, y)},
                  [&](PageSession& page) { return click_at(page, {x, y}, options, page.deadline(options.timeout)); });
}

ActionResult Mouse::wheel(Point by, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"wheel", "", fmt::format("by {}, {}", by.x, by.y)},
                  [&](PageSession& page) { return turn_wheel(page, by, page.deadline(options.timeout)); });
}

}  // namespace casement
