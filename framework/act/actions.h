// The actions, one function each: a target, what to do, a deadline. Each waits until the target
// matches exactly one element that can take it. Throws what `perform` throws.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/act/pointer.h"

namespace casement {

struct Typing {
  bool clear_first = false;
  bool press_enter = false;
  Milliseconds per_character{0};
};

void click(PageTarget& page, const Target& target, const MouseClick& click, Deadline deadline);
void hover(PageTarget& page, const Target& target, Deadline deadline);
void fill(PageTarget& page, const Target& target, std::string_view value, Deadline deadline);
void type(PageTarget& page, const Target& target, std::string_view text, const Typing& typing,
          Deadline deadline);
// Into the element, or where the page's focus is.
void press(PageTarget& page, const Target& target, std::string_view chord, Deadline deadline);
void press(PageTarget& page, std::string_view chord, Deadline deadline);
void select(PageTarget& page, const Target& target, const std::vector<std::string>& values,
            Deadline deadline);
enum class Checked { Yes, No };
void set_checked(PageTarget& page, const Target& target, Checked wanted, Deadline deadline);

void focus(PageTarget& page, const Target& target, Deadline deadline);
void blur(PageTarget& page, const Target& target, Deadline deadline);
// Into the middle of the viewport, through every frame around it.
void scroll_to(PageTarget& page, const Target& target, Deadline deadline);
// Gives a file input these files. Throws Error{Usage} for one that cannot be read, before anything
// is sent to the page.
void upload(PageTarget& page, const Target& target, const std::vector<std::string>& files,
            Deadline deadline);
// Presses and releases at a point of the viewport, in CSS pixels, whatever is there.
void click_at(PageTarget& page, Point point, const MouseClick& click, Deadline deadline);

}  // namespace casement
