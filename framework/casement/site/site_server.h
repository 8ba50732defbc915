// The server of fixture pages: several host names on one loopback port, and on another machine's way in where a test
// says so, each serving a folder, with rules in front that make answers slow, broken or absent. Owns its socket and one
// thread; may be used from any thread, and there may be several in one process.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/http/served_request.h"
#include "casement/site/site_proxy_access.h"
#include "casement/site/site_rule.h"

namespace casement {

class SiteServer {
 public:
  // Loads `folder`/site.yaml and listens on 127.0.0.1, on that port or, for 0, on one that the
  // system chooses. Throws Error{Environment} naming a folder, file or socket that cannot be used,
  // and Error{Authoring} "file:line:column: message" for a site.yaml that does not check.
  explicit SiteServer(const std::string& folder, int port = 0);
  // Stops at once; requests that wait for an answer see their connection closed.
  ~SiteServer();
  SiteServer(const SiteServer&) = delete;
  SiteServer& operator=(const SiteServer&) = delete;

  // Puts a rule before all others; the newest is asked first. Throws Error{Usage} for a host that
  // site.yaml does not list, and SiteRuleError for a rule that cannot be sent.
  void route(SiteRule rule);
  void route(std::string_view host, std::string_view path, SiteRule rule);
  // Forgets the rules that `route` added.
  void clear_routes();

  // The newest 10,000 requests, oldest first, CORS preflights among them. Those for hosts not
  // listed are there too; bytes that are no HTTP request are not.
  std::vector<ServedRequest> requests() const;
  void clear_requests();
  // For the next test: closes every connection, so that nothing which is on its way from the one before
  // can arrive any more, and forgets the rules of `route` and all requests. Clients that keep
  // connections open make new ones, as they have to wherever a server closes an idle one.
  void reset();
  // Waits until a request for `host` with a path like `path_glob` is there, or finds it among those
  // already received; the oldest wins. CORS preflights do not count. Throws Error{Timeout} whose
  // trail lists what did come.
  ServedRequest wait_for_request(std::string_view host, std::string_view path_glob, Deadline deadline) const;

  int port() const;  // of 127.0.0.1
  // For Chrome's --ignore-certificate-errors-spki-list: the key of the certificate that this server
  // made for its hosts under `tls`; "" where there are none.
  std::string certificate_pin() const;
  std::vector<std::string> hosts() const;
  // For Chrome's --host-resolver-rules: "MAP shop.test:80 127.0.0.1:41234, MAP …".
  std::string host_resolver_rules() const;
  // For a context of a browser that cannot have resolver rules: every host of the site is reached by
  // asking the server as an HTTP proxy, "http://127.0.0.1:41234". Other hosts are answered with 421.
  std::string proxy() const;
  // Serves the hosts to browsers on other machines too, as an HTTP proxy at the address of this machine that they reach
  // it at: `host` is its name or IPv4 address, `port` as in the constructor. It answers nobody without the user and the
  // password of the result. For the same host again it is the same. Throws Error{Usage} for a host that stands for all
  // addresses, for a second one and for a site with hosts under `tls`, and Error{Environment} where it cannot listen.
  SiteProxy serve_at(const std::string& host, int port = 0);
  // "http://shop.test/cart", https:// for a host under `tls`; throws Error{Usage} for a host that
  // site.yaml does not list.
  std::string url(std::string_view host, std::string_view path = "/") const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace casement
