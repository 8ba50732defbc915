// The relay for client certificates, as Chrome uses it: by CONNECT.
#include "casement/relay/certificate_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "casement/base/error.h"
#include "casement/relay/relay_certificate.h"
#include "casement/relay/socket_relay.h"
#include "specs/support/mutual_tls_server.h"

namespace casement {
namespace {

using specs::MadeCertificates;
using specs::MutualTlsServer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A client with TLS inside a tunnel of the relay.
class TunnelClient {
 public:
  // `protocols` in the form of ALPN, each after its length.
  TunnelClient(const std::string& proxy, const std::string& authority, const std::string& protocols,
               bool checks_certificate = false)
      : tls_context_(::SSL_CTX_new(::TLS_client_method())) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(proxy.substr(proxy.find(':') + 1))));
    ::connect(fd_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
    const std::string asked = "CONNECT " + authority + " HTTP/1.1\r\n\r\n";
    ::send(fd_.get(), asked.data(), asked.size(), 0);
    std::string answer;
    char byte = 0;
    while (!answer.ends_with("\r\n\r\n") && ::recv(fd_.get(), &byte, 1, 0) == 1) answer += byte;
    tls_.reset(::SSL_new(tls_context_.get()));
    ::SSL_set_fd(tls_.get(), fd_.get());
    ::SSL_set_alpn_protos(tls_.get(), reinterpret_cast<const unsigned char*>(protocols.data()),
                          static_cast<unsigned>(protocols.size()));
    if (checks_certificate) ::SSL_set_verify(tls_.get(), SSL_VERIFY_PEER, nullptr);
    is_connected_ = ::SSL_connect(tls_.get()) == 1;
  }

  bool is_connected() const { return is_connected_; }
  void wait_for_end() const {
    char byte = 0;
    while (::recv(fd_.get(), &byte, 1, 0) == 1) {
    }
  }
  std::string protocol() const {
    const unsigned char* name = nullptr;
    unsigned size = 0;
    ::SSL_get0_alpn_selected(tls_.get(), &name, &size);
    return std::string(reinterpret_cast<const char*>(name), size);
  }
  // The public key info of the certificate, in DER.
  std::string key_of_peer() const {
    const std::unique_ptr<X509, http::OpensslFree<X509_free>> peer(::SSL_get1_peer_certificate(tls_.get()));
    return peer ? der_of(peer.get()) : "";
  }
  static std::string der_of(X509* certificate) {
    unsigned char* der = nullptr;
    const int size = ::i2d_X509_PUBKEY(::X509_get_X509_PUBKEY(certificate), &der);
    std::string bytes(reinterpret_cast<char*>(der), static_cast<std::size_t>(size));
    OPENSSL_free(der);
    return bytes;
  }
  std::string get(const std::string& path) {
    const std::string asked = "GET " + path + " HTTP/1.1\r\n\r\n";
    ::SSL_write(tls_.get(), asked.data(), static_cast<int>(asked.size()));
    std::string answer;
    char byte = 0;
    while (!answer.ends_with("</title>") && ::SSL_read(tls_.get(), &byte, 1) == 1) answer += byte;
    return answer.substr(std::min(answer.size(), answer.find("\r\n\r\n") + 4));
  }

 private:
  const UniqueFd fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  const std::unique_ptr<SSL_CTX, http::OpensslFree<SSL_CTX_free>> tls_context_;
  std::unique_ptr<SSL, http::OpensslFree<SSL_free>> tls_;
  bool is_connected_ = false;
};

