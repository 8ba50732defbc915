// The last look at a condition whose deadline has come: every frame is asked anew, whatever changes were reported or
// not. So a wake-up that got lost cannot fail a test, nor stay unseen.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "casement/base/machine_load.h"
#include "casement/expect/conditions.h"
#include "casement/find/dom_change_watcher.h"

namespace casement {

// With CASEMENT_MISSED_CHANGES=fail in the environment a missed change is an Error{Internal}.
inline constexpr const char* kMissedChangesVariable = "CASEMENT_MISSED_CHANGES";

struct LastLook {
  bool holds = false;
  std::string seen;     // "" where the page did not answer
  std::string silence;  // why it did not
};

// May take 2 s, more on a busy machine, and 1 s more where the condition holds and `watch` has waited for a change up
// to the deadline (null where none has). Where it reports none now either, that is a missed change, and is noted on the
// page.
LastLook look_once_more(PageSession& page, const Expectation& expected, DomChangeWatcher* watch,
                        const std::function<Observation(Deadline by)>& look);

// What the machine did meanwhile, as a line for people; none where it had time.
std::vector<std::string> tell_load(const MachineLoad& load, Deadline::Clock::duration last_look);

}  // namespace casement
