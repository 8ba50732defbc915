// An HTTP/1.1 server for programs: any thread may give a response later, and in pieces that are sent as they are
// written. The server listens on loopback only. Fixture pages are served by SiteServer instead.
//
// A client cannot hold up others: an incomplete request is answered with 408 after a while, a malformed or too large
// request with an error, and a client that does not read its responses is disconnected.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "casement/base/deadline.h"
#include "casement/http/reader.h"

namespace casement::http {

// The reply to one request. Any thread. Writes after the end, or to a client that has disconnected, are ignored.
class HttpReply {
 public:
  virtual ~HttpReply() = default;
  // Sends a complete response.
  virtual void send(int status, HttpHeaders headers, std::string body) = 0;
  // Sends a response in pieces: the head, then parts of the body, until the end.
  virtual void begin(int status, HttpHeaders headers) = 0;
  virtual void write(std::string_view bytes) = 0;
  virtual void end() = 0;
  // Calls `callback` once, on the server's thread, if the connection ends before the response does. If the client has
  // already disconnected, calls it at once on the calling thread. The callback must not block.
  virtual void on_gone(std::function<void()> callback) = 0;
};

struct HttpServerOptions {
  std::string host = "127.0.0.1";           // or "::1"
  int port = 0;                             // 0: the system chooses one
  std::size_t max_body = kMaxBody;          // bytes of a request's body
  std::size_t max_connections = 256;        // further connections are closed at once
  std::size_t max_unread = std::size_t{64}  // bytes of responses that one client may leave unread
                           << 20;
  Milliseconds request_time{30'000};     // from the first byte of a request to its last
  Milliseconds idle_time{300'000};       // before the first request of a connection, and between two requests
  Milliseconds unread_time{60'000};      // the longest time in which a client reads nothing of its response
  Milliseconds housekeeping{15'000};     // between two calls of `housekeep`
  std::function<void()> housekeep = {};  // on the server's thread; must not block
};

class HttpServer {
 public:
  // Called on the server's thread for each whole request; must not block. The handler may store the reply. If the
  // handler throws a std::exception, the client gets status 500.
  using Handler = std::function<void(const HttpRequest& request, std::shared_ptr<HttpReply> reply)>;

  // Throws Error{Environment} with the reason if the server cannot listen there, and Error{Usage} if the host is not
  // loopback.
  HttpServer(Handler handler, HttpServerOptions options = {});
  // Sends the bytes written so far, for two seconds at most, then closes every connection. No callback of a reply is
  // called after that.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace casement::http
