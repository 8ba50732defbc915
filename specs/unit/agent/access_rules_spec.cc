#include "casement/agent/access_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(AccessRules, RefuseEachSpellingOfAPrivateAddress) {
  AccessRules rules({});
  for (const char* host : {"127.0.0.1",
                           "127.1",
                           "2130706433",
                           "0x7f000001",
                           "0177.0.0.1",
                           "0.0.0.0",
                           "0",
                           "10.0.0.1",
                           "169.254.169.254",
                           "192.168.1.1",
                           "172.16.0.1",
                           "100.64.0.1",
                           "::1",
                           "[::1]",
                           "::",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "64:ff9b::7f00:1",
                           "fe80::1",
                           "fd00::1",
                           "localhost",
                           "shop.localhost",
                           "224.0.0.1",
                           "255.255.255.255"}) {
    std::string refusal;
    EXPECT_THAT(rules.addresses(host, 80, refusal), IsEmpty()) << host;
    EXPECT_THAT(refusal, HasSubstr("private addresses are not allowed")) << host;
  }
}

TEST(AccessRules, LetAPublicAddressBeAsked) {
  AccessRules rules({});
  std::string refusal;
  EXPECT_THAT(rules.addresses("8.8.8.8", 443, refusal), SizeIs(1));
  EXPECT_EQ(refusal, "");
}

TEST(AccessRules, LetATunnelLeadToAllowedOriginsAlone) {
  AccessRules rules({.origins = {"https://127.0.0.1", "http://127.0.0.2:8080"}});
  std::string refusal;
  EXPECT_THAT(rules.addresses("127.0.0.1", 443, refusal), SizeIs(1));
  EXPECT_THAT(rules.addresses("127.0.0.2", 8080, refusal), SizeIs(1));
  EXPECT_EQ(refusal, "");
  for (const auto& [host, port] :
       {std::pair("127.0.0.1", 80), {"127.0.0.1", 8080}, {"127.0.0.2", 80}, {"8.8.8.8", 443}}) {
    refusal.clear();
    EXPECT_THAT(rules.addresses(host, port, refusal), IsEmpty()) << host << ":" << port;
    EXPECT_THAT(refusal, HasSubstr("--allow-origin")) << host << ":" << port;
  }
}

}  // namespace
}  // namespace casement
