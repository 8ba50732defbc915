// Attaches to a browser through a transport other than a pipe or a websocket.
#pragma once

#include <memory>

#include "casement/browser/host/browser_session.h"
#include "casement/transport/transport.h"

namespace casement {

// Same as `Browser::attach`, for a Chrome at the other end of `transport`. Throws Error{Timeout}.
std::unique_ptr<BrowserSession> attach_transport(std::unique_ptr<Transport> transport, Deadline deadline);

}  // namespace casement
