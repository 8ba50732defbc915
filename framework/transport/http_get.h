// One small HTTP GET, for asking a Chrome for its websocket. Any thread; blocks.
#pragma once

#include <string>

#include "casement/base/deadline.h"
#include "casement/transport/endpoint.h"

namespace casement {

struct HttpReply {
  int status = 0;
  std::string body;  // at most 1 MiB; what comes after is an error
};

// The reply to GET `endpoint`, whatever its status. Throws Error{Environment} where nothing, or no
// HTTP, answers before the deadline. Looking the host's name up takes as long as the system takes.
HttpReply http_get(const Endpoint& endpoint, Deadline deadline);

}  // namespace casement
