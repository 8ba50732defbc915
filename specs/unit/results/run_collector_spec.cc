#include "casement/results/run_collector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/results/recorder.h"

namespace casement::results {
namespace {

using testing::ElementsAre;

class Events : public Sink {
 public:
  void suite_started(const Suite& suite) override { names.push_back("suite " + suite.name); }
  void case_started(const Case& one) override { names.push_back("case " + one.name); }
  void case_retried(const Case& one) override { names.push_back("again " + one.name); }
  void case_finished(const Case& one) override { names.push_back("/case " + one.name); }
  void suite_finished(const Suite& suite) override { names.push_back("/suite " + suite.name); }
  void progressed(const Progress& progress) override { last = progress; }
  void run_finished(const Run&) override { names.push_back("/run"); }

  std::vector<std::string> names;
  Progress last;
};

Case ended(std::string name, Outcome outcome) {
  Case one;
  one.name = std::move(name);
  one.outcome = outcome;
  if (outcome == Outcome::Failed) one.failures = {{"t", "m", "", {}}};
  return one;
}

class CollectorOfThree : public testing::Test {
 protected:
  CollectorOfThree() : collector({&events}, [this] { return clock; }) {
    std::vector<Suite> suites{{"s", "s.yaml", {ended("a", {}), ended("b", {})}}, {"t", "t.yaml", {ended("c", {})}}};
    suites[0].cases[1].rerun = "command";
    collector.start_run({}, suites);
  }
  double clock = 0;
  Events events;
  RunCollector collector;
  using Verdict = RunCollector::Verdict;
};

TEST_F(CollectorOfThree, KeepsTheOrderOfTheCasesWhateverTheOrderOfTheirEnds) {
  for (const std::size_t number : {2u, 0u, 1u}) collector.start_case(number);
  collector.finish_case(1, ended("b", Outcome::Passed), Verdict::Final);
  collector.finish_case(2, ended("c", Outcome::Passed), Verdict::Final);
  collector.finish_case(0, ended("a", Outcome::Failed), Verdict::Final);
  const results::Run& run = collector.finish_run(5, "");
  EXPECT_EQ(run.suites[0].cases[0].name, "a");
  EXPECT_EQ(run.suites[0].cases[1].rerun, "command");
  EXPECT_EQ(count_totals(run).passed, 2u);
}

TEST_F(CollectorOfThree, PairsSuitesAroundTheirCases) {
  collector.start_case(2);
  collector.start_case(0);
  collector.finish_case(0, ended("a", Outcome::Passed), Verdict::Final);
  collector.finish_case(2, ended("c", Outcome::Passed), Verdict::Final);
  collector.start_case(1);
  collector.finish_case(1, ended("b", Outcome::Passed), Verdict::Final);
  EXPECT_THAT(events.names, ElementsAre("suite t", "case c", "suite s", "case a", "/case a", "/case c", "/suite t",
                                        "case b", "/case b", "/suite s"));
}

TEST_F(CollectorOfThree, CallsACaseFlakyIfItPassedLater) {
  collector.start_case(0);
  collector.finish_case(0, ended("a", Outcome::Failed), Verdict::Retried);
  collector.start_case(0);
  collector.finish_case(0, ended("a", Outcome::Passed), Verdict::Final);
  const Case& one = collector.run().suites[0].cases[0];
  EXPECT_EQ(one.outcome, Outcome::Flaky);
  EXPECT_EQ(one.earlier_attempts.size(), 1u);
  EXPECT_EQ(collector.failed(), 0u);
}

TEST_F(CollectorOfThree, MarksRemainingCasesAsNotRun) {
  collector.start_case(0);
  const results::Run& run = collector.finish_run(1, "stopped");
  EXPECT_EQ(count_totals(run).not_run, 3u);
  EXPECT_EQ(run.suites[1].cases[0].skip_reason, "stopped");
  EXPECT_THAT(events.names, ElementsAre("suite s", "case a", "/case a", "case b", "/case b", "/suite s", "suite t",
                                        "case c", "/case c", "/suite t", "/run"));
}

TEST_F(CollectorOfThree, ACaseThatFailedBeforeTheRunWasEndedStaysFailed) {
  collector.start_case(0);
  collector.finish_case(0, ended("a", Outcome::Failed), Verdict::Retried);
  EXPECT_EQ(collector.finish_run(1, "stopped").suites[0].cases[0].outcome, Outcome::Failed);
}

TEST_F(CollectorOfThree, ReportsTheInnermostStepOfACaseAndItsTime) {
  clock = 10;
  collector.start_case(0);
  EXPECT_EQ(events.last.running[0].step, "");
  collector.start_step(0, {.title = "repeat 3 times"});
  collector.start_step(0, {.title = "click: button"});
  EXPECT_EQ(events.last.running[0].step, "click: button");
  clock = 1'510;
  collector.finish_step(0, {.title = "click: button"});
  collector.tell_progress();
  EXPECT_EQ(events.last.running[0].step, "repeat 3 times");
  EXPECT_EQ(events.last.running[0].milliseconds, 1'500);
}

TEST_F(CollectorOfThree, EstimatesTheRemainingTime) {
  collector.start_case(0);
  EXPECT_LT(events.last.milliseconds_left, 0);
  ASSERT_EQ(events.last.running.size(), 1u);
  EXPECT_EQ(events.last.running[0].name, "a");
  clock = 100;
  collector.finish_case(0, ended("a", Outcome::Passed), Verdict::Final);
  EXPECT_EQ(events.last.milliseconds_left, 200);
  EXPECT_EQ(events.last.done, 1u);
}

}  // namespace
}  // namespace casement::results
