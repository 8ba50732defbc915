// The mouse of a page: `page.mouse()`, for free-hand drawing, lassos, and buttons that are held. Page::click and
// Page::drag wait for their elements.
#pragma once

#include <source_location>

#include "casement/api/page.h"

namespace casement {

struct MouseMoveOptions {   // of move
  int moves = 1;            // the number of events on the way, 1 to 1,000
  Milliseconds timeout{0};  // 0: the page's default
};

// Each page has one mouse. It begins in the top left corner, without a pressed button; a button stays pressed until
// `up` or until the page is closed. Calls throw Error{Usage} for invalid arguments, before anything is sent.
class Mouse {
 public:
  // The mouse of `page`.
  explicit Mouse(const Page& page) : page_(page) {}

  // Moves to a point of the page's viewport, in CSS pixels; with a pressed button also beyond the viewport.
  ActionResult move(double x, double y, const MouseMoveOptions& options = {}, Where where = Here::current()) const;
  // Moves onto an element, as Page::hover does. Throws Error{Usage} while a button is pressed.
  ActionResult move(const Target& target, const HoverOptions& options = {}, Where where = Here::current()) const;
  ActionResult down(MouseButton button = MouseButton::Left, const ActionOptions& options = {},
                    Where where = Here::current()) const;
  ActionResult up(MouseButton button = MouseButton::Left, const ActionOptions& options = {},
                  Where where = Here::current()) const;
  // Clicks at a point of the viewport, in CSS pixels, whatever element is there. Throws Error{Usage} for a point
  // outside of it.
  ActionResult click(double x, double y, const ClickOptions& options = {}, Where where = Here::current()) const;
  // Turns the wheel over the middle of the viewport, by so many CSS pixels to the right and down.
  ActionResult wheel(Point by, const ActionOptions& options = {}, Where where = Here::current()) const;

 private:
  using Here = std::source_location;

  Page page_;
};

inline Mouse Page::mouse() const {
  return Mouse(*this);
}

}  // namespace casement