class BlockedSignal {
 public:
  BlockedSignal() {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~BlockedSignal() {
    // A signal that waits is taken, and does not come after the block.
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGPIPE);
    const timespec at_once{};
    ::sigtimedwait(&signals, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BlockedSignal(const BlockedSignal&) = delete;
  BlockedSignal& operator=(const BlockedSignal&) = delete;

 private:
  sigset_t before_;
};

constexpr const char* kBoth = "\x02h2\x08http/1.1";

class CertificateRelays : public testing::Test {
 protected:
  CertificateRelays() { ::setenv("SSL_CERT_FILE", made_.authority->path().c_str(), 1); }
  ~CertificateRelays() override { ::unsetenv("SSL_CERT_FILE"); }

  CertificateRelayOptions options_for(const MutualTlsServer& server) const {
    return {
        .certificates = {{.origin = server.origin(), .certificate = made_.ada->path(), .key = made_.ada->key_path()}}};
  }
  static std::string authority_of(const MutualTlsServer& server) { return server.origin().substr(8); }

  const MadeCertificates made_;
};

TEST_F(CertificateRelays, SpeakTheProtocolThatTheServerChooses) {
  for (const char* const protocol : {"h2", "http/1.1", ""}) {
    MutualTlsServer server(made_, {.protocol = protocol});
    const CertificateRelay relay(options_for(server));
    TunnelClient client(relay.proxy(), authority_of(server), kBoth);
    ASSERT_TRUE(client.is_connected());
    EXPECT_EQ(client.protocol(), protocol);
    EXPECT_EQ(client.get("/"), "<title>Hello ada</title>");
    EXPECT_THAT(server.requests(), ElementsAre("ada GET /"));
    EXPECT_THAT(relay.failures(), IsEmpty());
  }
}

TEST_F(CertificateRelays, ShowTheirOwnCertificateOnlyForTheirOrigins) {
  MutualTlsServer server(made_), other(made_, {.requires_certificate = false});
  const CertificateRelay relay(options_for(server));
  const std::string key_of_server = TunnelClient::der_of(made_.server->certificate());
  for (const char* const protocols : {kBoth, "\x08http/1.1"}) {  // of pages, and of sockets
    TunnelClient own(relay.proxy(), authority_of(server), protocols),
        plain(relay.proxy(), authority_of(other), protocols);
    EXPECT_NE(own.key_of_peer(), key_of_server);
    EXPECT_EQ(own.get("/"), "<title>Hello ada</title>");
    EXPECT_EQ(plain.key_of_peer(), key_of_server);
    EXPECT_EQ(plain.get("/"), "<title>Hello nobody</title>");
  }
}

TEST_F(CertificateRelays, NameTheNewestFailureOfEachServer) {
  std::optional<MutualTlsServer> server;
  server.emplace(made_, MutualTlsServer::Options{.newest_tls = TLS1_2_VERSION});
  CertificateRelayOptions options = options_for(*server);
  options.certificates[0].certificate = made_.stranger->path();
  options.certificates[0].key = made_.stranger->key_path();
  const std::string authority = authority_of(*server);
  const CertificateRelay relay(options);
  EXPECT_FALSE(TunnelClient(relay.proxy(), authority, kBoth).is_connected());
  EXPECT_THAT(relay.failures(),
              ElementsAre(HasSubstr(authority + " with the client certificate CN=stranger: tlsv1 alert unknown ca")));
  server.reset();
  EXPECT_FALSE(TunnelClient(relay.proxy(), authority, kBoth).is_connected());
  EXPECT_THAT(relay.failures(), ElementsAre(HasSubstr("CN=stranger: Connection refused")));
}

// Without a signal that would end the program of the test.
TEST_F(CertificateRelays, SurviveAServerThatEndsAtOnce) {
  MutualTlsServer server(made_, {.ends_at_once = true});
  const CertificateRelay relay(options_for(server));
  const BlockedSignal own;  // of this client, and of no thread of the relay
  for (int i = 0; i < 3; ++i) {
    TunnelClient client(relay.proxy(), authority_of(server), kBoth);
    for (int j = 0; j < 3; ++j) EXPECT_EQ(client.get("/"), "");
  }
}

TEST_F(CertificateRelays, RefuseProxiesThatTheyCannotUse) {
  for (const char* const proxy : {"socks5://127.0.0.1:1080", "http://127.0.0.1", "127.0.0.1:0", "http://a:b"}) {
    EXPECT_THROW(CertificateRelay({.outer_proxy = proxy}), Error) << proxy;
  }
  EXPECT_THROW(CertificateRelay({.socket_proxy = "127.0.0.1:9"}), Error);
}

// As a Chrome does that another process has started, for sockets of shared and service workers.
TEST(RelayCertificates, ThatChromeRefusesAreNamedForTheirRoute) {
  SocketRelay relay;
  relay.route("wss://shop.test/feed");
  relay.route("wss://shop.test:8443/*");
  relay.route("wss://other.test/feed");
  const std::string sockets = "\x08http/1.1";
  for (const char* const authority : {"shop.test:443", "shop.test:8443"}) {
    const TunnelClient refusing(relay.proxy(), authority, sockets, true);
    EXPECT_FALSE(refusing.is_connected());
    refusing.wait_for_end();
  }
  EXPECT_THAT(
      relay.unused_lines(),
      ElementsAre(HasSubstr("wss://shop.test/feed answered no socket; Chrome refused the relay's certificate for "
                            "shop.test:443, as it does in shared and service workers of a browser"),
                  HasSubstr("certificate for shop.test:8443"),
                  "the route wss://other.test/feed answered no socket; the pages opened no socket"));
  // A page asks its test about the certificate, and connects once more.
  relay.serve_hosts("MAP shop.test:443 127.0.0.1:1, MAP shop.test:8443 127.0.0.1:1");
  for (const char* const authority : {"shop.test:443", "shop.test:8443"}) {
    TunnelClient accepting(relay.proxy(), authority, sockets);
    EXPECT_TRUE(accepting.is_connected());
    EXPECT_EQ(accepting.get("/"), "");  // until the relay has ended the connection
  }
  EXPECT_THAT(relay.unused_lines(), testing::Each(HasSubstr("the pages opened no socket")));
  relay.reset();
  EXPECT_THAT(relay.unused_lines(), IsEmpty());
}

}  // namespace
}  // namespace casement
