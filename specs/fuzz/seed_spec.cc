// Runs the fuzz target's question on seeded random bytes, so that ctest asks it too.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "specs/fuzz/seeds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using namespace std::string_view_literals;

class SnapshotFuzz : public testing::TestWithParam<unsigned> {};

// Bytes of which half are those that mean something in a reading or in YAML.
std::vector<std::uint8_t> random_bytes(std::mt19937& random) {
  static constexpr std::string_view telling = "\0\0\t\n\\:#-'\"[]{} e1\xC3\xED\xFF"sv;
  std::vector<std::uint8_t> bytes(1 + random() % 400);
  for (std::uint8_t& byte : bytes) {
    byte = random() % 2 ? static_cast<std::uint8_t>(random())
                        : static_cast<std::uint8_t>(telling[random() % telling.size()]);
  }
  return bytes;
}

TEST_P(SnapshotFuzz, AnyBytesPassTheChecksOfTheFuzzer) {
  std::mt19937 random(GetParam());
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint8_t> bytes = random_bytes(random);
    if (bytes[0] % 3 == 0 && round % 4 != 0) ++bytes[0];  // a page; few random bytes are a reading
    EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
  }
}

TEST(SnapshotFuzzCorpus, EachSeedPassesTheChecksOfTheFuzzer) {
  const std::vector<std::string> seeds = casement::fuzz::kept_seeds("snapshot");
  for (const std::string& seed : seeds) {
    EXPECT_EQ(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(seed.data()), seed.size()), 0) << seed;
  }
  EXPECT_GE(seeds.size(), 4u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SnapshotFuzz, testing::Range(1u, 9u));

}  // namespace
