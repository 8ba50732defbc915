#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

TEST_CASE("sums") {
  CHECK(1 + 1 == 2);
}
TEST_CASE("sums, a < b") {
  CHECK(1 < 2);
}
TEST_CASE("misses") {
  CHECK(1 + 1 == 3);
}
