// What `use` may say: languages, time zones, devices.
#include "casement/flow/model/use_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

TEST(UseValues, LocalesAreLanguageTags) {
  for (const char* good :
       {"de", "de-DE", "zh-Hant-TW", "es-419", "sl-rozaj-biske", "de-DE-u-co-phonebk", "en-x-us", "yue"}) {
    EXPECT_EQ(locale_problem(good), "") << good;
  }
  for (const char* bad : {"german", "d", "de-", "-de", "de--DE", "de-DE-", "12", "de-u", "d€", "de DE"}) {
    EXPECT_NE(locale_problem(bad), "") << bad;
  }
  EXPECT_THAT(locale_problem("de_DE.UTF-8"), HasSubstr("(did you mean 'de-DE'?)"));
}

class TimeZones : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "Europe");
    std::ofstream(folder_ / "Europe/Dublin") << "TZif";
    std::ofstream(folder_ / "tzdata.zi") << "# version 1\nZ Europe/Berlin 0:53 - LMT\nL Europe/Berlin Europe/Oslo\n";
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string problem(const char* zone) const { return time_zone_problem(zone, folder_.string()); }
  const fs::path folder_ = fs::path(testing::TempDir()) / ("casement-zones-" + std::to_string(::getpid()));
};

TEST_F(TimeZones, AreTheSystems) {
  EXPECT_EQ(problem("Europe/Dublin"), "");
  EXPECT_EQ(problem("Europe/Berlin"), "");
  EXPECT_EQ(problem("Europe/Oslo"), "");
  EXPECT_THAT(problem("Europe/Dublni"), HasSubstr("(did you mean 'Europe/Dublin'?)"));
  EXPECT_THAT(problem("dublin"), HasSubstr("(did you mean 'Europe/Dublin'?)"));
  EXPECT_NE(problem("../Europe/Dublin"), "");
  EXPECT_NE(problem("Europe"), "");
}

TEST(UseValues, TimeZonesAreCheckedByTheirFormIfTheSystemHasNone) {
  EXPECT_EQ(time_zone_problem("Europe/Dublni", "/nowhere"), "");
  EXPECT_NE(time_zone_problem("Europe Dublin", "/nowhere"), "");
}

TEST(UseValues, AreReportedAtTheirPlace) {
  const auto told = [](const std::string& use) -> std::string {
    try {
      parse_flow("f.flow.yaml", "flow: F\nuse: { " + use + " }\nsteps: [{ log: hello }]\n");
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_THAT(told("locale: de_DE"), StartsWith("f.flow.yaml:2:16: error: 'de_DE' is not a language tag"));
  EXPECT_THAT(told("device: pone"),
              StartsWith("f.flow.yaml:2:16: error: there is no device 'pone' (did you mean 'phone'?)"));
  EXPECT_THAT(told("timezone: Mars Base"), StartsWith("f.flow.yaml:2:18: error: 'Mars Base' is not a time zone"));
}

}  // namespace
}  // namespace casement
