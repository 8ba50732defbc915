#include "casement/grid/grid_address.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/http/request_headers.h"

namespace casement::grid {
namespace {

using Octets = std::array<int, 4>;

std::optional<Octets> octets_of(std::string_view host) {
  Octets octets{};
  const char* at = host.data();
  const char* const end = host.data() + host.size();
  for (std::size_t i = 0; i < octets.size(); ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
    const auto [next, failed] = std::from_chars(at, end, octets[i]);
    if (failed != std::errc() || octets[i] < 0 || octets[i] > 255) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(octets) : std::nullopt;
}

// RFC 1122 loopback and "this host", RFC 1918 private, RFC 3927 link-local, RFC 6598 shared by a provider's customers.
bool is_inner_ipv4(const Octets& address) {
  const auto [a, b, c, d] = address;
  return a == 0 || a == 10 || a == 127 || (a == 172 && b >= 16 && b <= 31) || (a == 192 && b == 168) ||
         (a == 169 && b == 254) || (a == 100 && b >= 64 && b <= 127);
}

// RFC 4291 loopback and link-local, RFC 4193 unique local addresses.
bool is_inner_ipv6(std::string_view address) {
  return address == "::1" || address == "::" || address.starts_with("fc") || address.starts_with("fd") ||
         address.starts_with("fe8") || address.starts_with("fe9") || address.starts_with("fea") ||
         address.starts_with("feb") || address.starts_with("::ffff:");
}

// A host that is known only inside a container, a cluster or a local network (RFC 6761, RFC 6762).
bool is_inner_host(const std::string& written) {
  const std::string host = ascii_lower(written);
  if (host.find(':') != std::string::npos) return is_inner_ipv6(host);
  if (const auto octets = octets_of(host)) return is_inner_ipv4(*octets);
  constexpr std::array<std::string_view, 6> kInner{".localhost", ".local", ".internal", ".svc", ".lan", ".home.arpa"};
  return host.find('.') == std::string::npos ||
         std::ranges::any_of(kInner, [&](std::string_view end) { return host.ends_with(end); });
}

std::string without_end(std::string path, std::string_view end) {
  if (path.ends_with(end)) path.resize(path.size() - end.size());
  return path;
}

}  // namespace

Endpoint GridAddress::at(std::string_view path) const {
  Endpoint resource = endpoint;
  resource.path += path;
  return resource;
}

std::string GridAddress::shown() const {
  return endpoint.scheme + "://" + endpoint.authority() + endpoint.path;
}

GridAddress parse_grid_address(std::string_view written) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::Usage, "\"" + shorten(to_valid_utf8(shown_url(written)), 200) +
                                      "\" is not a Grid address: " + why + "; give http://host:port");
  };
  const UrlWithUser parts = take_user_out(written);
  GridAddress grid;
  try {
    grid.endpoint = parse_endpoint(parts.url);
  } catch (const Error&) {
    refuse("it is not an http:// or https:// URL with a host");
  }
  if (grid.endpoint.is_websocket()) refuse("its scheme is neither http nor https");
  if (grid.endpoint.path.find('?') != std::string::npos) refuse("it has a query");
  std::string path = without_end(grid.endpoint.path, "/");
  grid.endpoint.path = without_end(without_end(path, "/session"), "/");
  if (!parts.authorization.empty()) grid.headers.emplace_back("Authorization", parts.authorization);
  return grid;
}

CdpAddress reachable_cdp_address(const GridAddress& grid, std::string_view named) {
  Endpoint cdp;
  try {
    cdp = parse_endpoint(named);
  } catch (const Error&) {
  }
  if (!cdp.is_websocket()) {
    throw Error(ErrorKind::Environment, "the Grid at " + grid.shown() + " names a websocket that cannot be used: \"" +
                                            shorten(to_valid_utf8(shown_url(named)), 200) + "\"");
  }
  const bool is_the_grids = cdp.host == grid.endpoint.host && cdp.port == grid.endpoint.port;
  const bool is_elsewhere = !is_the_grids && !is_inner_host(cdp.host);
  const std::string elsewhere = is_elsewhere ? cdp.url() : "";
  cdp.scheme = grid.endpoint.is_secure() ? "wss" : "ws";
  cdp.host = grid.endpoint.host;
  cdp.port = grid.endpoint.port;
  if (!cdp.path.starts_with(grid.endpoint.path + "/")) cdp.path.insert(0, grid.endpoint.path);
  if (is_elsewhere) return {elsewhere, false, cdp.url()};
  return {cdp.url(), true, ""};
}

}  // namespace casement::grid
