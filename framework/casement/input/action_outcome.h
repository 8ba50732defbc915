// The outcome of one try of an action.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/json.h"
#include "casement/base/point.h"

namespace casement {

// Changes that an action made, as the element's document reports them.
struct Change {
  long long mutations = 0;
  bool scrolled = false;
  bool leaves = false;  // the element's frame is about to navigate
  bool value_changed = false;
  std::optional<std::string> value;

  // Reads the answer of the bridge's endOutcome; null means no change.
  static Change from(const Json& outcome);
};

// The outcome of one try. A failed try is expected, so it is not an exception.
struct ActionOutcome {
  bool done = true;
  bool final = false;    // not done, and another try cannot help
  bool gone = false;     // not done, because the element has left its document
  std::string obstacle;  // "is disabled", "is covered by <div class=\"veil\">"
  std::vector<std::string> details;
  Change change;
  bool was_pressed = false;         // not done, although the page has received a press
  std::string warning = {};         // a sentence for people about a try that is done
  std::optional<Point> point = {};  // where the pointer was sent, in CSS pixels of the page's viewport

  ActionOutcome at(Point pointed) && {
    point = pointed;
    return std::move(*this);
  }

  static ActionOutcome succeeded(Change change = {}) {
    ActionOutcome attempt;
    attempt.change = std::move(change);
    return attempt;
  }
  static ActionOutcome retry(std::string obstacle) { return {false, false, false, std::move(obstacle), {}, {}}; }
  static ActionOutcome failed(std::string obstacle, std::vector<std::string> details = {}) {
    return {false, true, false, std::move(obstacle), std::move(details), {}};
  }
  // Reads a bridge function's {state: 'done', change} | {state: 'gone'} | {state: 'obstacle', why, final}.
  static ActionOutcome from(const Json& answer);
  static ActionOutcome element_gone() { return {false, false, true, "has left its document", {}, {}}; }
};

}  // namespace casement
