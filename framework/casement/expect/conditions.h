// Waits for a condition: checks it, and checks again whenever the page reports a change, until it holds or the deadline
// passes.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/find/find_elements.h"

namespace casement {

// The time limit of a wait, counted from when this object was made.
struct WaitBudget {
  explicit WaitBudget(Milliseconds given) : timeout(given), deadline(Deadline::in(given)) {}
  Milliseconds timeout;
  Deadline deadline;
};

// The result of one look at a condition.
struct Observation {
  bool holds = false;
  std::string seen;  // what was there instead, one line
};

// The words of a failure, and what can make the condition come true.
struct Expectation {
  std::string what;                // "heading \"Thank you\" to be shown"
  const Target* target = nullptr;  // a failure shows its surroundings, if set
  // The question whose answer decides; null if anything on the page may decide. See DomChangeWatcher.
  Json question;
  bool events_only = false;        // only events can report it, no document
  std::function<bool()> happened;  // an event that calls for another look
  Milliseconds patience{0};        // look again after this time without a change; 0: only after a change
  bool wants_none = false;         // no match is expected, so an overlay of this target is closed (act/overlays.h)
};

// Waits until `look` holds. Throws Error{Assertion} with what was expected, for how long, and what was last seen. Its
// trail contains earlier observations with their times, the nearest elements, the part of the page that matters and the
// frames that could not be read. An error of `look` that means "the document went away" counts as one more look. Other
// errors of `look` are thrown unchanged, except a Timeout at its deadline. Throws Error: SessionClosed if the page is
// closed, TargetCrashed if its main frame crashed. The first look may take 2 s even if the deadline is sooner, so that
// `within(1ms)` checks the current state. A last look may follow the deadline (expect/last_look.h).
void await_condition(PageSession& page, const Expectation& expected, const WaitBudget& within,
                     const std::function<Observation(Deadline by)>& look);

}  // namespace casement
