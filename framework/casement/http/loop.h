// An HTTP server on libwebsockets: a listening socket, by default on 127.0.0.1, and its connections, all served by one
// thread of its own.
//
// libwebsockets accepts, reads, writes and wakes; HttpReader cuts the bytes into requests. The HTTP role of
// libwebsockets is not used, because it hides details that tests need: it passes on only headers that it knows, decodes
// and reorders the query, and resolves ".." before the handler could refuse it.
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

  // The address to listen at, and the clients to serve.
  struct Listening {
    std::string address = "127.0.0.1";  // an IPv4 address of this machine
    int port = 0;                       // 0: the system chooses one
    Admission admission = nullptr;      // null: every client that reaches the address
  };

  // Uses TLS if a certificate is given. Throws Error{Environment} if it cannot listen; the error has the reason if
  // `listening` names an address or a port.
  explicit HttpLoop(Handler handler, const TlsCertificate* certificate = nullptr);
  HttpLoop(Handler handler, const TlsCertificate* certificate, Listening listening);
  // Closes every connection, answered or not.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  int port() const;

  // Lets streams send what they have got to send since. Any thread.
  void wake_streams();
  // Closes every connection that clients have made so far, answered or not, including connections not yet accepted.
  // After it returns, no request from these connections reaches the handler, except from a connection that is still in
  // its TLS handshake. Must not be called by the handler.
  void close_connections();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace casement::http
