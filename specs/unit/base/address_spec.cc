#include "casement/base/address.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(Address, HasASchemeOnlyIfAbsolute) {
  EXPECT_EQ(scheme_of("http://shop.test/cart"), "http");
  EXPECT_EQ(scheme_of("data:text/html,a:b"), "data");
  EXPECT_EQ(scheme_of("view-source:http://a.test/"), "view-source");
  for (const char* url : {"", "cart", "/cart?a=b:c", "localhost:8080/cart", "shop.test:80", "ht tp://x", "1p://x",
                          "://x", ":", "[::1]:80/"}) {
    EXPECT_EQ(scheme_of(url), "") << url;
  }
}

TEST(Address, HasAHintIfTextLooksLikeOne) {
  EXPECT_EQ(hint_for_address("shop.test/cart"), "write http://shop.test/cart");
  EXPECT_EQ(hint_for_address("localhost:8080"), "write http://localhost:8080");
  EXPECT_EQ(hint_for_address("ht tp://x"), "write http://x");
  for (const char* url : {"http://shop.test", "cart", "/cart", "./a.html", "not an address", "a b.test", ""}) {
    EXPECT_EQ(hint_for_address(url), "") << url;
  }
}

// As AccessRules, routes and redirects compare them: whoever tells origins apart has to agree with the browser.
TEST(OriginOfUrl, IsThePartBeforeThePath) {
  struct Case {
    std::string url, scheme, host, origin;
  };
  for (const auto& [url, scheme, host, origin] :
       {Case{"https://shop.test/cart?x=http://other.test/", "https", "shop.test", "https://shop.test"},
        Case{"http://shop.test:8080", "http", "shop.test", "http://shop.test:8080"},
        Case{"http://shop.test?at=@evil.test", "http", "shop.test", "http://shop.test"},
        Case{"http://shop.test#/x", "http", "shop.test", "http://shop.test"},
        Case{"http://user:word@shop.test/", "http", "shop.test", "http://shop.test"},
        Case{"HTTP://Shop.Test./x", "http", "shop.test", "http://shop.test."},
        Case{"http://[::1]:80/x", "http", "[::1]", "http://[::1]:80"},
        Case{"http://shop.test\\@evil.test/", "http", "shop.test", "http://shop.test"},
        Case{"about:blank", "about", "", ""}, Case{"", "", "", ""}}) {
    const UrlOrigin read = origin_of_url(url);
    EXPECT_EQ(read.scheme, scheme) << url;
    EXPECT_EQ(read.host, host) << url;
    EXPECT_EQ(read.origin, origin) << url;
  }
}

}  // namespace
}  // namespace casement
