// One client's connection as a machine: bytes in, bytes out, and what the loop should do next.
// Knows no socket and no clock. Used on the loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "casement/http/reader.h"
#include "casement/http/served_answer.h"

namespace casement::http {

class HttpConnection {
 public:
  enum class Next {
    Read,       // nothing to do until bytes arrive
    Write,      // call `take_output` when the socket can be written
    WaitDelay,  // call `delay_over` after `delay`
    HalfClose,  // say that nothing more will be sent, and discard what still arrives
    Close,
  };

  using Handler = std::function<ServedAnswer(const HttpRequest&)>;
  // `handler` and `admission` must outlive the connection. Bytes of a stranger that are no request are answered by the
  // connection's end: they learn nothing.
  explicit HttpConnection(const Handler& handler, const Admission* admission = nullptr)
      : handler_(handler), reader_(kMaxBody, admission) {}

  Next on_bytes(std::string_view bytes);
  Next delay_over();
  // Puts at most `limit` bytes behind what `output` holds and says what follows.
  Next take_output(std::string& output, std::size_t limit);
  std::chrono::milliseconds delay() const { return answer_.delay; }

 private:
  enum class State { Reading, Delayed, Sending, Held, Ending, Finished };

  Next start_next_request();
  Next start_answer();

  const Handler& handler_;
  HttpReader reader_;
  State state_ = State::Reading;
  ServedAnswer answer_;
  Connection after_ = Connection::KeepAlive;
  bool head_request_ = false;
  bool problem_ = false;    // the client may still be sending what was refused
  std::string head_;        // not yet taken
  std::uint64_t sent_ = 0;  // bytes of the body
  std::uint64_t length_ = 0;
};

}  // namespace casement::http
