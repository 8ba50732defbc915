// The one place that touches libwebsockets: a listening socket, on 127.0.0.1 where nothing else is said, and the
// connections it accepts, served by one thread of its own.
//
// libwebsockets accepts, reads, writes and wakes; requests are cut by HttpReader. Its own HTTP role
// is not used because it hides what a test wants to see: it hands out only the headers it knows,
// decodes and reorders the query, and resolves ".." before anyone can refuse it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "casement/http/reader.h"
#include "casement/http/served_answer.h"
#include "casement/http/tls_certificate.h"

namespace casement::http {

class HttpLoop {
 public:
  // Called on the loop's thread for each request; must not block.
  using Handler = std::function<ServedAnswer(const HttpRequest&)>;

  // Where it listens, and to whom.
  struct Listening {
    std::string address = "127.0.0.1";  // IPv4, of this machine
    int port = 0;                       // 0: the system chooses one
    Admission admission = nullptr;      // null: everybody who reaches the address
  };

  // Over TLS where a certificate is given. Throws Error{Environment} where it cannot listen, with the reason where
  // somebody chose the address or the port.
  explicit HttpLoop(Handler handler, const TlsCertificate* certificate = nullptr);
  HttpLoop(Handler handler, const TlsCertificate* certificate, Listening listening);
  // Closes every connection, answered or not.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  int port() const;

  // Closes every connection that a client has made until now, answered or not, those not yet accepted
  // among them. When it returns, no request that came over one of them reaches the handler any more,
  // unless it is still in its TLS handshake. Not for the handler.
  void close_connections();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace casement::http
