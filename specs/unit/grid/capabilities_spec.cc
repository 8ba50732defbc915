#include "casement/grid/capabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"

namespace casement::grid {
namespace {

using nlohmann::json;

json always_match(const Wanted& wanted) {
  return json::parse(session_body(wanted).json).at("capabilities").at("alwaysMatch");
}

TEST(SessionBody, ContainsTheRequestedCapabilities) {
  const json asked =
      always_match({.version = "156", .platform = "linux", .arguments = {"--headless=new"}, .name = "n"});
  EXPECT_EQ(asked, json::parse(R"({"browserName":"chrome","browserVersion":"156","platformName":"linux","se:name":"n",
                                   "goog:chromeOptions":{"args":["--headless=new"]}})"));
}

TEST(SessionBody, PutsGivenArgumentsAfterCasements) {
  const json asked =
      always_match({.arguments = {"--a"}, .own = R"({"goog:chromeOptions":{"args":["--b"],"binary":"/c"}})"});
  EXPECT_EQ(asked["goog:chromeOptions"], json::parse(R"({"args":["--a","--b"],"binary":"/c"})"));
}

TEST(SessionBody, LetsGivenCapabilitiesOverrideCasements) {
  const json asked = always_match({.version = "1", .own = R"({"browserVersion":"2","se:name":"mine"})"});
  EXPECT_EQ(asked["browserVersion"], "2");
  EXPECT_EQ(session_body({.name = "ours", .own = R"({"se:name":"mine"})"}).name, "mine");
}

TEST(SessionBody, TakesTheStandardsFormToo) {
  EXPECT_EQ(always_match({.own = R"({"alwaysMatch":{"x:y":1}})"})["x:y"], 1);
  EXPECT_EQ(always_match({.own = R"({"capabilities":{"alwaysMatch":{"x:y":1}}})"})["x:y"], 1);
}

TEST(SessionBody, GivesEdgeItsOwnOptions) {
  const json asked = always_match({.arguments = {"--a"}, .own = R"({"browserName":"MicrosoftEdge"})"});
  EXPECT_EQ(asked["ms:edgeOptions"]["args"], json::parse(R"(["--a"])"));
  EXPECT_FALSE(asked.contains("goog:chromeOptions"));
}

TEST(SessionBody, IsRefusedIfTheGivenOptionsAreNoObject) {
  for (const char* own : {"[]", "1", "{", "\"x\"", R"({"alwaysMatch":1})", R"({"firstMatch":[{}]})"}) {
    try {
      session_body({.own = own});
      ADD_FAILURE() << own;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage) << own;
    }
  }
}

TEST(ReadCapabilities, NamesAFileThatIsNotThere) {
  EXPECT_EQ(read_capabilities("{}"), "{}");
  try {
    read_capabilities("@/nowhere/capabilities.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.what(), testing::HasSubstr("/nowhere/capabilities.json"));
  }
}

}  // namespace
}  // namespace casement::grid
