#include "casement/reports/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approved.h"
#include "example_runs.h"
#include "xmllint.h"

namespace casement::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

testing::AssertionResult is_valid(const std::string& xml) {
  return xmllint(xml, "--noout --schema '" CASEMENT_SOURCE_DIR "/specs/reports/junit.xsd'");
}

TEST(Junit, MatchesApprovedAllPassed) {
  EXPECT_TRUE(matches_approved(junit_xml(all_passed()), "all_passed.junit.xml"));
}
TEST(Junit, MatchesApprovedMixed) {
  EXPECT_TRUE(matches_approved(junit_xml(mixed()), "mixed.junit.xml"));
}
TEST(Junit, MatchesApprovedFrameFailures) {
  EXPECT_TRUE(matches_approved(junit_xml(frame_failures()), "frame_failures.junit.xml"));
}
TEST(Junit, MatchesApprovedHostile) {
  EXPECT_TRUE(matches_approved(junit_xml(hostile()), "hostile.junit.xml"));
}
TEST(Junit, MatchesApprovedRetried) {
  EXPECT_TRUE(matches_approved(junit_xml(retried()), "retried.junit.xml"));
}
TEST(Junit, MatchesApprovedRetriedPlain) {
  EXPECT_TRUE(matches_approved(junit_xml(retried(), {.plain = true}), "retried_plain.junit.xml"));
}
TEST(Junit, MatchesApprovedEmpty) {
  EXPECT_TRUE(matches_approved(junit_xml(empty()), "empty.junit.xml"));
}
TEST(Junit, MatchesApprovedBroken) {
  EXPECT_TRUE(matches_approved(junit_xml(broken()), "broken.junit.xml"));
}

TEST(Junit, ReportsALostBrowserAsAnErrorAndNoFailure) {
  results::Case one;
  one.name = "pays";
  one.class_name = "shop";
  one.outcome = results::Outcome::Failed;
  one.failures.push_back({"click.infrastructure", "its node does not answer", "", {}});
  results::Run run;
  run.suites.push_back({"shop", "", {one}});
  const std::string xml = junit_xml(run);
  EXPECT_TRUE(is_valid(xml));
  EXPECT_THAT(xml, HasSubstr("<error type=\"infrastructure\" message=\"its node does not answer\">"));
  EXPECT_THAT(xml, HasSubstr("failures=\"0\" errors=\"1\""));
  EXPECT_THAT(xml, Not(HasSubstr("<failure")));
}

TEST(Junit, IsValidForEveryExample) {
  for (const results::Run& run :
       {all_passed(), mixed(), retried(), traced(), frame_failures(), hostile(), empty(), broken()}) {
    EXPECT_TRUE(is_valid(junit_xml(run)));
  }
}

TEST(Junit, PlainIsAcceptedByStrictReaders) {
  for (const results::Run& run :
       {all_passed(), mixed(), retried(), traced(), frame_failures(), hostile(), empty(), broken()}) {
    EXPECT_TRUE(xmllint(junit_xml(run, {.plain = true}),
                        "--noout --schema '" CASEMENT_SOURCE_DIR "/specs/reports/junit_plain.xsd'"));
  }
  const std::string told = xpath(junit_xml(frame_failures(), {.plain = true}), "string(//testcase[1]/system-out)");
  EXPECT_THAT(told, HasSubstr("at specs/flows/checkout.flow.yaml:9:"));
  EXPECT_THAT(told, HasSubstr("\ntag checkout\n"));
  EXPECT_THAT(told, HasSubstr("\nframe_failure e31 "));
}

// Every one- and two-byte text, in an attribute and in an element.
TEST(Junit, IsValidForEveryByte) {
  results::Run run;
  run.suites.resize(1);
  for (int lead : {0x00, 0x41, 0x5D, 0x80, 0xC2, 0xED, 0xEF, 0xF4, 0xFF}) {
    for (int byte = 0; byte < 256; ++byte) {
      const std::string text{static_cast<char>(lead), static_cast<char>(byte)};
      Case one = case_of(text, 1);
      one.outcome = Outcome::Failed;
      one.failures = {{text, text, text, {}}};
      run.suites[0].cases.push_back(one);
    }
  }
  EXPECT_TRUE(is_valid(junit_xml(run)));
}

TEST(JunitSchema, RefusesARepeatedName) {
  std::string xml = junit_xml(mixed());
  const std::size_t at = xml.find("accepted (2)");
  ASSERT_NE(at, std::string::npos);
  EXPECT_FALSE(is_valid(xml.erase(at + 8, 4)));
}

TEST(Junit, KeepsNamesApartThatEscapingMakesEqual) {
  const results::Run run = run_of({case_of("a\xFF", 1), case_of("a\xFE", 1), case_of("a\xEF\xBF\xBD (2)", 1)});
  const std::string xml = junit_xml(run);
  EXPECT_TRUE(is_valid(xml));
  EXPECT_EQ(xpath(xml, "string(//testcase[3]/@name)"), "a\xEF\xBF\xBD (2) (2)");
}

TEST(Junit, CountsAddUp) {
  results::Run run = mixed();
  run.suites.push_back(run.suites[0]);
  run.errors = {"Chrome died"};
  const std::string xml = junit_xml(run);
  for (const std::string count : {"tests", "failures", "errors", "skipped"}) {
    EXPECT_EQ(xpath(xml, "/testsuites/@" + count + " = sum(//testsuite/@" + count + ")"), "true") << count;
  }
  EXPECT_EQ(xpath(xml, "/testsuites/@tests = count(//testcase)"), "true");
  EXPECT_EQ(xpath(xml, "/testsuites/@failures = count(//failure)"), "true");
  EXPECT_EQ(xpath(xml, "/testsuites/@errors = count(//error)"), "true");
  EXPECT_EQ(xpath(xml, "/testsuites/@skipped = count(//skipped)"), "true");
}

