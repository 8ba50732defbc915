// The retry loop of all actions: finds the element, tries the action and, if the element cannot take it yet, waits for
// a change of the page and tries again until the deadline. If the element goes away, the loop finds a target again, but
// never a ref.
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

// Tries `act` on the one element that the target names, and waits for the navigation that it started, if any. If `act`
// has not succeeded after four fifths of the time, runs `last_resort` once with the last element found, if given.
// `first_call` is the first bridge call that `act` would make; see `find_elements`. Throws Error: Ambiguous as soon as
// several elements match and no overlay can be closed; Detached if a ref's element has left its document; NotActionable
// at once if no further try can help, otherwise at the deadline; NotFound at the deadline; Timeout if the page answered
// no try; the errors of locate_ref for a ref. The result is also the page's `last_action`, even after a failure.
ActionResult retry_action(PageSession& page, const Target& target, std::string_view verb, Deadline deadline,
                          const Act& act, const Act& last_resort = nullptr,
                          const std::optional<FirstCall>& first_call = std::nullopt);

// Retries a function that only reads. Does not wait for navigations, and does not change `last_action`.
void retry_read(PageSession& page, const Target& target, std::string_view verb, Deadline deadline, const Act& look);

// Closes known overlays, then runs `act` once, as an action without a target. Throws the errors of `act` and of the
// handlers of overlays, and the page's `end_error` if the page is closed. `point`: where it sends the pointer, if it
// does.
ActionResult run_page_action(PageSession& page, std::string_view verb, Deadline deadline,
                             const std::function<Change()>& act, const std::optional<Point>& point = std::nullopt);

}  // namespace casement
