#include "casement/api/mouse.h"

#include <fmt/format.h>

#include "casement/act/free_mouse.h"
#include "casement/api/observed.h"

namespace casement {

struct Mouse::State : MouseState {};

Mouse::Mouse(Page page) : page_(page), state_(std::make_unique<State>()) {}
Mouse::~Mouse() = default;
Mouse::Mouse(Mouse&&) noexcept = default;
Mouse& Mouse::operator=(Mouse&&) noexcept = default;

ActionResult Mouse::move(double x, double y, const MouseMoveOptions& options, Where where) {
  return observed(page_.handle(), where, {"mouse_move", "", fmt::format("{}, {}", x, y)}, [&] {
    return move_mouse(page_.target(), *state_, {x, y}, options.moves, page_.target().deadline(options.timeout));
  });
}

ActionResult Mouse::move(const Target& target, const HoverOptions& options, Where where) {
  if (!state_->pressed.empty()) {
    throw Error(ErrorKind::Usage,
                "with a button pressed the mouse is moved to a point; `drag` goes from element to element");
  }
  ActionResult moved = page_.hover(target, options, where);
  const BoundingBox box = page_.bounding_box(target, {options.timeout}, where);
  const Point at = options.position.value_or(Point{box.width / 2, box.height / 2});
  state_->at = {box.x + at.x, box.y + at.y};
  return moved;
}

ActionResult Mouse::down(const std::string& button, const ActionOptions& options, Where where) {
  return observed(page_.handle(), where, {"mouse_down", "", button}, [&] {
    return press_mouse(page_.target(), *state_, button, page_.target().deadline(options.timeout));
  });
}

ActionResult Mouse::up(const std::string& button, const ActionOptions& options, Where where) {
  return observed(page_.handle(), where, {"mouse_up", "", button}, [&] {
    return release_mouse(page_.target(), *state_, button, page_.target().deadline(options.timeout));
  });
}

}  // namespace casement
