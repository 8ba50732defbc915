// Conditions on a page as a whole.
#pragma once

#include <string_view>

#include "casement/expect/element_conditions.h"
#include "casement/snapshot/expected_changes.h"

namespace casement {

// `*` in the glob matches any run of characters.
void await_url(PageSession& page, std::string_view glob, Negated negated, const WaitBudget& within);
void await_title(PageSession& page, const TextPattern& title, Negated negated, const WaitBudget& within);
// Waits until the page's snapshot contains the template; see casement/snapshot/match.h.
void await_snapshot(PageSession& page, std::string_view snapshot_template, Negated negated, const WaitBudget& within);
// Waits until the page's text is again, or still, as it was in `before`.
void await_unchanged(PageSession& page, const Snapshot& before, Negated negated, const WaitBudget& within);
// Waits until the changes since `before` are as expected. Throws Error{Usage} for a target that snapshots cannot
// answer.
void await_changed(PageSession& page, const Snapshot& before, const ExpectedChanges& expected, Negated negated,
                   const WaitBudget& within);
// Calls `holds` until it returns true: again after each change of the page, and every 100 ms, because it may look at
// anything. `what` names the condition in the message: "the order to be in the queue". An exception of `holds` ends the
// wait, unless it means that a document has just gone.
void await_function(PageSession& page, std::string_view what, const std::function<bool()>& holds, Negated negated,
                    const WaitBudget& within);

}  // namespace casement
