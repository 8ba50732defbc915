// A connection after the head of its response: a WebSocket, or a response that goes on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/deadline.h"

namespace casement::http {

// Called on the loop's thread. The functions must not block.
class HttpStream {
 public:
  using Time = Deadline::Clock::time_point;
  virtual ~HttpStream() = default;

  // The head of the response was sent.
  virtual void begin(Time now) = 0;
  // The client sent these bytes.
  virtual void receive(std::string_view bytes, Time now) = 0;
  // Appends at most `limit` bytes to send.
  virtual void take_output(std::string& output, std::size_t limit) = 0;
  // The connection has ended. Called once, and last.
  virtual void end() = 0;

  struct Wish {
    enum class Close {
      No,
      AfterOutput,  // when all bytes are sent
      Now,
    };
    Close close = Close::No;
    // With AfterOutput: the client may still be sending. Its bytes are discarded for a while, because a connection that
    // is closed at once could lose the last output.
    bool is_client_sending = false;
    bool has_output = false;      // calls `take_output` when the socket takes bytes
    std::optional<Time> wake_at;  // calls `advance` at this time
  };
  // Does everything that is due, and returns what the stream needs next.
  virtual Wish advance(Time now) = 0;
};

}  // namespace casement::http
