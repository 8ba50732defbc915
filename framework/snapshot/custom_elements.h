// Learns of documents' custom elements what no script can read: closed shadow roots, and what an
// element says through its ElementInternals. Asks the browser about the elements that the bridge's
// walk has named, and tells the bridge, which remembers it for the document's life.
#pragma once

#include <vector>

#include "casement/page/page_target.h"

namespace casement {

// Asks all documents side by side. True when one would now be read differently. False too when it
// went away, or the deadline came first: then the reading stands as it was. The caller is inside the
// connection.
bool learn_custom_elements(PageTarget& page, const std::vector<FrameId>& frames, Deadline deadline);

}  // namespace casement
