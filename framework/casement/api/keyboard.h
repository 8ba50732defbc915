// The keyboard of a page: `page.keyboard()`. Keys go to the element that has the focus. Page::press and Page::type wait
// for an element and focus it first.
#pragma once

#include <source_location>
#include <string_view>

#include "casement/api/page.h"

namespace casement {

class Keyboard {
 public:
  // The keyboard of `page`.
  explicit Keyboard(const Page& page) : page_(page) {}

  // Presses one key or chord: "Enter", "Control+A". Throws Error{Usage} for an unknown key.
  ActionResult press(std::string_view keys, const PressOptions& options = {}, Where where = Here::current()) const;
  // Types key by key. Only the options `press_enter`, `per_character` and `timeout` apply.
  ActionResult type(std::string_view text, const TypeOptions& options = {}, Where where = Here::current()) const;

 private:
  using Here = std::source_location;

  Page page_;
};

inline Keyboard Page::keyboard() const {
  return Keyboard(*this);
}

}  // namespace casement
