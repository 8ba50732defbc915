// The one loop that retries: finds the element, tries, and where that cannot be done yet waits for
// a change and tries again until the deadline. Elements that went away are found again when a target
// named them, never when a ref did.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "casement/act/last_action.h"
#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"

namespace casement {

using Act = std::function<ActionOutcome(const ElementHandle&)>;

// Tries `act` on the one element that the target names, and waits for the navigation that it
// started, if any. `last_resort`, where given, is tried once when a fifth of the time is left and
// `act` has not done it. `first_call` is what `act` would ask first; see `find_elements`.
// Throws Error: Ambiguous at once; Detached where a ref's element has left its document; NotFound or
// NotActionable, saying what was last seen, at the deadline; what locate_ref throws for a ref.
// The result, of a failure too, is also the page's `last_action`.
ActionResult retry_action(PageSession& page, const Target& target, std::string_view verb, Deadline deadline,
                          const Act& act, const Act& last_resort = nullptr,
                          const std::optional<FirstCall>& first_call = std::nullopt);

// The same for something that only reads: it waits for no navigation and is no action.
void retry_read(PageSession& page, const Target& target, std::string_view verb, Deadline deadline, const Act& look);

// The same for an action without a target: `act` does it. Throws what it throws.
ActionResult run_page_action(PageSession& page, std::string_view verb, Deadline deadline,
                             const std::function<Change()>& act);

}  // namespace casement
