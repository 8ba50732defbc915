// A server that asks its clients for certificates, made of OpenSSL alone. Each page is titled with the name in the
// client's certificate. /to?URL redirects, and /socket is a WebSocket that says the name.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "casement/base/base64.h"
#include "casement/base/unique_fd.h"
#include "specs/support/made_certificates.h"

namespace casement::specs {

class MutualTlsServer {
 public:
  struct Options {
    bool requires_certificate = true;  // false: it asks, and serves clients without one as "nobody"
    int newest_tls = 0;                // TLS1_2_VERSION; 0: the newest of all
    std::string protocol = {};         // that it chooses by ALPN; "" for none
    bool ends_at_once = false;         // ends each connection after the certificate, without a word
  };

  explicit MutualTlsServer(const MadeCertificates& made) : MutualTlsServer(made, Options{}) {}
  MutualTlsServer(const MadeCertificates& made, const Options& options)
      : options_(options), tls_(::SSL_CTX_new(::TLS_server_method())) {
    ::SSL_CTX_use_certificate(tls_.get(), made.server->certificate());
    ::SSL_CTX_use_PrivateKey(tls_.get(), made.server->key());
    ::SSL_CTX_load_verify_file(tls_.get(), made.authority->path().c_str());
    ::SSL_CTX_set_verify(
        tls_.get(), SSL_VERIFY_PEER | (options.requires_certificate ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), nullptr);
    ::SSL_CTX_set_max_proto_version(tls_.get(), options.newest_tls);
    if (!options.protocol.empty()) ::SSL_CTX_set_alpn_select_cb(tls_.get(), choose_protocol, this);
    ::SSL_CTX_set_session_cache_mode(tls_.get(), SSL_SESS_CACHE_OFF);
    ::SSL_CTX_set_num_tickets(tls_.get(), 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_.get(), 16);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    origin_ = "https://localhost:" + std::to_string(ntohs(address.sin_port));
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~MutualTlsServer() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    acceptor_.join();
    {
      const std::lock_guard lock(mutex_);
      for (const UniqueFd& one : connections_) ::shutdown(one.get(), SHUT_RDWR);
    }
    for (std::thread& one : servers_) one.join();
  }
  MutualTlsServer(const MutualTlsServer&) = delete;
  MutualTlsServer& operator=(const MutualTlsServer&) = delete;

  const std::string& origin() const { return origin_; }
  // "ada GET /index.html", in order.
  std::vector<std::string> requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  // Whether the request comes within the time.
  bool wait_for(const std::string& request, std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return has_come_.wait_for(
        lock, time, [&] { return std::find(requests_.begin(), requests_.end(), request) != requests_.end(); });
  }

 private:
  using Tls = std::unique_ptr<SSL, http::OpensslFree<SSL_free>>;

  void accept_all() {
    for (;;) {
      UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (connection.get() < 0) return;
      const std::lock_guard lock(mutex_);
      const int socket = connection.get();
      connections_.push_back(std::move(connection));
      servers_.emplace_back([this, socket] {
        sigset_t signals;  // OpenSSL writes without MSG_NOSIGNAL
        ::sigemptyset(&signals);
        ::sigaddset(&signals, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
        converse(socket);
        ::shutdown(socket, SHUT_RDWR);
      });
    }
  }

  // Chrome names the alert of a refused client, unless the connection has ended before Chrome sends its request. A
  // server that waits for the client's end gets the same error each time.
  static void await_end(int socket) {
    std::array<char, 4096> rest{};
    while (::recv(socket, rest.data(), rest.size(), 0) > 0) {
    }
  }

  void converse(int socket) {
    const Tls tls(::SSL_new(tls_.get()));
    ::SSL_set_fd(tls.get(), socket);
    if (::SSL_accept(tls.get()) != 1) return await_end(socket);
    const std::string name = name_of(tls.get());
    if (options_.ends_at_once) return;
    std::string bytes;
    while (read_head(tls.get(), bytes)) {
      const std::string request = bytes.substr(0, bytes.find(" HTTP/1.1"));
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(name + " " + request);
      }
      has_come_.notify_all();
      if (request == "GET /socket") return serve_socket(tls.get(), bytes, name);
      const std::string body = "<title>Hello " + name + "</title>";
      std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
      if (const std::size_t to = request.find("/to?"); to != std::string::npos)
        head = "HTTP/1.1 302 Found\r\nLocation: " + request.substr(to + 4);
      send(tls.get(), head + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
      bytes.clear();
    }
  }

  static int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                             unsigned offered_size, void* server) {
    const std::string& wanted = static_cast<MutualTlsServer*>(server)->options_.protocol;
    for (unsigned at = 0; at < offered_size; at += 1U + offered[at]) {
      if (std::string(reinterpret_cast<const char*>(offered) + at + 1, offered[at]) != wanted) continue;
      *chosen = offered + at + 1;
      *size = offered[at];
      return SSL_TLSEXT_ERR_OK;
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  }
  static std::string name_of(SSL* tls) {
    const std::unique_ptr<X509, http::OpensslFree<X509_free>> certificate(::SSL_get1_peer_certificate(tls));
    if (!certificate) return "nobody";
    std::array<char, 80> name{};
    ::X509_NAME_get_text_by_NID(::X509_get_subject_name(certificate.get()), NID_commonName, name.data(), name.size());
    return name.data();
  }
  static bool read_head(SSL* tls, std::string& bytes) {
    while (!bytes.ends_with("\r\n\r\n")) {
      char byte = 0;
      if (::SSL_read(tls, &byte, 1) != 1) return false;
      bytes += byte;
    }
    return true;
  }
  static void send(SSL* tls, const std::string& bytes) {
    ::SSL_write(tls, bytes.data(), static_cast<int>(bytes.size()));
  }
  static void serve_socket(SSL* tls, const std::string& head, const std::string& name) {
    constexpr std::string_view key_header = "Sec-WebSocket-Key: ";
    const std::size_t at = head.find(key_header) + key_header.size();
    const std::string key = head.substr(at, head.find("\r\n", at) - at) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
    ::SHA1(reinterpret_cast<const unsigned char*>(key.data()), key.size(), digest.data());
    send(tls,
         "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
             encode_base64({reinterpret_cast<const char*>(digest.data()), digest.size()}) + "\r\n\r\n");
    send(tls, std::string("\x81") + static_cast<char>(name.size()) + name);
    char byte = 0;
    while (::SSL_read(tls, &byte, 1) == 1) {
    }
  }

  const Options options_;
  const std::unique_ptr<SSL_CTX, http::OpensslFree<SSL_CTX_free>> tls_;
  const UniqueFd listener_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::string origin_;
  std::mutex mutex_;
  std::condition_variable has_come_;
  std::vector<UniqueFd> connections_;
  std::vector<std::string> requests_;
  std::list<std::thread> servers_;
  std::thread acceptor_;
};

}  // namespace casement::specs
