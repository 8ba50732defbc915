// Learns on which elements of a document scripts listen for the pointer, which only the browser can
// tell, and passes it to the bridge, whose next reading gives those elements a ref.
#pragma once

#include "casement/browser/page/page_session.h"

namespace casement {

// True when the document would now be read differently. False too when it went away, or the
// deadline came first: then the reading stands as it was. The caller holds the engine lock.
bool query_listeners(PageSession& page, const FrameId& frame, Deadline deadline);

}  // namespace casement
