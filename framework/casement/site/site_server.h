// The server of fixture pages. It serves several host names on one loopback port, and optionally at an address that
// other machines reach. Each host serves a folder; rules make responses slow, broken or absent. Owns its sockets and
// threads. May be used from any thread; a process may have several.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/duration.h"
#include "casement/http/served_request.h"
#include "casement/site/site_proxy_access.h"
#include "casement/site/site_rule.h"
#include "casement/site/site_stream.h"

namespace casement {

class SiteServer {
 public:
  // Loads `folder`/site.yaml and listens on 127.0.0.1, at `port` or, for 0, at one that the system chooses. Throws
  // Error{Environment} with the name of a folder, file or socket that cannot be used, and Error{Authoring}
  // "file:line:column: message" for an invalid site.yaml.
  explicit SiteServer(const std::string& folder, int port = 0);
  // Stops at once; clients that wait for a response see a closed connection.
  ~SiteServer();
  SiteServer(const SiteServer&) = delete;
  SiteServer& operator=(const SiteServer&) = delete;

  // Adds a rule before all others, so the newest rule is tried first. The host may contain globs. Throws Error{Usage}
  // if site.yaml lists no matching host, and SiteRuleError for a rule that `check_site_rule` refuses.
  void route(SiteRule rule);
  void route(std::string_view host, std::string_view path, SiteRule rule);
  // Removes the rules that `route` added.
  void clear_routes();

  // The newest 10,000 requests, oldest first, including CORS preflights and requests for hosts not listed, but no
  // malformed requests.
  std::vector<ServedRequest> requests() const;
  void clear_requests();
  // Prepares for the next test: closes every connection, so that pending requests of the last test cannot arrive, and
  // removes the rules of `route`, all requests, and all connections and messages of sockets and event streams. Clients
  // with idle connections open new ones, as after any server's timeout.
  void reset();
  // Waits for a request for `host` with a path that matches `path_glob`; requests already received count too, and the
  // oldest match is returned. CORS preflights do not count. Throws Error{Timeout} with the received requests in the
  // trail.
  ServedRequest wait_for_request(std::string_view host, std::string_view path_glob,
                                 Milliseconds timeout = Milliseconds{5'000}) const;

  // The WebSockets that pages open at this address, if a rule with `socket` agrees to them, and the event streams of a
  // rule with `events`. Throw Error{Usage} for a host that site.yaml does not list.
  SiteSocket socket(std::string_view host, std::string_view path_glob = "*");
  SiteEvents events(std::string_view host, std::string_view path_glob = "*");
  // The addresses of the rules of site.yaml with `socket` or `events`, for people: "ws://shop.test/feed (WebSocket)".
  std::vector<std::string> stream_addresses() const;

  int port() const;  // on 127.0.0.1

  // The key of the certificate that this server made for its TLS hosts, for Chrome's option
  // --ignore-certificate-errors-spki-list. Empty if there are no such hosts.
  std::string certificate_pin() const;
  std::vector<std::string> hosts() const;
  // For Chrome's --host-resolver-rules: "MAP shop.test:80 127.0.0.1:41234, MAP …".
  std::string host_resolver_rules() const;
  // For contexts in a browser without resolver rules: the server as an HTTP proxy for all hosts of the site,
  // "http://127.0.0.1:41234". Requests for other hosts get status 421.
  std::string proxy() const;
  // Also serves the hosts to browsers on other machines, as an HTTP proxy that requires the returned user and password.
  // `host` is the name or IPv4 address at which these browsers reach this machine; `port` as in the constructor. A
  // second call with the same host returns the same access and ignores `port`. Throws Error{Usage} for 0.0.0.0, for a
  // second host and for a site with hosts under `tls`, and Error{Environment} if it cannot listen.
  SiteProxy serve_at(const std::string& host, int port = 0);
  // "http://shop.test/cart", https:// for a host under `tls`; throws Error{Usage} for a host that site.yaml does not
  // list.
  std::string url(std::string_view host, std::string_view path = "/") const;
  // The address at which a person starts to look at the site: the first host with a folder that answers "/", or else
  // the first host with a folder, or else the first host; "" without hosts.
  std::string start_url() const;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace casement
