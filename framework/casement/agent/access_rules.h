// Which addresses an agent's pages may ask. Decided for every request that Chrome sends, each step of a redirect too.
// Names are resolved, so that one that leads to this machine is refused like its address. Any thread.
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
  std::vector<std::string> origins = {};  // globs on "https://shop.test:8080"; none: all public ones
  bool private_addresses = false;         // also this machine, and networks that are not the Internet
  std::set<std::string> hosts = {};       // of a site that is served meanwhile: always allowed
};

// Loopback, private, link-local, shared and other addresses that are not for the public Internet (RFC 6890), in any
// form in which a URL may have them, once it is an address.
bool is_private_address(std::string_view ip);

// Where a connection leads to.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  static SocketAddress loopback(int port);
};

class AccessRules {
 public:
  explicit AccessRules(AccessOptions options) : options_(std::move(options)) {}

  // Why it may not be asked, a sentence; "" where it may. Addresses without a host, data: and blob:, ask nobody.
  std::string refusal(std::string_view url);
  // The addresses that a connection to this host and port may go to: looked up now, and each of them checked. `refusal`
  // says why there is none; it stays "" for a name that is not known. Whether a tunnel carries http or https is not
  // seen, so one of them has to be allowed.
  std::vector<SocketAddress> addresses(const std::string& host, int port, std::string& refusal);
  // The same for what a page is to show: http, https and about:blank alone.
  std::string refusal_to_show(std::string_view url);

 private:
  bool leads_to_private(const std::string& host);

  const AccessOptions options_;
  std::mutex mutex_;
  std::map<std::string, bool> private_hosts_;  // what was found out so far
};

}  // namespace casement
