// Finds the elements of a document on which scripts listen for pointer events. Only the browser knows these listeners,
// so the elements are passed to the bridge, whose next reading gives them a ref.
#pragma once

#include "casement/browser/page/page_session.h"

namespace casement {

// Returns true if further elements have listeners, so that the document would be read differently now. Returns false
// otherwise, also if the document has gone or the deadline passed first. Throws Error{ConnectionLost}. The caller holds
// the engine lock.
bool query_listeners(PageSession& page, const FrameId& frame, Deadline deadline);

}  // namespace casement
