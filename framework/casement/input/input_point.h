// Points that pointer input is sent to.
#pragma once

#include "casement/base/point.h"
#include "casement/cdp/message.h"

namespace casement {

// A session, and a point in the viewport of the session's outermost document. Chrome looks up a point of the page in
// what its compositor drew last, which lags behind the documents. In a frame's own session, Chrome looks only inside
// that frame.
struct InputPoint {
  cdp::SessionId session;
  Point point;
};

}  // namespace casement
