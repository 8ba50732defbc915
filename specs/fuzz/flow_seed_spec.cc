// Asks the flow fuzz target's question of seeded random bytes, so that ctest asks it too.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "specs/fuzz/seeds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

class FlowFuzz : public testing::TestWithParam<unsigned> {};

TEST_P(FlowFuzz, AnyTextLoadsOrFailsWithAPlace) {
  static constexpr std::string_view telling = "\n\n  -:{}[]'\"$${}ab,#|>&*!%@\\\t\xC3\xA9\xFF/()";
  std::mt19937 random(GetParam());
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> bytes(2 + random() % 40);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(telling[random() % telling.size()]);
    bytes[0] = static_cast<std::uint8_t>(random());
    bytes[1] = static_cast<std::uint8_t>(random());
    EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
  }
}

// Inputs by which libFuzzer came to new places in the loader.
TEST(FlowFuzzCorpus, EachSeedLoadsOrFailsWithAPlace) {
  const std::vector<std::string> seeds = casement::fuzz::kept_seeds("flow");
  for (const std::string& seed : seeds) {
    EXPECT_EQ(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(seed.data()), seed.size()), 0);
  }
  EXPECT_GE(seeds.size(), 150u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, FlowFuzz, testing::Range(1u, 9u));

}  // namespace
