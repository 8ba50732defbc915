// Sends messages to a client over HTTP. Used by the transport's own files.
#pragma once

#include <deque>
#include <mutex>

#include "casement/http/server.h"
#include "casement/mcp/server.h"

namespace casement::mcp {

// The response to one POST: one JSON object, or a stream of events (the HTML Standard, section 9.2) if a message
// precedes the answer. Any thread.
class PostOutlet : public Outlet {
 public:
  explicit PostOutlet(std::shared_ptr<http::HttpReply> reply) : reply_(std::move(reply)) {}

  // A notification or a question begins the stream; the answer of a subscription ends it.
  void send(const Json& message) override;
  // `headers` are used only if the response is one object.
  void finish(const Answer& answer, HttpHeaders headers = {});
  // Sends a comment so that the stream does not look dead; does nothing without a stream.
  void keep_alive();

 private:
  void begin_stream();  // needs the lock

  const std::shared_ptr<http::HttpReply> reply_;
  std::mutex mutex_;
  bool streams_ = false, over_ = false;
};

// Messages that belong to no request of a session: sent to the stream that the client has opened with GET, or queued
// until there is one. The queue contains the newest 100 messages. Any thread.
class StandingOutlet : public Outlet {
 public:
  void send(const Json& message) override;
  // Replaces an older stream of the client, which is ended.
  void open(std::shared_ptr<http::HttpReply> reply);
  // Called if the client has left this stream.
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

// The HTTP status for an answer in JSON-RPC.
int status_of(const Answer& answer);

}  // namespace casement::mcp
