#include "casement/relay/socket_relay.h"

#include <optional>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/http/tunnel_server.h"
#include "casement/relay/relay_connection.h"
#include "casement/relay/relay_registry.h"
#include "casement/relay/relay_state.h"
#include "casement/relay/relayed_socket.h"
#include "casement/site/site_rule.h"
#include "casement/site/stream_check.h"

namespace casement {
namespace {

constexpr Milliseconds kTimeToOpen{5'000};  // for the first connection, as for all handles

void check_pattern(std::string_view pattern) {
  const std::string_view scheme = pattern.substr(0, pattern.find("://"));
  const bool has_scheme = scheme.size() < pattern.size();
  if (pattern.starts_with('*') || (has_scheme && (glob_match(scheme, "ws") || glob_match(scheme, "wss")))) return;
  throw Error(ErrorKind::Usage, "a route for sockets needs a pattern such as ws://localhost:8080/feed, not '" +
                                    shorten(to_valid_utf8(pattern), 80) + "'");
}

void check_script(const SocketScript& script) {
  SiteRule rule;
  rule.answer = SiteRule::Answer::Socket;
  rule.socket = script;
  try {
    site::check_stream_actions(rule);
  } catch (const SiteRuleError& error) {
    throw Error(ErrorKind::Usage, error.message());
  }
}

}  // namespace

class SocketRelay::State {
 public:
  State()
      : server_(
            "the relay for WebSockets", [](const auto&, const auto&) { return true; },
            [shared = shared_](int client, const http::TunnelWaits& waits) {
              relay::serve_connection(*shared, {}, client, waits);
            }) {
    relay::register_relay(proxy(), shared_);
  }

  std::string proxy() const { return "127.0.0.1:" + std::to_string(server_.port()); }
  relay::RelayState& shared() { return *shared_; }

  std::shared_ptr<const site::StreamHandle> add(std::string_view pattern, relay::Route route) {
    check_pattern(pattern);
    route.glob = pattern;
    // The address of a host alone ends with a slash (URL Standard section 4.5).
    const std::size_t authority = pattern.find("://");
    if (authority != pattern.npos && pattern.find('/', authority + 3) == pattern.npos && !pattern.ends_with('*'))
      route.glob += '/';
    shared_->add(std::move(route));
    return handle(pattern);
  }

  std::shared_ptr<const site::StreamHandle> handle(std::string_view pattern) const {
    const site::StreamFilter filter{.is_socket = true, .host = "", .path_glob = "", .url_glob = std::string(pattern)};
    return std::make_shared<const site::StreamHandle>(shared_->streams(), filter);
  }

 private:
  const std::shared_ptr<relay::RelayState> shared_ = std::make_shared<relay::RelayState>();
  http::TunnelServer server_;
};

void RoutedSocket::send_to_server(std::string_view text) const {
  if (!is_valid_utf8(text))
    throw Error(ErrorKind::Usage, "a text message must be valid UTF-8; use send_binary_to_server");
  handle_->streams()->for_each(
      handle_->filter, Deadline::patient(kTimeToOpen), [](site::LiveStream& one) { return one.is_active(); },
      [&](site::LiveStream& one) { relay::relayed(one).send_to_server(text, false); });
}

void RoutedSocket::send_binary_to_server(std::string_view bytes) const {
  handle_->streams()->for_each(
      handle_->filter, Deadline::patient(kTimeToOpen), [](site::LiveStream& one) { return one.is_active(); },
      [&](site::LiveStream& one) { relay::relayed(one).send_to_server(bytes, true); });
}

SocketRelay::SocketRelay() : state_(std::make_shared<State>()) {}
SocketRelay::~SocketRelay() = default;

std::string SocketRelay::proxy() const {
  return state_->proxy();
}

RoutedSocket SocketRelay::route(std::string_view pattern, SocketHandler handler) {
  return RoutedSocket(state_->add(pattern, {.glob = "", .handler = std::move(handler)}));
}

RoutedSocket SocketRelay::route_by_rules(std::string_view pattern, std::vector<SocketRule> rules) {
  auto all = std::make_shared<relay::SocketRules>(std::move(rules));
  return RoutedSocket(state_->add(
      pattern,
      {.glob = "", .handler = [all](const RoutedMessage& message) { return all->answer(message); }, .rules = all}));
}

RoutedSocket SocketRelay::serve(std::string_view pattern, SocketScript script) {
  check_script(script);
  return RoutedSocket(state_->add(pattern, {.glob = "", .script = std::move(script)}));
}

RoutedSocket SocketRelay::sockets(std::string_view pattern) const {
  check_pattern(pattern);
  return RoutedSocket(state_->handle(pattern));
}

std::vector<std::string> SocketRelay::unused_lines() const {
  return state_->shared().unused_lines();
}

std::size_t SocketRelay::unroute(std::string_view pattern) {
  return state_->shared().remove(pattern);
}

void SocketRelay::reset() {
  state_->shared().reset();
}

void SocketRelay::serve_hosts(const std::string& host_resolver_rules) {
  state_->shared().serve_hosts(host_resolver_rules);
}

void SocketRelay::ignore_certificate_errors() {
  state_->shared().trust_any();
}

}  // namespace casement
