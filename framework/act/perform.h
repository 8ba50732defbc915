// The one loop that retries: finds the element, tries, and where that cannot be done yet waits for
// news and tries again until the deadline. Elements that went away are found again when a target
// named them, never when a ref did.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "casement/act/locate.h"
#include "casement/page/action_result.h"

namespace casement {

// What the element's document says that an action changed.
struct Change {
  long long mutations = 0;
  bool scrolled = false;
  bool leaves = false;  // its frame is about to begin a navigation
  bool value_changed = false;
  std::optional<std::string> value;

  // From what the bridge's endOutcome tells; nothing for null.
  static Change from(const Json& told);
};

// What came of one try; an expected outcome, so not an exception.
struct Attempt {
  bool done = true;
  bool final = false;       // not done, and trying again cannot help
  bool gone = false;        // not done, since the element has left its document
  std::string obstacle;     // "is disabled", "is covered by <div class=\"veil\">"
  std::vector<std::string> details;
  Change change;

  static Attempt succeeded(Change change = {}) {
    Attempt attempt;
    attempt.change = std::move(change);
    return attempt;
  }
  static Attempt not_yet(std::string obstacle) { return {false, false, false, std::move(obstacle), {}, {}}; }
  static Attempt never(std::string obstacle, std::vector<std::string> details = {}) {
    return {false, true, false, std::move(obstacle), std::move(details), {}};
  }
  // From a bridge function's {state: 'done', change} | {state: 'gone'} | {state: 'obstacle', why, final}.
  static Attempt from(const Json& answer);
  static Attempt element_gone() { return {false, false, true, "has left its document", {}, {}}; }
};

using Act = std::function<Attempt(const Located&)>;

// Tries `act` on the one element that the target names, and waits for the navigation that it
// started, if any. `last_resort`, where given, is tried once when a fifth of the time is left and
// `act` has not done it. `opening` is what `act` would ask first; see `search`.
// Throws Error: Ambiguous at once; Detached where a ref's element has left its document; NotFound or
// NotActionable, saying what was last seen, at the deadline; what locate_ref throws for a ref.
// The result, of a failure too, is also the page's `last_action`.
ActionResult perform(PageTarget& page, const Target& target, std::string_view verb,
                     Deadline deadline, const Act& act, const Act& last_resort = nullptr,
                     const std::optional<BridgeCall>& opening = std::nullopt);

// The same for something that only reads: it waits for no navigation and is no action.
void look_at(PageTarget& page, const Target& target, std::string_view verb, Deadline deadline,
             const Act& look);

// The same for an action without a target: `act` does it. Throws what it throws.
ActionResult perform_on_page(PageTarget& page, std::string_view verb, Deadline deadline,
                             const std::function<Change()>& act);

}  // namespace casement
