// The last look at a condition whose deadline has passed. Asks every frame again, whether or not it has reported a
// change. So a lost wake-up can neither fail a test nor go unnoticed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "casement/base/machine_load.h"
#include "casement/expect/conditions.h"
#include "casement/find/dom_change_watcher.h"

namespace casement {

// With CASEMENT_MISSED_CHANGES=fail in the environment, a missed change throws Error{Internal}.
inline constexpr const char* kMissedChangesVariable = "CASEMENT_MISSED_CHANGES";

struct LastLook {
  bool holds = false;
  std::string seen;     // "" if the page did not answer
  std::string silence;  // why the page did not answer
};

// Takes up to 2 s, more on a busy machine, and 1 s more if the condition holds and `watch` has waited for a change up
// to the deadline (null if there was no such wait). If no change is reported in that second either, the change was
// missed, and the page's notes record that.
LastLook look_once_more(PageSession& page, const Expectation& expected, DomChangeWatcher* watch,
                        const std::function<Observation(Deadline by)>& look);

// Returns a line for people about a busy machine and a slow last answer (over 500 ms) of Chrome; nothing if neither is
// so.
std::vector<std::string> tell_load(const MachineLoad& load, Deadline::Clock::duration last_look);

}  // namespace casement
