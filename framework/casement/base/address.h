// Addresses as people write them.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// What an absolute URL begins with (RFC 3986 section 3.1); "" for any other text, also for a host with
// its port, as in localhost:8080/cart.
std::string_view scheme_of(std::string_view url);

struct UrlOrigin {  // all in small letters
  std::string scheme;
  std::string host;    // [::1] with its brackets; without the dot of a rooted name
  std::string origin;  // scheme://host:port as they stand, without what an origin never has: user, password, path
};

// Of an absolute URL that a browser has made canonical (URL Standard section 4.4); host and origin are "" where it has
// no authority, as in about:blank.
UrlOrigin origin_of_url(std::string_view url);

// "write http://shop.test/cart" for what was probably meant by shop.test/cart, localhost:8080 or
// ht tp://shop.test; "" where nothing is probable.
std::string hint_for_address(std::string_view url);

}  // namespace casement
