// An HTTP/1.1 server for programs: its answers may be given later, by any thread, and in pieces that go out as they are
// written. It listens on loopback alone. Where fixture pages are served, SiteServer is used instead.
//
// One client cannot hold up another: half a request is answered with 408 after a while, what is no request or too large
// with an error, and a client that does not read what it gets is dropped.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "casement/base/deadline.h"
#include "casement/http/reader.h"

namespace casement::http {

// The answer to one request. Any thread. What is said after the end, or to a client that has gone, is dropped.
class HttpReply {
 public:
  virtual ~HttpReply() = default;
  // All of it at once.
  virtual void send(int status, HttpHeaders headers, std::string body) = 0;
  // Or in pieces: the head, then what it holds, until the end.
  virtual void begin(int status, HttpHeaders headers) = 0;
  virtual void write(std::string_view bytes) = 0;
  virtual void end() = 0;
  // Is called once, on the server's thread, where the client goes before the end; at once where it has gone. Must not
  // block.
  virtual void on_gone(std::function<void()> callback) = 0;
};

struct HttpServerOptions {
  std::string host = "127.0.0.1";           // or "::1"
  int port = 0;                             // 0: one that the system chooses
  std::size_t max_body = kMaxBody;          // bytes of a request's body
  std::size_t max_connections = 256;        // more are closed as they come
  std::size_t max_unread = std::size_t{64}  // bytes of answers that one client may leave unread
                           << 20;
  Milliseconds request_time{30'000};     // from the first byte of a request to its last
  Milliseconds idle_time{300'000};       // between two requests on a connection
  Milliseconds unread_time{60'000};      // that a client may take to read anything of what waits for it
  Milliseconds housekeeping{15'000};     // between two calls of `housekeep`
  std::function<void()> housekeep = {};  // on the server's thread; must not block
};

class HttpServer {
 public:
  // Called on the server's thread for each whole request; must not block. The reply may be kept.
  using Handler = std::function<void(const HttpRequest& request, std::shared_ptr<HttpReply> reply)>;

  // Throws Error{Environment} where it cannot listen there, with the reason, and Error{Usage} for a host that is not
  // loopback.
  HttpServer(Handler handler, HttpServerOptions options = {});
  // Sends what was written until now, for two seconds at most, then closes every connection. No callback of a reply is
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
