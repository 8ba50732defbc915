// A connected socket that does not block, with TLS or without. Used by one thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/http/tls_certificate.h"
#include "casement/http/tunnel_server.h"

struct ssl_ctx_st;
struct ssl_st;

namespace casement::http {

// Certificates and settings that TLS connections share. Any thread.
class TlsContext {
 public:
  // For servers: answers with this certificate. Throws Error{Environment} if OpenSSL fails.
  static TlsContext for_server(const TlsCertificate& certificate);
  // For clients: trusts the system's certificates.
  static TlsContext for_client();
  ssl_ctx_st* get() const { return context_.get(); }

 private:
  explicit TlsContext(ssl_ctx_st* context);
  std::shared_ptr<ssl_ctx_st> context_;
};

class Channel {
 public:
  enum class Trust { System, Any };

  // The descriptor must stay open, and must not block.
  explicit Channel(int fd) : fd_(fd) {}

  // The protocols to agree on in TLS (ALPN, RFC 7301), before the handshake: what a client offers, or the only one that
  // a server takes.
  void set_protocols(std::vector<std::string> names);
  // The protocol that both sides have agreed on; "" for none.
  std::string protocol() const;
  // Called with the reason if TLS fails after the handshake, as when a server refuses the client's certificate.
  void on_tls_failure(std::function<void(const std::string&)> call) { on_tls_failure_ = std::move(call); }

  // Agree on TLS, and return "", or the reason why this failed.
  std::string accept_tls(const TlsContext& context, const TunnelWaits& waits, const Deadline& deadline);
  // Checks that the certificate belongs to `host`, except with Trust::Any.
  std::string connect_tls(const TlsContext& context, const std::string& host, Trust trust, const TunnelWaits& waits,
                          const Deadline& deadline);

  enum class Io {
    Done,   // some bytes were moved
    Wait,   // none can be moved now; see `read_event` and `write_event`
    Ended,  // the peer has ended, or the connection failed
  };
  // Appends at most 64 KiB to `bytes`.
  Io read(std::string& bytes);
  // Sends a part, and removes it from `bytes`, which must not be empty.
  Io write(std::string& bytes);
  // Whether `read` returns bytes that the socket no longer reports.
  bool has_unread() const;
  // The events of poll(2) to wait for before the next read or write.
  short read_event() const { return read_event_; }
  short write_event() const { return write_event_; }
  int fd() const { return fd_; }
  // Tells the peer that no more bytes come; the peer may still send.
  void end_output();

 private:
  struct Free {
    void operator()(ssl_st* tls) const;
  };

  std::string shake_hands(const TlsContext& context, const TunnelWaits& waits, const Deadline& deadline,
                          const std::string* host, Trust trust);
  Io moved(int result, short& event);

  int fd_;
  std::string protocols_;  // each after its length
  std::function<void(const std::string&)> on_tls_failure_;
  std::unique_ptr<ssl_st, Free> tls_;
  short read_event_ = POLLIN;
  short write_event_ = POLLOUT;
};

// Moves bytes in both directions until both peers have ended, one has gone, or the server ends. `to_server` and
// `to_client` are sent first. A slow reader slows the other side down.
void run_tunnel(Channel& client, Channel& server, std::string to_server, std::string to_client,
                const TunnelWaits& waits);

}  // namespace casement::http
