// Decides which addresses an agent's pages may request. Applied to every request of Chrome and every step of a
// redirect. Host names are resolved, so that a name for this machine is refused like its address. Any thread.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "casement/http/socket_address.h"

namespace casement {

struct AccessOptions {
  std::vector<std::string> origins = {};  // globs for "https://shop.test:8080"; empty: all public origins
  bool private_addresses = false;         // also allow this machine, and networks that are not the Internet
  std::set<std::string> hosts = {};       // hosts of a served site, which `refusal` always allows
};

// Whether `ip` is an address outside the public Internet: loopback, private, link-local, shared and others (RFC 6890).
// Accepts dotted decimal IPv4, as Chrome normalises it, and IPv6 with or without brackets. False for names and other
// notations.
bool is_private_address(std::string_view ip);

class AccessRules {
 public:
  explicit AccessRules(AccessOptions options) : options_(std::move(options)) {}

  // Why the URL may not be requested, as a sentence; "" if it may. data:, blob: and about: URLs are allowed. Of the
  // other schemes, only http, https, ws and wss can be allowed.
  std::string refusal(std::string_view url);
  // The addresses for a connection to this host and port: resolved now, and each one checked. Empty, with the reason in
  // `refusal`, if the rules refuse the host or one of its addresses. Empty, with `refusal` unchanged, if the name is
  // unknown. `AccessOptions::hosts` does not count here. A tunnel does not show whether it carries http or https, so it
  // is enough that the rules allow one of them.
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
