// Where messages to a client go over HTTP. Used by the transport's own files.
#pragma once

#include <deque>
#include <mutex>

#include "casement/http/server.h"
#include "casement/mcp/server.h"

namespace casement::mcp {

// The answer to one POST: one JSON object, or a stream of events (the HTML Standard, section 9.2) once something comes
// before the answer. Any thread.
class PostOutlet : public Outlet {
 public:
  explicit PostOutlet(std::shared_ptr<http::HttpReply> reply) : reply_(std::move(reply)) {}

  // A notification or a question begins the stream; the answer of a subscription ends it.
  void send(const Json& message) override;
  // `headers` are those of an answer that is one object.
  void finish(const Answer& answer, HttpHeaders headers = {});
  // A comment, so that nobody takes the stream for dead; nothing where there is none.
  void keep_alive();

 private:
  void begin_stream();  // with the lock

  const std::shared_ptr<http::HttpReply> reply_;
  std::mutex mutex_;
  bool streams_ = false, over_ = false;
};

// What belongs to no request of a session: goes to the stream that the client has opened with GET, and waits for one
// where there is none. Any thread.
class StandingOutlet : public Outlet {
 public:
  void send(const Json& message) override;
  // The newest stream is the client's; one from before is ended.
  void open(std::shared_ptr<http::HttpReply> reply);
  // The client has left this stream.
  void left(const http::HttpReply* reply);
  void close();
  void keep_alive();
  bool is_open() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<http::HttpReply> reply_;
  std::deque<std::string> waiting_;  // events
  bool closed_ = false;
};

// JSON-RPC over HTTP has a status too.
int status_of(const Answer& answer);

}  // namespace casement::mcp
