// Tests that pass, fail, end their program or never end, for runner/bazel_spec.cc. The same file is a program of
// GoogleTest alone and one with Casement's fixtures, so that their behaviour under Bazel can be compared.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

namespace {

bool is_told(const char* to_do) {
  const char* const told = std::getenv("SHOP");
  return told != nullptr && std::string(told) == to_do;
}

class Shop : public testing::Test {
 protected:
  static void TearDownTestSuite() {
    if (is_told("tidy")) std::this_thread::sleep_for(std::chrono::seconds(5));
  }
};

TEST_F(Shop, Opens) {}
TEST_F(Shop, Sells) {
  if (is_told("fail")) FAIL() << "sold out";
  if (is_told("exit")) ::_exit(0);
  if (is_told("hang")) {
    std::cout << "waiting for a customer" << std::endl;
    for (;;) ::pause();
  }
}
TEST_F(Shop, Closes) {
  if (is_told("skip")) GTEST_SKIP() << "open all night";
}
TEST(Cart, IsEmpty) {}

}  // namespace
