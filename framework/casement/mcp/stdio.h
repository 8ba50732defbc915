// A server over a pair of file descriptors, one message per line (the stdio transport). Reads until the input ends,
// answers slow requests on a separate thread in their order, and never waits for a client that does not read.
#pragma once

#include "casement/base/deadline.h"
#include "casement/mcp/server.h"

namespace casement::mcp {

struct StdioOptions {
  int in = 0;
  int out = 1;
  int stop = -1;  // a descriptor that becomes readable to end the server; -1 for none
  std::size_t most_unread = std::size_t{64}
                            << 20;   // bytes of answers that a client may leave unread before it is dropped
  std::size_t most_waiting = 1000;   // requests in the queue
  Milliseconds last_answers{5'000};  // for requests in progress when the input ends
};

enum class StdioEnd { InputEnded, Stopped, ClientGone, ClientNeverReads };

// Serves one client, whose session has the key "stdio", until the input ends, the client is gone or never reads, or a
// stop. Requests in progress when the input ends may still be answered. A stop cancels them, and the function returns
// when the running handler has returned.
StdioEnd serve_stdio(Server& server, const StdioOptions& options = {});

}  // namespace casement::mcp
