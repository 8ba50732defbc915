#include "casement/http/channel.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "casement/base/error.h"

namespace casement::http {
namespace {

constexpr std::size_t kPiece = 64 * 1024;  // bytes moved at a time
constexpr std::chrono::minutes kHalfClosedTime{1};

std::string newest_tls_error() {
  const unsigned long code = ::ERR_peek_last_error();
  const char* const reason = code == 0 ? nullptr : ::ERR_reason_error_string(code);
  ::ERR_clear_error();
  return reason == nullptr ? "the connection ended" : reason;
}

void require_tls(bool is_fine) {
  if (!is_fine) throw Error(ErrorKind::Environment, "OpenSSL cannot prepare TLS: " + newest_tls_error());
}

bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return ::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

// Takes the protocol of the server's channel if the client offers it.
int choose_protocol(ssl_st* tls, const unsigned char** chosen, unsigned char* chosen_size, const unsigned char* offered,
                    unsigned offered_size, void*) {
  const auto* const own = static_cast<const std::string*>(SSL_get_app_data(tls));
  if (own == nullptr || own->empty()) return SSL_TLSEXT_ERR_NOACK;
  unsigned char* found = nullptr;
  const int result = ::SSL_select_next_proto(&found, chosen_size, reinterpret_cast<const unsigned char*>(own->data()),
                                             static_cast<unsigned>(own->size()), offered, offered_size);
  *chosen = found;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

}  // namespace

TlsContext::TlsContext(ssl_ctx_st* context) : context_(context, ::SSL_CTX_free) {
  require_tls(context != nullptr);
  ::SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // Many servers end a connection without TLS's own notice.
  ::SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
}

TlsContext TlsContext::for_server(const TlsCertificate& certificate) {
  TlsContext made(::SSL_CTX_new(::TLS_server_method()));
  const auto memory = [](const std::string& text) {
    return std::unique_ptr<BIO, decltype(&::BIO_free_all)>(
        ::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), ::BIO_free_all);
  };
  const auto certificate_text = memory(certificate.certificate), key_text = memory(certificate.key);
  const std::unique_ptr<X509, decltype(&::X509_free)> read(
      ::PEM_read_bio_X509(certificate_text.get(), nullptr, nullptr, nullptr), ::X509_free);
  const std::unique_ptr<EVP_PKEY, decltype(&::EVP_PKEY_free)> key(
      ::PEM_read_bio_PrivateKey(key_text.get(), nullptr, nullptr, nullptr), ::EVP_PKEY_free);
  require_tls(read && key && ::SSL_CTX_use_certificate(made.get(), read.get()) == 1 &&
              ::SSL_CTX_use_PrivateKey(made.get(), key.get()) == 1);
  ::SSL_CTX_set_alpn_select_cb(made.get(), choose_protocol, nullptr);
  return made;
}

TlsContext TlsContext::for_client() {
  TlsContext made(::SSL_CTX_new(::TLS_client_method()));
  require_tls(::SSL_CTX_set_default_verify_paths(made.get()) == 1);
  return made;
}

void Channel::set_protocols(std::vector<std::string> names) {
  protocols_.clear();
  for (const std::string& name : names) protocols_ += static_cast<char>(name.size()) + name;
}

std::string Channel::protocol() const {
  const unsigned char* name = nullptr;
  unsigned size = 0;
  if (tls_) ::SSL_get0_alpn_selected(tls_.get(), &name, &size);
  return size == 0 ? "" : std::string(reinterpret_cast<const char*>(name), size);
}

void Channel::Free::operator()(ssl_st* tls) const {
  ::SSL_free(tls);
}

std::string Channel::accept_tls(const TlsContext& context, const TunnelWaits& waits, const Deadline& deadline) {
  return shake_hands(context, waits, deadline, nullptr, Trust::Any);
}

std::string Channel::connect_tls(const TlsContext& context, const std::string& host, Trust trust,
                                 const TunnelWaits& waits, const Deadline& deadline) {
  return shake_hands(context, waits, deadline, &host, trust);
}

std::string Channel::shake_hands(const TlsContext& context, const TunnelWaits& waits, const Deadline& deadline,
                                 const std::string* host, Trust trust) {
  tls_.reset(::SSL_new(context.get()));
  if (!tls_ || ::SSL_set_fd(tls_.get(), fd_) != 1) return newest_tls_error();
  if (host == nullptr) {
    SSL_set_app_data(tls_.get(), &protocols_);
    ::SSL_set_accept_state(tls_.get());
  } else {
    ::SSL_set_connect_state(tls_.get());
    // Servers may ask for the client's certificate later too (RFC 8446 section 4.6.2).
    ::SSL_set_post_handshake_auth(tls_.get(), 1);
    if (!protocols_.empty()) {
      ::SSL_set_alpn_protos(tls_.get(), reinterpret_cast<const unsigned char*>(protocols_.data()),
                            static_cast<unsigned>(protocols_.size()));
    }
    if (is_address(*host)) {
      ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(tls_.get()), host->c_str());
    } else {
      ::SSL_set_tlsext_host_name(tls_.get(), host->c_str());
      ::SSL_set1_host(tls_.get(), host->c_str());
    }
    ::SSL_set_verify(tls_.get(), trust == Trust::Any ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nullptr);
  }
  while (true) {
    ::ERR_clear_error();
    const int result = ::SSL_do_handshake(tls_.get());
    if (result == 1) return "";
    const int why = ::SSL_get_error(tls_.get(), result);
    if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) {
      const long verified = ::SSL_get_verify_result(tls_.get());
      const bool is_checked = host != nullptr && trust == Trust::System;
      if (is_checked && verified != X509_V_OK) return ::X509_verify_cert_error_string(verified);
      return newest_tls_error();
    }
    if (!waits.wait_for(fd_, why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, deadline))
      return "the TLS handshake did not end in time";
  }
}

