#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

TEST_CASE("adds") {
  CHECK(1 + 1 == 2);
}
TEST_CASE("adds, and [removes]", "[cart]") {
  CHECK(true);
}
TEST_CASE("loses") {
  CHECK(1 + 1 == 3);
}
