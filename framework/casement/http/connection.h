// A client's connection as a state machine: takes bytes in, gives bytes out, and returns what the loop has to do next.
// Uses no socket. Used on the loop's thread.
//
// A connection answers requests until a response is a stream, to which the connection belongs from then on. CONNECT for
// port 80 is agreed to, because browsers open WebSockets through a proxy so: the requests in such a tunnel are answered
// as all others are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "casement/http/reader.h"
#include "casement/http/served_answer.h"

namespace casement::http {

class HttpConnection {
 public:
  enum class Next {
    Read,       // nothing to do until bytes arrive
    Write,      // call `take_output` when the socket can be written
    WaitDelay,  // call `delay_over` after `delay()`
    Stream,     // do what `wish` says
    HalfClose,  // shut down sending, and discard the bytes that still arrive
    Close,
  };

  using Handler = std::function<ServedAnswer(const HttpRequest&)>;
  // `handler` and `admission` must outlive the connection. If a client that is not admitted sends bytes that are not a
  // request, the connection closes without a response, so that the client learns nothing.
  explicit HttpConnection(const Handler& handler, const Admission* admission = nullptr)
      : handler_(handler), reader_(kMaxBody, admission) {}

  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  Next on_bytes(std::string_view bytes);
  Next delay_over();
  // The stream may have new output.
  Next wake();
  // Appends at most `limit` bytes to `output` and returns the next step.
  Next take_output(std::string& output, std::size_t limit);
  std::chrono::milliseconds delay() const { return answer_.delay; }
  const HttpStream::Wish& wish() const { return wish_; }

 private:
  enum class State { Reading, Delayed, Sending, Held, Streaming, Ending, Finished };

  Next start_next_request();
  Next start_answer();
  Next start_tunnel(const ServedRequest& request);
  Next start_stream();
  Next advance_stream();

  const Handler& handler_;
  HttpReader reader_;
  State state_ = State::Reading;
  ServedAnswer answer_;
  Connection after_ = Connection::KeepAlive;
  bool head_request_ = false;
  bool problem_ = false;    // the client may still be sending the refused request
  std::string head_;        // not yet taken
  std::uint64_t sent_ = 0;  // bytes of the body
  std::uint64_t length_ = 0;
  std::shared_ptr<HttpStream> stream_;
  HttpStream::Wish wish_;
};

}  // namespace casement::http
