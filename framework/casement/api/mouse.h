// The mouse of a page by itself, for what is drawn freehand, chosen with a lasso, or held. A click is `Page::click`, a
// drag `Page::drag`: they wait for their element.
#pragma once

#include <memory>
#include <source_location>
#include <string>

#include "casement/api/page.h"

namespace casement {

struct MouseMoveOptions {   // of move
  int moves = 1;            // so many on the way, 1 to 1,000
  Milliseconds timeout{0};  // 0: the page's default
};

// It begins in the top left corner, with no button pressed. A button that is still pressed at the end stays so until
// the page is closed. Calls throw Error{Usage} for what cannot be, and what any call of the page throws.
class Mouse {
 public:
  explicit Mouse(Page page);  // its mouse, as nobody has moved it yet
  ~Mouse();
  Mouse(Mouse&&) noexcept;
  Mouse& operator=(Mouse&&) noexcept;

  // To a point of the page's viewport, in CSS pixels; with a button pressed it may leave the viewport.
  ActionResult move(double x, double y, const MouseMoveOptions& options = {}, Where where = Here::current());
  // Onto an element, as `Page::hover` does.
  ActionResult move(const Target& target, const HoverOptions& options = {}, Where where = Here::current());
  // "left", "right", "middle", "back", "forward".
  ActionResult down(const std::string& button = "left", const ActionOptions& options = {},
                    Where where = Here::current());
  ActionResult up(const std::string& button = "left", const ActionOptions& options = {}, Where where = Here::current());

 private:
  using Here = std::source_location;
  struct State;
  Page page_;
  std::unique_ptr<State> state_;
};

}  // namespace casement
