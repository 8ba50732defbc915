// A program that links Casement may have any locale: nothing that Casement reads or writes changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <locale>
#include <nlohmann/json.hpp>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/base/regex.h"
#include "casement/flow/model/text_functions.h"
#include "casement/input/key_table.h"
#include "casement/reports/junit.h"
#include "casement/snapshot/mask.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

class ProgramOf : public testing::TestWithParam<const char*> {
 protected:
  // Throws where `specs/tools/make_locales` has not made it.
  void SetUp() override { before_ = std::locale::global(std::locale(GetParam())); }
  void TearDown() override { std::locale::global(before_); }

 private:
  std::locale before_;
};

TEST_P(ProgramOf, PrintsDurationsWithAPoint) {
  EXPECT_EQ(describe_duration(Milliseconds(1500)), "1.5 s");
}

TEST_P(ProgramOf, KnowsTheKeysOfAllLetters) {
  for (char c = 'a'; c <= 'z'; ++c) {
    const char capital = static_cast<char>(c - 'a' + 'A');
    for (const char key : {c, capital}) {
      SCOPED_TRACE(key);
      EXPECT_EQ(key_for_character(std::string(1, key))->code, std::string("Key") + capital);
      EXPECT_EQ(key_for_character(std::string(1, key))->key_code, capital);
      EXPECT_EQ(key_for_character(std::string(1, key))->shift, key == capital);
    }
  }
  EXPECT_FALSE(key_for_character("\xFD"));  // a small letter of ISO 8859-9, and no key
}

TEST_P(ProgramOf, ReadsAndWritesNumbersOfJson) {
  EXPECT_EQ(Json::parse("[1234567, 1.5]").dump(), "[1234567,1.5]");
}

TEST_P(ProgramOf, MatchesLettersOfEitherCase) {
  EXPECT_TRUE(TextMatcher(TextPattern::regex("TITLE", "i")).matches("title"));
  EXPECT_TRUE(TextMatcher(TextPattern::regex("title", "i")).matches("TITLE"));
  EXPECT_TRUE(TextMatcher(TextPattern::regex("ÄRGER", "i")).matches("ärger"));
}

TEST_P(ProgramOf, TakesBytesOfOtherLettersForNone) {
  EXPECT_FALSE(Regex("\\w").found_in("\xFD"));
  EXPECT_EQ(ValueMask({"[a-z]+"}).mask("id 7"), "•••• 7");
}

TEST_P(ProgramOf, NamesDaysAndMonthsInEnglish) {
  EXPECT_THAT(TextFunctions().call("now", "%a %b"),
              testing::MatchesRegex("(Sun|Mon|Tue|Wed|Thu|Fri|Sat) "
                                    "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"));
}

TEST_P(ProgramOf, WritesTimesOfReportsWithAPoint) {
  results::Case one;
  one.milliseconds = 1'234'500;
  results::Run run;
  run.suites.push_back({"suite", "suite.flow.yaml", {one}});
  EXPECT_THAT(reports::junit_xml(run), testing::HasSubstr("time=\"1234.500\""));
}

INSTANTIATE_TEST_SUITE_P(Locale, ProgramOf,
                         testing::Values("tr_TR.UTF-8", "tr_TR.ISO-8859-9", "de_DE.UTF-8", "en_US.UTF-8"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace_if(name, [](char c) { return c == '.' || c == '-'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace casement
