#include "casement/reports/target_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/reports/trace_page.h"
#include "casement/reports/trace_text.h"

namespace casement::reports {
namespace {

using testing::HasSubstr;

Json step(const char* title, const char* before, const char* after) {
  return {{"title", title}, {"milliseconds", 1}, {"snapshot_before", before}, {"snapshot_after", after}};
}

std::string history(const std::vector<Json>& steps, const char* target) {
  const Json trace{{"version", 1},        {"suite", "Shop"}, {"case", "pays"},
                   {"outcome", "passed"}, {"steps", steps},  {"moments", Json::array()}};
  return TraceText(trace_page(trace.dump())).list(target);
}

std::string error_of(const std::vector<Json>& steps, const char* target) {
  try {
    return "no error: " + history(steps, target);
  } catch (const Error& error) {
    return std::string(error.message());
  }
}

constexpr const char* kEmpty = "- textbox \"E-mail\" [ref=e1]\n";
constexpr const char* kFilled = "- textbox \"E-mail\" [active] [ref=e9]: ada@shop.test\n- button \"Pay\" [ref=e2]\n";

TEST(TargetHistory, ListsTheLineOfTheTargetAfterEachStepAndMarksChanges) {
  EXPECT_EQ(history({step("open: /", "", kEmpty), step("log: hello", kEmpty, kEmpty), step("fill", kEmpty, kFilled),
                     step("reload", kFilled, "- heading \"Closed\"\n")},
                    "textbox 'E-mail'"),
            "✓ Shop › pays\n"
            "   1 ✓ open: /  1 ms  \n         textbox \"E-mail\"\n"
            "   2 ✓ log: hello  1 ms  \n         textbox \"E-mail\"\n"
            "   3 ✓ fill  1 ms  \n       * textbox \"E-mail\" [active]: ada@shop.test\n"
            "   4 ✓ reload  1 ms  \n       * nothing matches\n");
}

TEST(TargetHistory, ListsTheSnapshotBeforeAStepIfTheStepBeforeHasNone) {
  EXPECT_EQ(history({step("open: /", "", ""), step("fill", kEmpty, kFilled)}, "textbox"),
            "✓ Shop › pays\n   1 ✓ open: /  1 ms  \n   2 ✓ fill  1 ms  \n"
            "         before: textbox \"E-mail\"\n       * textbox \"E-mail\" [active]: ada@shop.test\n"
            "Steps without lines have no snapshot; --trace always records snapshots of all steps.\n");
}

TEST(TargetHistory, CountsEqualLinesAndLeavesOutStepsOfSteps) {
  const char* const two = "- textbox\n- textbox\n";
  Json inner = step("click", "- textbox\n", two);
  inner["depth"] = 1;
  EXPECT_EQ(history({step("open: /", "", "- textbox\n"), step("repeat", "- textbox\n", two), inner}, "textbox"),
            "✓ Shop › pays\n   1 ✓ open: /  1 ms  \n         textbox\n   2 ✓ repeat  1 ms  \n"
            "   3 ✓   click  1 ms  \n         textbox\n       * textbox\n");
}

TEST(TargetHistory, IsAnErrorIfNothingIsFound) {
  EXPECT_EQ(error_of({step("open: /", "", "")}, "textbox"),
            "the trace has no snapshots; --trace always records snapshots of all steps");
  EXPECT_EQ(error_of({step("open: /", "", kEmpty), step("fill", kEmpty, kFilled)}, "textbox 'Mail'"),
            "nothing matches textbox 'Mail' in the 2 steps with a snapshot");
  EXPECT_THAT(error_of({step("open: /", "", kEmpty)}, "css=input"), HasSubstr("a snapshot cannot answer css="));
  EXPECT_THAT(error_of({step("open: /", "", kEmpty)}, "textbux"), HasSubstr("textbux"));
}

}  // namespace
}  // namespace casement::reports
