// Where the snapshot of an application and Chrome's accessibility tree may differ, and which clause says so.
#pragma once

#include "specs/support/chrome_differences.h"

namespace casement::specs {

inline constexpr AcceptedDifference accepted_on_applications[] = {
    {"*", "*", "row \"*\"", "row \"*\"",
     "ARIA 1.2 row: name from contents, cells apart; Chrome names few rows, and joins cells"},
    {"*", "<tbody*", "rowgroup \"\"", "ignored", "HTML-AAM 1.0 tbody: rowgroup"},
    {"tabulator", "<div class=\"tabulator-col *", "columnheader \"Name\"", "columnheader \"Name Find a part\"",
     "accname 1.2 step 2C: a text box in the content says its value, here nothing, and not its placeholder"},
    {"*", "*", "absent: img \"\"", "img \"\"", "docs/snapshot.md: a nameless image is dropped"},
};

}  // namespace casement::specs
