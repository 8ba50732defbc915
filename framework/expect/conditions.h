// Waiting for what should be true: a condition is looked at, and looked at again at every news from
// the page, until it holds or the deadline passes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/act/locate.h"

namespace casement {

// One look at a condition.
struct Observation {
  bool holds = false;
  std::string seen;                    // what was there instead, one line
};

// What the user is told when it never came true.
struct Expected {
  std::string what;                    // "heading \"Thank you\" to be shown"
  std::string type;                    // "expect.shows", for reports
  const Target* target = nullptr;      // whose absence is to be explained, if any
};

// Waits until `look` holds. Throws Error{Assertion}: what was expected, for how long, what was last
// seen, frames that could not be read and the nearest elements as its trail. Other errors of `look`
// that mean "the document went away" count as one more look.
void await_condition(PageTarget& page, const Expected& expected, Deadline deadline,
                     const std::function<Observation()>& look);

// The looks. `negated` asks for the opposite.
Observation look_shown(PageTarget& page, const Target& target, bool negated, Deadline deadline);
Observation look_count(PageTarget& page, const Target& target, int count, bool negated,
                       Deadline deadline);
// Throws Error{Usage} for an unknown state, with the nearest known one.
Observation look_state(PageTarget& page, const Target& target, std::string_view state, bool negated,
                       Deadline deadline);
Observation look_text(PageTarget& page, const Target& target, const TextPattern& text, bool negated,
                      Deadline deadline);
Observation look_value(PageTarget& page, const Target& target, const TextPattern& value,
                       bool negated, Deadline deadline);
Observation look_url(PageTarget& page, std::string_view glob, bool negated);
Observation look_title(PageTarget& page, const TextPattern& title, bool negated, Deadline deadline);

// All of `known_states`, sorted: what look_state takes.
const std::vector<std::string>& known_states();

}  // namespace casement
