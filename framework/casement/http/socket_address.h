// Addresses of TCP connections. Any thread.
#pragma once

#include <sys/socket.h>

#include <map>
#include <string>
#include <vector>

namespace casement {

// The address of a connection's other end.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  static SocketAddress loopback(int port);
};

// The addresses of a host at this port, an IPv6 address with or without brackets. localhost and names below it are this
// machine, as in Chrome (RFC 6761). Empty if the name is unknown. Blocks while the system asks name servers.
std::vector<SocketAddress> look_up(const std::string& host, int port);

// The hosts that Chrome's rules map to ports of this machine: "MAP shop.test:80 127.0.0.1:41234, MAP …" becomes
// "shop.test:80" → 41234.
std::map<std::string, int> mapped_ports(const std::string& host_resolver_rules);

}  // namespace casement
