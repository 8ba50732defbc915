// The two verbs of a message channel to a browser: send one message, receive one message. The rest
// of the library never learns which kind of channel it is. `send` and `receive` are called by one
// thread at a time (the engine lock sees to it); `wake` may be called by any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/deadline.h"

namespace casement {

class Transport {
 public:
  enum class Received {
    Message,  // `out` holds one whole message
    Nothing,  // the deadline passed
    Woken,    // `wake` was called
    Closed,   // the other side is gone; every later call says so too
  };

  virtual ~Transport() = default;

  // Queues and writes one whole message. Throws Error{ConnectionLost} if the other side is gone, and
  // Error{Timeout} if it takes nothing for 10 s.
  virtual void send(std::string_view message) = 0;
  // Waits until a message is there, the deadline passes, or `wake` is called. Messages that arrived
  // before the other side closed are handed out before Closed is.
  virtual Received receive(std::string& out, Deadline deadline) = 0;
  // The next `receive` need not wait, as far as that is known. By the thread that receives.
  virtual bool has_more() const { return false; }
  // Ends a `receive` in progress, or else the next one that would wait.
  virtual void wake() = 0;
  // Why the channel closed, for people; "" while it is open.
  virtual std::string close_reason() const = 0;
};

}  // namespace casement
