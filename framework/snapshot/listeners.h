// Learns on which elements of a document scripts listen for the pointer, which only the browser can
// tell, and tells the bridge, whose next reading gives those elements a ref.
#pragma once

#include "casement/page/page_target.h"

namespace casement {

// True when the document would now be read differently. False too when it went away, or the
// deadline came first: then the reading stands as it was. The caller is inside the connection.
bool learn_listeners(PageTarget& page, const FrameId& frame, Deadline deadline);

}  // namespace casement
