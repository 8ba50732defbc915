#include "casement/relay/certificate_relay.h"

#include <charconv>
#include <string_view>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/http/tunnel_server.h"
#include "casement/relay/relay_connection.h"
#include "casement/relay/relay_registry.h"

namespace casement {
namespace {

constexpr std::string_view kHttp = "http://";

relay::Goal read_outer_proxy(const std::string& url) {
  relay::Goal goal;
  const std::string_view text = std::string_view(url).substr(url.starts_with(kHttp) ? kHttp.size() : 0);
  const std::size_t colon = text.rfind(':');
  goal.host = text.substr(0, colon);
  const std::string_view port = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  const auto read = std::from_chars(port.data(), port.data() + port.size(), goal.port);
  const bool is_read =
      colon != text.npos && read.ec == std::errc() && goal.port > 0 && goal.host.find('/') == text.npos;
  if (is_read) return goal;
  throw Error(ErrorKind::Usage, "client certificates need a proxy at an address such as http://127.0.0.1:8123, not " +
                                    shorten(to_valid_utf8(url), 200));
}

std::shared_ptr<relay::RelayState> state_for(const CertificateRelayOptions& options) {
  if (options.socket_proxy.empty()) return std::make_shared<relay::RelayState>();
  if (std::shared_ptr<relay::RelayState> state = relay::relay_at(options.socket_proxy)) return state;
  throw Error(ErrorKind::Usage, "the socket proxy " + shorten(to_valid_utf8(options.socket_proxy), 100) +
                                    " is not a SocketRelay of this process, which client certificates need");
}

}  // namespace

class CertificateRelay::State {
 public:
  explicit State(const CertificateRelayOptions& options)
      : shared_(std::make_shared<Shared>(options)),
        server_(
            "the relay for client certificates", [](const auto&, const auto&) { return true; },
            [shared = shared_](int client, const http::TunnelWaits& waits) {
              relay::serve_connection(*shared->relay, shared->reach, client, waits);
            }) {}

  int port() const { return server_.port(); }
  const relay::ClientIdentities& identities() const { return shared_->identities; }
  relay::RelayState& relay() const { return *shared_->relay; }

 private:
  struct Shared {
    explicit Shared(const CertificateRelayOptions& options)
        : identities(options.certificates), relay(state_for(options)) {
      if (options.socket_proxy.empty()) relay->serve_hosts(options.host_resolver_rules);
      reach = {.identities = &identities,
               .outer_takes_loopback = options.outer_takes_loopback,
               .trusts_any = options.ignore_certificate_errors,
               .routes_sockets = !options.socket_proxy.empty()};
      if (!options.outer_proxy.empty()) reach.outer_proxy = read_outer_proxy(options.outer_proxy);
    }
    relay::ClientIdentities identities;
    std::shared_ptr<relay::RelayState> relay;
    relay::Reach reach;
  };

  const std::shared_ptr<Shared> shared_;
  http::TunnelServer server_;
};

CertificateRelay::CertificateRelay(const CertificateRelayOptions& options) : state_(std::make_shared<State>(options)) {}
CertificateRelay::~CertificateRelay() = default;

std::string CertificateRelay::proxy() const {
  return "127.0.0.1:" + std::to_string(state_->port());
}

std::string CertificateRelay::use_certificate(const http::TlsCertificate& certificate) const {
  return state_->relay().use_certificate(certificate);
}

std::vector<std::string> CertificateRelay::failures() const {
  return state_->identities().failures();
}

}  // namespace casement
