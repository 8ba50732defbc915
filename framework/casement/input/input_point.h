// The points that pointer input is sent to.
#pragma once

#include "casement/base/point.h"
#include "casement/cdp/message.h"

namespace casement {

// Where input is sent: a session, and a point in the viewport of the document that it begins with.
// Chrome looks for what is at a point of the page in what its compositor has drawn last, which is
// behind what the documents know; from a frame's own session it looks inside of that frame alone.
struct InputPoint {
  cdp::SessionId session;
  Point point;
};

}  // namespace casement
