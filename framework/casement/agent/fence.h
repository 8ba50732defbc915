// A SOCKS5 proxy (RFC 1928) on the loopback address. Chrome sends every request of an agent's pages through it,
// including requests of workers, prefetches and WebSockets. The fence checks the access rules, then connects to the
// address that it checked, so a name cannot lead elsewhere a moment later. The fence serves only processes of the same
// user. Any thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "casement/agent/access_rules.h"
#include "casement/grid/browser_source.h"
#include "casement/process/launch_options.h"

namespace casement {

namespace http {
class TunnelServer;
}  // namespace http

class Fence {
 public:
  // Listens at once. Throws Error{Environment} if it cannot.
  explicit Fence(const AccessOptions& rules);
  // Closes every connection.
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  int port() const;
  // Connects requests for these hosts to the server of a fixture site: "MAP shop.test:80 127.0.0.1:41234, MAP …".
  void serve_hosts(const std::string& host_resolver_rules);
  // A Chrome that sends everything through this fence. The result must not outlive the fence.
  BrowserSource source(const LaunchOptions& launch);
  // Refused and failed requests, each as "host:port: why"; the newest 100, oldest first.
  std::vector<std::string> refusals() const;
  // The newest of the refusals for this host; "" if there is none.
  std::string newest_refusal_of(const std::string& host) const;

 private:
  class State;
  std::shared_ptr<State> state_;
  std::unique_ptr<http::TunnelServer> server_;
};

}  // namespace casement
