#include "casement/browser/values/throttle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

std::vector<std::string> method_names(const std::vector<cdp::Command>& commands) {
  std::vector<std::string> all;
  for (const cdp::Command& command : commands) all.push_back(command.method);
  return all;
}

TEST(Throttles, HavePatternsOfTheUrlPatternStandard) {
  EXPECT_THAT(url_patterns("*"), ElementsAre(""));
  EXPECT_THAT(url_patterns("https://api.test/*"), ElementsAre("https://api.test/*\\?*"));
  EXPECT_THAT(url_patterns("*://api.test:8080/v1/tea"), ElementsAre("*://api.test:8080/v1/tea\\?"));
  EXPECT_THAT(url_patterns("*://*.test/tea?kind=*"), ElementsAre("*://*.test/tea\\?kind=*"));
  EXPECT_THAT(url_patterns("http://shop.test*"), ElementsAre("http://shop.test*:*/*"));
  EXPECT_THAT(url_patterns("http://shop.test"), ElementsAre("http://shop.test/\\?"));
  EXPECT_THAT(url_patterns("*/api/*"), ElementsAre("*://*:*/api/*\\?*", "*://*:*/*/api/*\\?*"));
  EXPECT_THAT(url_patterns("*/a(b)+{c}:d"),
              ElementsAre("*://*:*/a\\(b\\)\\+\\{c\\}\\:d\\?", "*://*:*/*/a\\(b\\)\\+\\{c\\}\\:d\\?"));
}

TEST(Throttles, RefusePatternsThatChromeCannotTake) {
  for (const char* good : {"*", "*/x", "https://a.test/*", "*://a.test", "http*://a.test/x?y=*", "http://[::1]:80/*"})
    EXPECT_EQ(why_no_throttle(good), "") << good;
  for (const char* bad : {"", "/api/*", "api.test", "*api*", "://a.test/", "http://", "f t p://a"})
    EXPECT_NE(why_no_throttle(bad), "") << bad;
  EXPECT_THAT(why_no_throttle("api.test"), HasSubstr("not 'api.test'"));
}

TEST(Throttles, RefuseValuesThatMeanNothing) {
  const auto refused = [](const NetworkThrottle& throttle) {
    try {
      check_throttle(throttle);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::Usage;
    }
    return false;
  };
  EXPECT_FALSE(refused({.latency = 200ms, .download = 50'000}));
  EXPECT_TRUE(refused({.url = "api"}));
  EXPECT_TRUE(refused({.latency = -1ms}));
  EXPECT_TRUE(refused({.download = -1}));
  EXPECT_TRUE(refused({.upload = std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_NO_THROW(check_cpu_slowdown(1));
  EXPECT_NO_THROW(check_cpu_slowdown(100));
  for (const double factor : {0.5, 0.0, -4.0, 101.0}) EXPECT_THROW(check_cpu_slowdown(factor), Error) << factor;
}

TEST(Throttles, OfAllAddressesNeedNoNewCommand) {
  const auto commands = network_condition_commands({.throttles = {{.latency = 200ms, .download = 5000}}}, "S");
  ASSERT_THAT(method_names(commands), ElementsAre("Network.emulateNetworkConditions"));
  EXPECT_EQ(commands[0].params,
            Json({{"offline", false}, {"latency", 200}, {"downloadThroughput", 5000.0}, {"uploadThroughput", -1}}));
}

TEST(Throttles, OfSomeAddressesAreRulesInTheirOrder) {
  const auto commands = network_condition_commands(
      {.throttles = {{.url = "https://api.test/*", .upload = 100}, {.url = "*", .latency = 20ms}}}, "S");
  ASSERT_THAT(method_names(commands),
              ElementsAre("Network.emulateNetworkConditions", "Network.emulateNetworkConditionsByRule"));
  const Json& rules = commands[1].params.at("matchedNetworkConditions");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0].at("urlPattern"), "https://api.test/*\\?*");
  EXPECT_EQ(rules[0].at("uploadThroughput"), 100);
  EXPECT_EQ(rules[1].at("urlPattern"), "");
}

TEST(Throttles, DoNotEndOffline) {
  const auto commands =
      network_condition_commands({.offline = true, .throttles = {{.url = "*/x", .latency = 1ms}}}, "S");
  ASSERT_THAT(method_names(commands), ElementsAre("Network.emulateNetworkConditions"));
  EXPECT_EQ(commands[0].params.at("offline"), true);
}

}  // namespace
}  // namespace casement
