// A server over HTTP (the Streamable HTTP transport of revisions 2025-06-18, 2025-11-25 and 2026-07-28): many clients
// at one address, http://127.0.0.1:PORT/mcp. Older clients have sessions, opened by `initialize` and ended by DELETE,
// and a stream opened by GET. In the newest revision each request is independent, and the end of its stream cancels it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "casement/base/deadline.h"
#include "casement/http/server.h"
#include "casement/mcp/server.h"

namespace casement::mcp {

struct HttpOptions {
  std::string host = "127.0.0.1";  // or "::1"
  int port = 0;                    // 0: the system chooses one
  std::string token = {};          // required in every request; "": not required
  std::size_t most_sessions = 64;
  std::size_t most_requests = 64;        // answered at the same time, of all clients
  Milliseconds idle_session{3'600'000};  // ends a session after this time without a request or stream
  // Called on a separate thread, perhaps several at once, when the session with this key has ended: by its client, by
  // idleness or with the transport.
  std::function<void(const std::string& key)> session_ended = {};
  std::function<void()> housekeep = {};  // called regularly, on a separate thread
  http::HttpServerOptions limits = {};   // of the connections; host, port, max_body and housekeep are overridden
};

class HttpTransport {
 public:
  // Starts serving. `server` must outlive the transport. Throws the errors of HttpServer.
  HttpTransport(Server& server, HttpOptions options);
  // Ends all sessions and subscriptions, requests a stop of everything in progress, and waits for it.
  ~HttpTransport();
  HttpTransport(const HttpTransport&) = delete;
  HttpTransport& operator=(const HttpTransport&) = delete;

  int port() const;
  std::string url() const;  // "http://127.0.0.1:8931/mcp"

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace casement::mcp
