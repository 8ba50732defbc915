// Learns of a document's custom elements what no script can read: closed shadow roots, and what an
// element says through its ElementInternals. Asks the browser about the elements that the bridge's
// walk has named, and tells the bridge, which remembers it for the document's life.
#pragma once

#include "casement/page/page_target.h"

namespace casement {

// True when the document would now be read differently. False too when it went away, or the
// deadline came first: then the reading stands as it was. The caller is inside the connection.
bool learn_custom_elements(PageTarget& page, const FrameId& frame_id, Deadline deadline);

}  // namespace casement
