#include "casement/runners/reported_flows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/results/results_json.h"

namespace casement::runners {
namespace {

using nlohmann::json;
using results::Case;
using results::Outcome;
using testing::ElementsAre;

constexpr const char* kReason = "the run was ended by SIGKILL (Killed)";

Case known(std::size_t order) {
  Case one;
  one.name = "case " + std::to_string(order);
  one.where = {"f.flow.yaml", static_cast<int>(order), 0};
  one.order = order;
  return one;
}

Case ended(std::size_t order, Outcome outcome) {
  Case one = known(order);
  one.outcome = outcome;
  if (outcome == Outcome::Failed) one.failures = {{"expect", "wrong", "", {}}};
  return one;
}

class ReportedFlowsOfThree : public testing::Test {
 protected:
  ReportedFlowsOfThree() : kept({{}, 0, {{"f", "f.flow.yaml", {known(1), known(2), known(3)}}}, {}}, "", {}, true) {}
  void hear(std::size_t order, const std::string& kind, const json& body) {
    kept.take_line(json{{"case", order}, {kind, body}}.dump());
  }
  std::vector<Case> cases() const { return kept.run(kReason).suites.at(0).cases; }
  static json to_json(const Case& one) { return results::case_to_json(one, results::AttachmentBytes::Kept); }
  static json step(const std::string& title) {
    results::Step made;
    made.title = title;
    made.where = {"f.flow.yaml", 9, 1};
    return results::step_to_json(made);
  }
  ReportedFlows kept;
};

TEST_F(ReportedFlowsOfThree, KeepFinishedCasesFailRunningOnesAndMarkTheRestNotRun) {
  hear(2, "started", true);
  hear(2, "finished", to_json(ended(2, Outcome::Passed)));
  hear(3, "started", true);
  hear(3, "step_started", step("open: a"));
  hear(3, "step_finished", step("open: a"));
  hear(3, "step_started", step("click: b"));
  const std::vector<Case> seen = cases();
  EXPECT_TRUE(seen[0].not_run);
  EXPECT_EQ(seen[0].skip_reason, std::string("not run: ") + kReason);
  EXPECT_EQ(seen[1].outcome, Outcome::Passed);
  EXPECT_EQ(seen[2].outcome, Outcome::Failed);
  ASSERT_EQ(seen[2].failures.size(), 1u);
  EXPECT_EQ(seen[2].failures[0].message, std::string(kReason) + " while this case was running");
  EXPECT_EQ(seen[2].failures[0].details, "in the step click: b");
  EXPECT_EQ(seen[2].failures[0].where.line, 9);
  ASSERT_EQ(seen[2].steps.size(), 2u);
  EXPECT_EQ(seen[2].steps[0].outcome, Outcome::Passed);
  EXPECT_EQ(seen[2].steps[1].outcome, Outcome::Failed);
  ASSERT_EQ(seen[2].attachments.size(), 1u);
  EXPECT_THAT(seen[2].attachments[0].content, testing::HasSubstr("click: b"));  // a trace
  EXPECT_THAT(kept.run(kReason).errors, ElementsAre(kReason));
}

TEST_F(ReportedFlowsOfThree, NameTheLastStepOfACaseWithoutARunningOne) {
  hear(1, "started", true);
  EXPECT_EQ(cases()[0].failures.at(0).details, "");
  hear(1, "step_started", step("open: a"));
  hear(1, "step_finished", step("open: a"));
  EXPECT_EQ(cases()[0].failures.at(0).details, "after the step open: a");
}

TEST_F(ReportedFlowsOfThree, RememberThatACaseHadFailedBefore) {
  for (const std::size_t order : {1U, 2U}) {
    hear(order, "started", true);
    hear(order, "step_started", step("open: a"));
    hear(order, "retried", to_json(ended(order, Outcome::Failed)));
  }
  hear(2, "started", true);
  const std::vector<Case> seen = cases();
  EXPECT_EQ(seen[0].failures.at(0).message, "wrong");
  EXPECT_TRUE(seen[0].earlier_attempts.empty());
  EXPECT_EQ(seen[1].failures.at(0).type, "crash");
  EXPECT_EQ(seen[1].failures.at(0).details, "");
  EXPECT_EQ(seen[1].earlier_attempts.size(), 1u);
}

TEST_F(ReportedFlowsOfThree, IgnoreHalfALine) {
  hear(1, "started", true);
  const std::string line = json{{"case", 1}, {"finished", to_json(ended(1, Outcome::Passed))}}.dump();
  kept.take_line(line.substr(0, line.size() / 2));
  EXPECT_EQ(cases()[0].outcome, Outcome::Failed);
  kept.take_line(line);
  EXPECT_EQ(cases()[0].outcome, Outcome::Passed);
}

TEST_F(ReportedFlowsOfThree, KnowTheBrowser) {
  kept.take_line(R"({"browser": "Chromium 1"})");
  EXPECT_EQ(kept.run(kReason).info.browser, "Chromium 1");
}

TEST(ReportedFlows, ReportNothingOfAProgramThatEndedNormally) {
  const std::filesystem::path folder = testing::TempDir() + "/casement-kept-flows-spec";
  ReportedFlows kept({}, folder, {}, true);
  kept.take_line(R"({"ended": true})");
  kept.report({});
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(ReportedFlowsOfThree, IgnoreALineOfAnotherShape) {
  for (const char* line :
       {"[]", "{}", "null", R"({"case":"1","started":true})", R"({"case":{},"started":true})", R"({"browser":7})"}) {
    EXPECT_NO_THROW(kept.take_line(line)) << line;
  }
  for (const Case& one : cases()) EXPECT_TRUE(one.not_run) << one.name;
}

}  // namespace
}  // namespace casement::runners
