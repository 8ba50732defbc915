// Chrome is the judge of roles and names: what the snapshot of a page says of its elements, beside what Chrome's own
// accessibility tree says of the same.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"

namespace casement::specs {

struct AcceptedDifference {
  std::string_view page;    // "*": any
  std::string_view markup;  // the start tag and the beginning of the text
  std::string_view ours;    // role "name"; "absent: …" for what is not in the snapshot
  std::string_view chrome;  // role "name", or "ignored"
  std::string_view clause;
  // Chrome itself answers now this, now as we do; such a row may go unmet.
  bool chrome_wavers = false;
};

// On any page.
inline constexpr AcceptedDifference kAcceptedAnywhere[] = {
    {"*", "*", "row \"*\"", "row \"*\"",
     "ARIA 1.2 row: name from contents, cells apart; Chrome names few rows, and joins cells"},
    {"*", "<tbody*", "rowgroup \"\"", "ignored", "HTML-AAM 1.0 tbody: rowgroup"},
    {"*", "*", "absent: img \"\"", "img \"\"", "docs/snapshot.md: a nameless image is dropped"},
};

struct Difference {
  std::string markup, ours, chrome;
  const AcceptedDifference* accepted = nullptr;  // the first row that covers it; null for none
};

struct Comparison {
  int compared = 0;  // elements that both show
  std::vector<Difference> differences;
};

// `*` stands for any text.
bool matches_glob(std::string_view text, std::string_view glob);

// Of the page that is open, which rows call `name`. The main frame's elements alone. `accepted` counts beside the rows
// of any page, which come first.
Comparison compare_with_chrome(Page& page, std::string_view name, std::span<const AcceptedDifference> accepted);

// Chrome's tree settles by and by (aria-owns above all): what differs without a row is asked again, for some seconds.
Comparison settled_comparison(Page& page, std::string_view name, std::span<const AcceptedDifference> accepted);

}  // namespace casement::specs
