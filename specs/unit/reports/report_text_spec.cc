#include "casement/reports/report_text.h"

#include <gtest/gtest.h>

#include <limits>

#include "example_runs.h"

namespace casement::reports {
namespace {

TEST(Wording, PrintsShortTimesInMilliseconds) {
  EXPECT_EQ(in_short(12.4), "12 ms");
  EXPECT_EQ(in_short(999.6), "1.0 s");
  EXPECT_EQ(in_short(75320), "75.3 s");
}

TEST(Wording, TakesAnyNumberForADuration) {
  EXPECT_EQ(in_seconds(-1), "0.0 s");
  EXPECT_EQ(in_short(std::numeric_limits<double>::quiet_NaN()), "0 ms");
  EXPECT_EQ(in_decimal_seconds(std::numeric_limits<double>::infinity()), "1000000000.000");
}

TEST(Wording, LeavesOutUnknownPartsOfAPlace) {
  EXPECT_EQ(place({"a.yaml", 3, 7}), "a.yaml:3:7");
  EXPECT_EQ(place({"a.yaml", 3, 0}), "a.yaml:3");
  EXPECT_EQ(place({"a.yaml", 0, 7}), "a.yaml");
  EXPECT_EQ(place({}), "");
}

TEST(Wording, LabelsACaseByTheLastPartOfItsClass) {
  Case one = case_of("accepted", 1);
  EXPECT_EQ(short_label(one), "checkout › accepted");
  one.class_name = "";
  EXPECT_EQ(short_label(one), "Guest pays by card › accepted");
  one.suite = one.name = "";
  EXPECT_EQ(short_label(one), "(unnamed)");
}

TEST(Wording, BlamesTheInnermostFailedStepWithoutAFailure) {
  Case one = case_of("c", 1);
  one.outcome = Outcome::Failed;
  one.steps = {{"outer", {}, Outcome::Failed, "outer", 1, 0},
               {"inner", {}, Outcome::Failed, "inner", 1, 1},
               {"next", {}, Outcome::Skipped, "", 0, 0}};
  ASSERT_EQ(reported_failures(one).size(), 1u);
  EXPECT_EQ(reported_failures(one)[0].message, "inner");
}

TEST(Wording, PrintsNoFailureOfAPassedCase) {
  EXPECT_TRUE(reported_failures(case_of("c", 1)).empty());
}

}  // namespace
}  // namespace casement::reports
