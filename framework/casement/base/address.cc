#include "casement/base/address.h"

#include <algorithm>

#include "casement/base/text.h"

namespace casement {
namespace {

// Whether a port follows the first colon, as in localhost:8080/x. The text before the colon is then a host, not a
// scheme.
bool begins_with_port(std::string_view url) {
  const auto colon = std::min(url.find(':'), url.size());
  const auto end = std::min(url.find_first_not_of("0123456789", std::min(colon + 1, url.size())), url.size());
  return end > colon + 1 && (end == url.size() || url[end] == '/');
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string_view scheme_of(std::string_view url) {
  const auto colon = url.find(':');
  if (colon == std::string_view::npos || begins_with_port(url)) return {};
  const std::string_view scheme = url.substr(0, colon);
  const bool is_scheme =
      !scheme.empty() && is_letter(scheme.front()) && std::all_of(scheme.begin(), scheme.end(), [](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      });
  return is_scheme ? scheme : std::string_view{};
}

UrlOrigin origin_of_url(std::string_view url) {
  UrlOrigin parts;
  parts.scheme = ascii_lower(url.substr(0, url.find(':')));
  const std::size_t begin = url.find("://");
  if (begin == std::string_view::npos) return parts;
  std::string_view authority = url.substr(begin + 3);
  authority = authority.substr(0, authority.find_first_of("/?#\\"));
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
  parts.origin = parts.scheme + "://" + ascii_lower(authority);
  if (authority.starts_with('[')) {
    parts.host = ascii_lower(authority.substr(0, std::min(authority.find(']') + 1, authority.size())));
  } else {
    parts.host = ascii_lower(authority.substr(0, authority.find(':')));
  }
  while (parts.host.ends_with('.')) parts.host.pop_back();
  return parts;
}

std::string hint_for_address(std::string_view url) {
  if (!scheme_of(url).empty()) return "";
  const auto slashes = url.find("://");
  if (slashes != std::string_view::npos && url.find('/') > slashes)
    return "write http" + std::string(url.substr(slashes));
  const auto host_end = url.find('/');
  const bool has_dot = !url.starts_with('.') && url.find('.') < host_end;
  const bool has_space = url.find(' ') < host_end;
  return (has_dot || begins_with_port(url)) && !has_space ? "write http://" + std::string(url) : "";
}

}  // namespace casement
