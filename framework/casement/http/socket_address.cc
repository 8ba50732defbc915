#include "casement/http/socket_address.h"

#include <netdb.h>
#include <netinet/in.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <sstream>
#include <string_view>

namespace casement {

SocketAddress SocketAddress::loopback(int port) {
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_port = htons(static_cast<std::uint16_t>(port));
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  SocketAddress address;
  std::memcpy(&address.storage, &own, sizeof own);
  address.size = sizeof own;
  return address;
}

std::vector<SocketAddress> look_up(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  std::string name = host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
  if (name.ends_with(".localhost")) name = "localhost";
  std::vector<SocketAddress> addresses;
  if (::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return addresses;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, ::freeaddrinfo);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    SocketAddress address;
    if (one->ai_addrlen > sizeof address.storage) continue;
    std::memcpy(&address.storage, one->ai_addr, one->ai_addrlen);
    address.size = one->ai_addrlen;
    addresses.push_back(address);
  }
  return addresses;
}

std::map<std::string, int> mapped_ports(const std::string& host_resolver_rules) {
  std::map<std::string, int> ports;
  std::istringstream words(host_resolver_rules);
  std::string map, name, address;
  while (words >> map >> name >> address) {
    const std::string_view digits = std::string_view(address).substr(address.rfind(':') + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), ports[name]);
  }
  return ports;
}

}  // namespace casement
