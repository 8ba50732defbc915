// Parses URLs, and suggests a URL for an address that a person wrote without a scheme.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Returns the scheme of an absolute URL (RFC 3986 section 3.1). Returns "" for any other text, also for a host with its
// port, as in localhost:8080/cart.
std::string_view scheme_of(std::string_view url);

struct UrlOrigin {  // in lower case
  std::string scheme;
  std::string host;    // an IPv6 address with its brackets, as in [::1]; without a trailing dot
  std::string origin;  // scheme://host:port as written, without user, password and path
};

// Splits an absolute URL that a browser has made canonical (URL Standard section 4.4). Host and origin are "" if the
// URL has no authority, as in about:blank.
UrlOrigin origin_of_url(std::string_view url);

// Suggests a URL: "write http://shop.test/cart" for shop.test/cart, for example. Also recognises localhost:8080 and ht
// tp://shop.test. Returns "" for a URL with a scheme, and if no suggestion is likely.
std::string hint_for_address(std::string_view url);

}  // namespace casement