TEST(Junit, ShowsErrorsOfTheRunAsAnErroredCase) {
  EXPECT_EQ(xpath(junit_xml(broken()), "string(//testcase/error/@message)"), "Chrome was not found");
}

TEST(Junit, GivesAFailedCaseWithoutAReasonAFailure) {
  EXPECT_EQ(xpath(junit_xml(mixed()), "string(//testcase[4]/failure/@message)"),
            "the case failed without giving a reason");
}

TEST(Junit, JoinsTheFailuresOfACase) {
  const std::string xml = junit_xml(mixed());
  EXPECT_EQ(xpath(xml, "count(//testcase[2]/failure)"), "1");
  EXPECT_THAT(xpath(xml, "string(//testcase[2]/failure)"),
              AllOf(HasSubstr("not shown within 3 s"), HasSubstr("1 frame could not be read")));
}

TEST(Junit, ReportsAttemptsAsSurefireDoes) {
  const std::string xml = junit_xml(retried());
  EXPECT_EQ(xpath(xml, "count(//testcase[1]/flakyFailure)"), "2");
  EXPECT_EQ(xpath(xml, "count(//testcase[1]/failure)"), "0");
  EXPECT_EQ(xpath(xml, "string(//testcase[2]/failure/@message)"), "the first failure");
  EXPECT_EQ(xpath(xml, "string(//testcase[2]/rerunFailure/@message)"), "the second failure");
  EXPECT_EQ(xpath(xml, "/testsuites/@failures"), " failures=\"1\"");
}

TEST(Junit, PlainReportsAttemptsAsCasesOfOneName) {
  const std::string xml = junit_xml(retried(), {.plain = true});
  EXPECT_EQ(xpath(xml, "count(//testcase[@name=\"sometimes\"])"), "3");
  EXPECT_EQ(xpath(xml, "count(//testcase[@name=\"sometimes\"]/failure)"), "2");
  EXPECT_EQ(xpath(xml, "count(//flakyFailure | //rerunFailure)"), "0");
  EXPECT_EQ(xpath(xml, "/testsuites/@tests = count(//testcase)"), "true");
  EXPECT_EQ(xpath(xml, "/testsuites/@failures = count(//failure)"), "true");
}

TEST(Junit, PutsAnAttachmentAloneOnItsLine) {
  results::Run run = mixed();
  run.suites[0].cases[1].attachments[0].path = "attachments/a/screenshot.png";
  EXPECT_THAT(xpath(junit_xml(run), "string(//testcase[2]/system-out)") + "\n",
              HasSubstr("\n[[ATTACHMENT|attachments/a/screenshot.png]]\n"));
}

TEST(Junit, PutsThePictureOfTheFailureFirst) {
  results::Run run = mixed();
  Case& failed = run.suites[0].cases[1];
  failed.attachments = {{"saved", "image/png", "", "attachments/saved.png"},
                        {"screenshot", "image/png", "", "attachments/screenshot.png"}};
  failed.failures.front().screenshot = "screenshot";
  EXPECT_THAT(junit_xml(run),
              HasSubstr("\n[[ATTACHMENT|attachments/screenshot.png]]\n[[ATTACHMENT|attachments/saved.png]]\n"));
}

TEST(Junit, PutsBuildServerPropertiesBeforeAttachments) {
  results::Run run = mixed();
  run.suites[0].cases[1].attachments[0].path = "attachments/a.png";
  EXPECT_THAT(junit_xml(run, {.attachment_prefix = "build/reports/"}),
              HasSubstr("\n[[ATTACHMENT|build/reports/attachments/a.png]]\n"));
}

TEST(Junit, NamesClassesWithDotsByWhichJenkinsGroups) {
  for (const auto& [path, wanted] : std::vector<std::pair<std::string, std::string>>{{"flows/failing", "flows.failing"},
                                                                                     {"../v1.2//pay", "v1_2.pay"},
                                                                                     {"/srv/./pay", "srv.pay"},
                                                                                     {"..", "Guest pays by card"},
                                                                                     {"", "Guest pays by card"}}) {
    Case one = case_of("c", 1);
    one.class_name = path;
    EXPECT_EQ(xpath(junit_xml(run_of({one})), "string(//testcase/@classname)"), wanted) << path;
  }
}

TEST(Junit, NoTextCanNameAnAttachment) {
  for (const bool plain : {false, true})
    EXPECT_THAT(junit_xml(hostile(), {plain}), Not(HasSubstr("[[ATTACHMENT|/etc")));
}

TEST(Junit, ContainsTheVerdictOnEachFrame) {
  EXPECT_EQ(xpath(junit_xml(frame_failures()), "string(//testcase//property[@name=\"frame_failure\"][3]/@value)"),
            "e31 timed_out http://ads.test/timed_out: said so (frame \"Frame e31\", verdict failed)");
}

TEST(Junit, WritesNoTimeBelowZero) {
  EXPECT_THAT(junit_xml(run_of({case_of("c", -5)})), HasSubstr("time=\"0.000\""));
}

}  // namespace
}  // namespace casement::reports
