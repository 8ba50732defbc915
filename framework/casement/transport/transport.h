// A message channel to a browser: send one message, receive one message. The rest of the library does not depend on the
// kind of channel. Only one thread at a time may call the other functions (the engine lock ensures this); any thread
// may call `wake`.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/deadline.h"

namespace casement {

class Transport {
 public:
  enum class Received {
    Message,  // `out` contains one whole message
    Nothing,  // the deadline passed
    Woken,    // `wake` was called
    Closed,   // the other side is gone; later calls return Closed too
  };

  virtual ~Transport() = default;

  // Sends one whole message. Throws Error{ConnectionLost} if the other side is gone. Throws Error{Timeout} if the other
  // side reads too slowly: 10 s for the message (pipe) or 10 s without progress (websocket). The message may then have
  // been sent in part, so the channel cannot be used any more.
  virtual void send(std::string_view message) = 0;
  // Waits until a message arrives, the deadline passes, or `wake` is called. Returns messages that arrived before the
  // other side closed, and only then Closed. After a failed `send`, messages that were not read yet may be lost.
  virtual Received receive(std::string& out, Deadline deadline) = 0;
  // Whether the next `receive` returns at once, as far as known. Only the receiving thread may call this function.
  virtual bool has_more() const { return false; }
  // Ends the `receive` in progress, or else the next `receive` that would wait.
  virtual void wake() = 0;
  // Why the channel closed, as text for people; "" while the channel is open.
  virtual std::string close_reason() const = 0;
};

}  // namespace casement
