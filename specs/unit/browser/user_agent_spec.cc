#include "casement/browser/values/user_agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "casement/browser/values/devices.h"

namespace casement {
namespace {

constexpr const char* kOwn =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.8078.108 Safari/537.36";

Json override_of(const std::string& agent, const std::string& locale = "", const ClientHints& hints = {}) {
  ContextOptions options;
  options.user_agent = agent;
  options.locale = locale;
  options.client_hints = hints;
  return user_agent_override(options, kOwn);
}

TEST(UserAgent, HasAMajorVersion) {
  EXPECT_EQ(chrome_major(kOwn), "156");
  EXPECT_EQ(chrome_major("Chrome/99"), "99");
  EXPECT_EQ(chrome_major("Safari/604.1"), "");
  EXPECT_EQ(chrome_major(""), "");
}

TEST(UserAgent, StaysTheBrowsersOwnIfOnlyTheLanguageIsSet) {
  EXPECT_EQ(override_of("", "de-DE"), (Json{{"userAgent", ""}, {"acceptLanguage", "de-DE"}}));
}

TEST(UserAgent, HasTheVersionOfTheChromeAtHand) {
  EXPECT_EQ(override_of("A Chrome/{chrome}.0 and {chrome}").at("userAgent"), "A Chrome/156.0 and 156");
}

TEST(UserAgent, NamesThePlatformAndWhetherItIsAPhone) {
  struct {
    const char *agent, *hint, *navigator;
    bool mobile;
  } const rows[] = {
      {"(Linux; Android 10; K) Chrome/156.0.0.0 Mobile Safari", "Android", "Linux armv81", true},
      {"(Linux; Android 10; K) Chrome/156.0.0.0 Safari", "Android", "Linux armv81", false},
      {"(Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari", "Windows", "Win32", false},
      {"(Macintosh; Intel Mac OS X 10_15_7) Chrome/156.0.0.0 Safari", "macOS", "MacIntel", false},
      {"(X11; CrOS x86_64 14541.0.0) Chrome/156.0.0.0 Safari", "Chrome OS", "Linux x86_64", false},
      {"(X11; Linux x86_64) Chrome/156.0.0.0 Safari", "Linux", "Linux x86_64", false},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.agent);
    const Json told = override_of(row.agent);
    EXPECT_EQ(told.at("platform"), row.navigator);
    EXPECT_EQ(told.at("userAgentMetadata").at("platform"), row.hint);
    EXPECT_EQ(told.at("userAgentMetadata").at("mobile"), row.mobile);
    EXPECT_FALSE(told.at("userAgentMetadata").contains("brands")) << "they are Chrome's own";
  }
}

TEST(UserAgent, HasBrandsOfItsOwnVersion) {
  const Json told = override_of("(Windows NT 10.0) Chrome/120.0.0.0").at("userAgentMetadata");
  EXPECT_THAT(told.at("brands").dump(), testing::HasSubstr(R"("Chromium","version":"120")"));
  EXPECT_THAT(told.at("fullVersionList").dump(), testing::HasSubstr(R"("version":"120.0.0.0")"));
}

TEST(UserAgent, HasNoHintsUnlessItIsChromium) {
  for (const char* const agent :
       {"Traveller/1.0", "(iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/18.7 Mobile Safari",
        "(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}) {
    EXPECT_FALSE(override_of(agent).contains("userAgentMetadata")) << agent;
  }
}

TEST(Devices, AreTheirMakersByName) {
  EXPECT_GE(known_devices().size(), device_kinds().size() + 2 * 40);
  std::set<std::string> names;
  for (const Device& one : known_devices()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_EQ(one.options.touch, one.options.mobile) << one.name;
  }
  for (const char* const name :
       {"iPhone 17 Pro", "iPhone SE (3rd gen)", "iPad Mini landscape", "Galaxy S24", "Pixel 10"}) {
    EXPECT_NE(find_device(name), nullptr) << name;
  }
  EXPECT_EQ(find_device("Galaxy S24")->options.client_hints.model, "SM-S921U");
  EXPECT_GT(find_device("Pixel 9 landscape")->options.viewport_width, find_device("Pixel 9")->options.viewport_width);
}

TEST(Devices, AMistypedNameIsAnsweredByTheNearest) {
  EXPECT_EQ(device_hint("iPhone 16 Por"), " (did you mean 'iPhone 16 Pro'?)");
  EXPECT_THAT(device_hint("refrigerator"), testing::HasSubstr("known devices: phone, small phone"));
}

}  // namespace
}  // namespace casement
