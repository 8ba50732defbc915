#include "casement/flow/model/network_values.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(NetworkValues, ReadRatesInBytesPerSecond) {
  EXPECT_EQ(parse_rate("50 kB/s"), 50'000);
  EXPECT_EQ(parse_rate("1.5MB/s"), 1'500'000);
  EXPECT_EQ(parse_rate("800 B/s"), 800);
  EXPECT_EQ(parse_rate("8 kbit/s"), 1000);
  EXPECT_EQ(parse_rate("10 Mbit/s"), 1'250'000);
  for (const char* bad :
       {"", "50", "50 kb/s", "kB/s", "-1 kB/s", "0 kB/s", "50 kB/s ", "1e3 B/s", "nan B/s", "5 GB/s", "999999999 MB/s"})
    EXPECT_EQ(parse_rate(bad), std::nullopt) << bad;
}

TEST(NetworkValues, ReadSlowdowns) {
  EXPECT_EQ(parse_slowdown("4x slower"), 4);
  EXPECT_EQ(parse_slowdown("1.5x slower"), 1.5);
  EXPECT_EQ(parse_slowdown("1x slower"), 1);
  for (const char* bad : {"", "4", "4x", "4 slower", "0.5x slower", "101x slower", "x slower", "-2x slower"})
    EXPECT_EQ(parse_slowdown(bad), std::nullopt) << bad;
}

}  // namespace
}  // namespace casement
