// What came of one try of an action.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/json.h"

namespace casement {

// What the element's document says that an action changed.
struct Change {
  long long mutations = 0;
  bool scrolled = false;
  bool leaves = false;  // its frame is about to begin a navigation
  bool value_changed = false;
  std::optional<std::string> value;

  // From the answer of the bridge's endOutcome; no change for null.
  static Change from(const Json& outcome);
};

// What came of one try; an expected outcome, so not an exception.
struct ActionOutcome {
  bool done = true;
  bool final = false;    // not done, and trying again cannot help
  bool gone = false;     // not done, since the element has left its document
  std::string obstacle;  // "is disabled", "is covered by <div class=\"veil\">"
  std::vector<std::string> details;
  Change change;
  bool was_pressed = false;  // not done, and the page has had a press all the same
  std::string warning = {};  // of what was done: what a person would want to know of it, a sentence

  static ActionOutcome succeeded(Change change = {}) {
    ActionOutcome attempt;
    attempt.change = std::move(change);
    return attempt;
  }
  static ActionOutcome retry(std::string obstacle) { return {false, false, false, std::move(obstacle), {}, {}}; }
  static ActionOutcome failed(std::string obstacle, std::vector<std::string> details = {}) {
    return {false, true, false, std::move(obstacle), std::move(details), {}};
  }
  // From a bridge function's {state: 'done', change} | {state: 'gone'} | {state: 'obstacle', why, final}.
  static ActionOutcome from(const Json& answer);
  static ActionOutcome element_gone() { return {false, false, true, "has left its document", {}, {}}; }
};

}  // namespace casement
