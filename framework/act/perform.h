// The one loop that retries: finds the element, tries, and where that cannot be done yet waits for
// news and tries again until the deadline. Elements that went away are found again when a target
// named them, never when a ref did.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "casement/act/locate.h"

namespace casement {

// What came of one try; an expected outcome, so not an exception.
struct Attempt {
  bool done = true;
  bool final = false;       // not done, and trying again cannot help
  std::string obstacle;     // "is disabled", "is covered by <div class=\"veil\">"
  std::vector<std::string> details;

  static Attempt succeeded() { return {}; }
  static Attempt not_yet(std::string obstacle) { return {false, false, std::move(obstacle), {}}; }
  static Attempt never(std::string obstacle, std::vector<std::string> details = {}) {
    return {false, true, std::move(obstacle), std::move(details)};
  }
};

// Tries `act` on the one element that the target names. Throws Error: Ambiguous at once; NotFound or
// NotActionable, saying what was last seen, at the deadline; what locate_ref throws for a ref.
void perform(PageTarget& page, const Target& target, std::string_view verb, Deadline deadline,
             const std::function<Attempt(const Located&)>& act);

}  // namespace casement
