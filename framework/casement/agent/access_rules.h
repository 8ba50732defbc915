// Decides which addresses an agent's pages may request. Applied to every request of Chrome and every step of a
// redirect. Host names are resolved, so that a name for this machine is refused like its address. Any thread.
#pragma once

#include <sys/socket.h>

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct AccessOptions {
  std::vector<std::string> origins = {};  // globs for "https://shop.test:8080"; empty: all public origins
  bool private_addresses = false;         // also allow this machine, and networks that are not the Internet
  std::set<std::string> hosts = {};       // hosts of a served site, always allowed
};

// Whether `ip` is an address outside the public Internet: loopback, private, link-local, shared and others (RFC 6890).
// Accepts every form in which a URL may contain an address, but no names.
bool is_private_address(std::string_view ip);

// The address of a connection's other end.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  static SocketAddress loopback(int port);
};

class AccessRules {
 public:
  explicit AccessRules(AccessOptions options) : options_(std::move(options)) {}

  // Why the URL may not be requested, as a sentence; "" if it may. URLs without a host, such as data: and blob:, are
  // allowed.
  std::string refusal(std::string_view url);
  // The addresses for a connection to this host and port: resolved now, and each one checked. `refusal` receives the
  // reason if none is allowed; it stays "" if the name is unknown. A tunnel does not show whether it carries http or
  // https, so it is enough that the rules allow one of them.
  std::vector<SocketAddress> addresses(const std::string& host, int port, std::string& refusal);
  // Like `refusal`, for pages to show: only http, https and about:blank.
  std::string refusal_to_show(std::string_view url);

 private:
  bool leads_to_private(const std::string& host);

  const AccessOptions options_;
  std::mutex mutex_;
  std::map<std::string, bool> private_hosts_;  // results of earlier look-ups
};

}  // namespace casement
