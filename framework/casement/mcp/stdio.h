// A server over a pair of file descriptors, one message a line (the stdio transport): reads until the input ends,
// answers what takes long on a thread of its own, in the order in which it was asked, and never waits for a client that
// does not read.
#pragma once

#include "casement/base/deadline.h"
#include "casement/mcp/server.h"

namespace casement::mcp {

struct StdioOptions {
  int in = 0;
  int out = 1;
  int stop = -1;  // where this becomes readable, it ends; -1 for never
  std::size_t most_unread = std::size_t{64}
                            << 20;   // bytes of answers that a client may leave unread, then it is dropped
  std::size_t most_waiting = 1000;   // requests that may wait for their turn
  Milliseconds last_answers{5'000};  // for what is in progress when the input ends
};

enum class StdioEnd { InputEnded, Stopped, ClientGone, ClientNeverReads };

// Serves one client, whose session has the key "stdio", until there is nothing more to do. What is in progress when the
// input ends may still be answered; a stop ends it at once.
StdioEnd serve_stdio(Server& server, const StdioOptions& options = {});

}  // namespace casement::mcp
