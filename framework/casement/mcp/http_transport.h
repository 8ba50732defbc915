// A server over HTTP (the Streamable HTTP transport of revisions 2025-06-18, 2025-11-25 and 2026-07-28): many clients
// at one address, http://127.0.0.1:PORT/mcp. Older clients have sessions, which `initialize` opens and DELETE ends, and
// a stream that GET opens; the newest's requests stand alone, and the end of their stream cancels them.
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
  int port = 0;                    // 0: one that the system chooses
  std::string token = {};          // that every request has to have; "": none is asked for
  std::size_t most_sessions = 64;
  std::size_t most_requests = 64;        // that are answered at the same time, of all clients
  Milliseconds idle_session{3'600'000};  // without a request or stream, then it ends
  // A session of this key has ended, by its client, by idleness or with the transport. On a thread of its own.
  std::function<void(const std::string& key)> session_ended = {};
  std::function<void()> housekeep = {};  // now and then, on a thread of its own
  http::HttpServerOptions limits = {};   // of the connections; host, port, max_body and housekeep are set here
};

class HttpTransport {
 public:
  // Serves from now on. `server` must outlive it. Throws as HttpServer does.
  HttpTransport(Server& server, HttpOptions options);
  // Ends all sessions and subscriptions; what is in progress is asked to stop, and waited for.
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
