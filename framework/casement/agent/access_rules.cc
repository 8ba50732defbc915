#include "casement/agent/access_rules.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "casement/base/address.h"
#include "casement/base/text.h"
#include "casement/http/socket_address.h"

namespace casement {
namespace {

bool is_private_v4(std::uint32_t ip) {
  struct Block {
    std::uint32_t network;
    int bits;
  };
  // This network, private use, shared, loopback, link-local, protocol assignments, benchmarks, multicast and beyond.
  constexpr std::array<Block, 10> blocks = {{{0x00000000, 8},
                                             {0x0A000000, 8},
                                             {0x64400000, 10},
                                             {0x7F000000, 8},
                                             {0xA9FE0000, 16},
                                             {0xAC100000, 12},
                                             {0xC0000000, 24},
                                             {0xC0A80000, 16},
                                             {0xC6120000, 15},
                                             {0xE0000000, 3}}};
  for (const Block& block : blocks) {
    if (((ip ^ block.network) >> (32 - block.bits)) == 0) return true;
  }
  return false;
}

bool is_private_v6(const std::array<std::uint8_t, 16>& ip) {
  constexpr std::array<std::uint8_t, 12> mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (std::memcmp(ip.data(), mapped.data(), mapped.size()) == 0) {
    return is_private_v4(static_cast<std::uint32_t>(ip[12]) << 24 | static_cast<std::uint32_t>(ip[13]) << 16 |
                         static_cast<std::uint32_t>(ip[14]) << 8 | ip[15]);
  }
  // Only global unicast, 2000::/3, is public (RFC 4291), except addresses for documentation and those that embed IPv4.
  if ((ip[0] & 0xE0) != 0x20) return true;
  return ip[0] == 0x20 && (ip[1] == 0x02 || (ip[1] == 0x01 && ip[2] < 2));
}

}  // namespace

bool is_private_address(std::string_view ip) {
  std::string text(ip);
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  in_addr v4{};
  if (::inet_pton(AF_INET, text.c_str(), &v4) == 1) return is_private_v4(ntohl(v4.s_addr));
  std::array<std::uint8_t, 16> v6{};
  if (::inet_pton(AF_INET6, text.c_str(), v6.data()) == 1) return is_private_v6(v6);
  return false;
}

namespace {

constexpr const char* kPrivateRefusal =
    "private addresses are not allowed; start the server with --allow-private or --allow-origin";
constexpr const char* kOriginRefusal = "this origin is not allowed; start the server with --allow-origin for it";

bool is_local_name(std::string_view host) {
  return host == "localhost" || host.ends_with(".localhost");
}

// Compares the binary address, because the text of a link-local address ends with the name of a network.
bool is_private_address(const SocketAddress& address) {
  if (address.storage.ss_family == AF_INET) {
    return is_private_v4(ntohl(reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_addr.s_addr));
  }
  if (address.storage.ss_family != AF_INET6) return true;
  std::array<std::uint8_t, 16> ip{};
  std::memcpy(ip.data(), &reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_addr, ip.size());
  return is_private_v6(ip);
}

}  // namespace

std::vector<SocketAddress> AccessRules::addresses(const std::string& host, int port, std::string& refusal) {
  const std::string shown = host.find(':') == std::string::npos || host.starts_with('[') ? host : "[" + host + "]";
  bool is_named = false;
  for (const auto& [scheme, usual] : {std::pair("http", 80), {"https", 443}, {"ws", 80}, {"wss", 443}}) {
    // A canonical URL omits the default port of its scheme.
    const std::string origin = fmt::format("{}://{}{}", scheme, shown, port == usual ? "" : fmt::format(":{}", port));
    for (const std::string& glob : options_.origins) is_named = is_named || glob_match(glob, origin);
  }
  if (!options_.origins.empty() && !is_named) {
    refusal = kOriginRefusal;
    return {};
  }
  std::vector<SocketAddress> found = look_up(host, port);
  if (is_named || options_.private_addresses) return found;
  const bool is_private = is_local_name(host) ||
                          std::ranges::any_of(found, [](const SocketAddress& one) { return is_private_address(one); });
  if (!is_private) return found;
  refusal = kPrivateRefusal;
  return {};
}

bool AccessRules::leads_to_private(const std::string& host) {
  if (is_local_name(host) || is_private_address(std::string_view(host))) return true;
  const std::lock_guard lock(mutex_);
  if (const auto known = private_hosts_.find(host); known != private_hosts_.end()) return known->second;
  const std::vector<SocketAddress> found = look_up(host, 0);
  const bool is_private = std::ranges::any_of(found, [](const SocketAddress& one) { return is_private_address(one); });
  private_hosts_[host] = is_private;
  return is_private;
}

std::string AccessRules::refusal(std::string_view url) {
  const UrlOrigin parts = origin_of_url(url);
  if (parts.scheme == "data" || parts.scheme == "blob" || parts.scheme == "about") return "";
  if (parts.scheme != "http" && parts.scheme != "https" && parts.scheme != "ws" && parts.scheme != "wss") {
    return fmt::format("addresses of {}: are not allowed", shorten(parts.scheme, 20));
  }
  if (options_.hosts.contains(parts.host)) return "";
  for (const std::string& glob : options_.origins) {
    if (glob_match(glob, parts.origin)) return "";
  }
  if (!options_.origins.empty()) return kOriginRefusal;
  if (!options_.private_addresses && leads_to_private(parts.host)) {
    return kPrivateRefusal;
  }
  return "";
}

std::string AccessRules::refusal_to_show(std::string_view url) {
  if (url == "about:blank") return "";
  const std::string scheme = ascii_lower(url.substr(0, url.find(':')));
  if (scheme != "http" && scheme != "https") return "only http:, https: and about:blank can be opened";
  return refusal(url);
}

}  // namespace casement
