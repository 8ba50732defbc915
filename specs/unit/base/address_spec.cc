#include "casement/base/address.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(Address, HasASchemeOnlyWhereItIsAbsolute) {
  EXPECT_EQ(scheme_of("http://shop.test/cart"), "http");
  EXPECT_EQ(scheme_of("data:text/html,a:b"), "data");
  EXPECT_EQ(scheme_of("view-source:http://a.test/"), "view-source");
  for (const char* url : {"", "cart", "/cart?a=b:c", "localhost:8080/cart", "shop.test:80", "ht tp://x", "1p://x",
                          "://x", ":", "[::1]:80/"}) {
    EXPECT_EQ(scheme_of(url), "") << url;
  }
}

TEST(Address, IsHintedAtWhereItIsProbable) {
  EXPECT_EQ(hint_for_address("shop.test/cart"), "write http://shop.test/cart");
  EXPECT_EQ(hint_for_address("localhost:8080"), "write http://localhost:8080");
  EXPECT_EQ(hint_for_address("ht tp://x"), "write http://x");
  for (const char* url : {"http://shop.test", "cart", "/cart", "./a.html", "not an address", "a b.test", ""}) {
    EXPECT_EQ(hint_for_address(url), "") << url;
  }
}

}  // namespace
}  // namespace casement
