// Routes, hosts and open connections: the state that the threads of a relay share. Any thread.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "casement/http/channel.h"
#include "casement/relay/client_identities.h"
#include "casement/relay/socket_route.h"
#include "casement/relay/socket_rules.h"
#include "casement/site/live_streams.h"

namespace casement::relay {

struct RouteUse {
  int sockets = 0;        // that pages have opened
  std::size_t since = 0;  // the number of the sockets that were opened before the route was set
};

struct Route {
  std::string glob;
  SocketHandler handler = nullptr;
  std::optional<SocketScript> script = {};                       // answers without a server
  std::shared_ptr<SocketRules> rules = nullptr;                  // that `handler` applies, if there are any
  std::shared_ptr<RouteUse> use = std::make_shared<RouteUse>();  // guarded by the state's lock
};

class RelayState {
 public:
  RelayState() : streams_(std::make_shared<site::LiveStreams>([this] { wake_all(); })) {}
  // No connection uses this object any more.
  ~RelayState() { streams_->stop(); }
  RelayState(const RelayState&) = delete;
  RelayState& operator=(const RelayState&) = delete;

  void add(Route route);
  std::size_t remove(std::string_view glob);
  // The newest route for a socket that a page opens now.
  std::optional<Route> find_for(const std::string& url);
  // Whether Chrome took the relay's certificate in its newest connection for a secure socket to the goal.
  void note_handshake(const Goal& goal, bool is_accepted);
  // Lines for routes that no socket has used, for their rules that answered no message, and for routes whose newest
  // socket Chrome did not open because of the relay's certificate.
  std::vector<std::string> unused_lines() const;
  void reset();

  void serve_hosts(const std::string& host_resolver_rules);
  void trust_any();
  bool is_served(const Goal& goal) const;
  // The addresses of the goal, and whether its certificate is checked.
  std::vector<SocketAddress> addresses_of(const Goal& goal) const;
  http::Channel::Trust trust_of(const Goal& goal) const;

  // Sets the certificate that the relay shows Chrome, unless the relay has one already: that of the first browser with
  // a context that uses the relay. Returns the key that the relay uses, as TlsCertificate::pin.
  std::string use_certificate(const http::TlsCertificate& certificate);
  // Throw Error{Environment} if OpenSSL fails. Without `use_certificate` the relay shows `relay_certificate`.
  http::TlsContext server_tls();
  http::TlsContext client_tls();

  const std::shared_ptr<site::LiveStreams>& streams() const { return streams_; }

  // The descriptors that become readable when a stream may have new output, and at `reset`. Each connection has one.
  // Called by `streams` with its lock, so the functions must not wait for that lock.
  void add_waker(int eventfd);
  void remove_waker(int eventfd);
  // How often `reset` was called: a connection that began before the last call ends.
  unsigned resets() const;

 private:
  void wake_all();
  const int* served_port(const Goal& goal) const;
  std::string describe_unused(const Route& route) const;
  std::string describe_refused(const Route& route) const;

  mutable std::mutex mutex_;
  std::deque<Route> routes_;           // newest first
  std::vector<std::string> opened_;    // addresses, in order
  std::vector<Goal> refused_;          // whose newest handshake Chrome has ended
  std::map<std::string, int> served_;  // "shop.test:80" → 41234
  bool trusts_any_ = false;
  unsigned resets_ = 0;
  std::optional<http::TlsCertificate> certificate_;
  std::optional<http::TlsContext> server_tls_, client_tls_;
  mutable std::mutex wakers_mutex_;
  std::set<int> wakers_;
  const std::shared_ptr<site::LiveStreams> streams_;  // uses the above
};

}  // namespace casement::relay
