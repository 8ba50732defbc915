// Waiting for what should be true: a condition is looked at, and again whenever the page reports a change, until it
// holds or the deadline passes.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/find/find_elements.h"

namespace casement {

// How long is waited: from when this was made.
struct WaitBudget {
  explicit WaitBudget(Milliseconds given) : timeout(given), deadline(Deadline::in(given)) {}
  Milliseconds timeout;
  Deadline deadline;
};

// One look at a condition.
struct Observation {
  bool holds = false;
  std::string seen;  // what was there instead, one line
};

// What the message of a failure says, and what can make the condition come true.
struct Expectation {
  std::string what;                // "heading \"Thank you\" to be shown"
  const Target* target = nullptr;  // whose surroundings are to be shown, if any
  // The question whose answer decides; null where anything on the page may. See DomChangeWatcher.
  Json question;
  bool events_only = false;        // no document can report it, only events
  std::function<bool()> happened;  // an event that calls for another look
  Milliseconds patience{0};        // look again after so long without a change; 0: only after one
  bool wants_none = false;         // of the target; so an overlay that it names is closed (act/overlays.h)
};

// Waits until `look` holds. Throws Error{Assertion}: what was expected, for how long, what was last
// seen; its trail tells what was seen before that and since when, the nearest elements, the part of
// the page that matters and the frames that could not be read. Other errors of `look` that mean
// "the document went away" count as one more look. The first look may take 2 s even where the
// deadline is sooner, so that `within(1ms)` asks how things are now.
void await_condition(PageSession& page, const Expectation& expected, const WaitBudget& within,
                     const std::function<Observation(Deadline by)>& look);

}  // namespace casement
