// Where the snapshot of an application and Chrome's accessibility tree may differ, and which clause says so.
#pragma once

#include "specs/support/chrome_differences.h"

namespace casement::specs {

inline constexpr AcceptedDifference kAcceptedOnApplications[] = {
    {"tabulator", "<div class=\"tabulator-col *", "columnheader \"Name\"", "columnheader \"Name Find a part\"",
     "accname 1.2 step 2C: a text box in the content says its value, here nothing, and not its placeholder"},
    {"ui5", "<div*title=*", "generic \"*\"", "generic \"\"",
     "docs/snapshot.md: a tooltip is the name of an icon without text; Chrome calls it a description"},
};

}  // namespace casement::specs
