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

}  // namespace casement