Channel::Io Channel::moved(int result, short& event) {
  if (result > 0) return Io::Done;
  const int why = ::SSL_get_error(tls_.get(), result);
  if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) {
    if (why == SSL_ERROR_SSL && on_tls_failure_) on_tls_failure_(newest_tls_error());
    return Io::Ended;
  }
  event = why == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
  return Io::Wait;
}

Channel::Io Channel::read(std::string& bytes) {
  read_event_ = POLLIN;
  const std::size_t before = bytes.size();
  bytes.resize(before + kPiece);
  Io io = Io::Wait;
  std::size_t count = 0;
  if (tls_) {
    ::ERR_clear_error();
    const int result = ::SSL_read(tls_.get(), bytes.data() + before, static_cast<int>(kPiece));
    io = moved(result, read_event_);
    if (io == Io::Done) count = static_cast<std::size_t>(result);
  } else {
    const ssize_t result = ::recv(fd_, bytes.data() + before, kPiece, 0);
    if (result > 0) {
      io = Io::Done;
      count = static_cast<std::size_t>(result);
    } else if (result == 0 || (errno != EAGAIN && errno != EINTR)) {
      io = Io::Ended;
    }
  }
  bytes.resize(before + count);
  return io;
}

Channel::Io Channel::write(std::string& bytes) {
  write_event_ = POLLOUT;
  std::size_t count = 0;
  Io io = Io::Wait;
  if (tls_) {
    ::ERR_clear_error();
    const int result = ::SSL_write(tls_.get(), bytes.data(), static_cast<int>(std::min(bytes.size(), kPiece)));
    io = moved(result, write_event_);
    if (io == Io::Done) count = static_cast<std::size_t>(result);
  } else {
    const ssize_t result = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (result >= 0) {
      io = Io::Done;
      count = static_cast<std::size_t>(result);
    } else if (errno != EAGAIN && errno != EINTR) {
      io = Io::Ended;
    }
  }
  bytes.erase(0, count);
  return io;
}

bool Channel::has_unread() const {
  return tls_ && ::SSL_pending(tls_.get()) > 0;
}

void Channel::end_output() {
  if (tls_) {
    ::ERR_clear_error();
    ::SSL_shutdown(tls_.get());
  }
  ::shutdown(fd_, SHUT_WR);
}

namespace {

// One direction of a tunnel.
struct Way {
  Channel& from;
  Channel& to;
  std::string bytes;
  bool is_closed = false;  // the sender has ended
  bool is_over = false;    // and the reader was informed

  // Returns false if a side has gone.
  bool move() {
    if (bytes.empty() && !is_closed) is_closed = from.read(bytes) == Channel::Io::Ended;
    if (!bytes.empty() && to.write(bytes) == Channel::Io::Ended) return false;
    if (is_closed && bytes.empty() && !is_over) {
      is_over = true;
      to.end_output();
    }
    return true;
  }
  // Adds the events that this direction waits for. Returns true if it can go on without an event.
  bool watch(pollfd& reading, pollfd& writing) const {
    if (!bytes.empty()) {
      writing.events = static_cast<short>(writing.events | to.write_event());
    } else if (!is_closed) {
      reading.events = static_cast<short>(reading.events | from.read_event());
      return from.has_unread();
    }
    return false;
  }
};

}  // namespace

void run_tunnel(Channel& client, Channel& server, std::string to_server, std::string to_client,
                const TunnelWaits& waits) {
  Way up{client, server, std::move(to_server)};
  Way down{server, client, std::move(to_client)};
  while (up.move() && down.move()) {
    if (up.is_over && down.is_over) return;
    std::array<pollfd, 2> watched{{{client.fd(), 0, 0}, {server.fd(), 0, 0}}};
    const bool is_up_ready = up.watch(watched[0], watched[1]);
    const bool is_down_ready = down.watch(watched[1], watched[0]);
    if (is_up_ready || is_down_ready) continue;
    // poll reports the end of a side even without events, so such a side is left out.
    for (pollfd& one : watched) {
      if (one.events == 0) one.fd = -1;
    }
    // If one side has ended, the other may have gone without notice.
    const bool is_half_closed = up.is_over || down.is_over;
    if (!waits.wait(watched, is_half_closed ? Deadline::in(kHalfClosedTime) : Deadline::never())) return;
  }
}

}  // namespace casement::http
