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

class LedgerOfThree : public testing::Test {
 protected:
  LedgerOfThree() : ledger({&events}, [this] { return clock; }) {
    std::vector<Suite> suites{{"s", "s.yaml", {ended("a", {}), ended("b", {})}}, {"t", "t.yaml", {ended("c", {})}}};
    suites[0].cases[1].rerun = "command";
    ledger.start_run({}, suites);
  }
  double clock = 0;
  Events events;
  RunCollector ledger;
  using Verdict = RunCollector::Verdict;
};

TEST_F(LedgerOfThree, KeepsTheOrderOfTheCasesWhateverTheOrderOfTheirEnds) {
  for (const std::size_t slot : {2u, 0u, 1u}) ledger.start_case(slot);
  ledger.finish_case(1, ended("b", Outcome::Passed), Verdict::Final);
  ledger.finish_case(2, ended("c", Outcome::Passed), Verdict::Final);
  ledger.finish_case(0, ended("a", Outcome::Failed), Verdict::Final);
  const results::Run& run = ledger.finish_run(5, "");
  EXPECT_EQ(run.suites[0].cases[0].name, "a");
  EXPECT_EQ(run.suites[0].cases[1].rerun, "command");
  EXPECT_EQ(count_totals(run).passed, 2u);
}

TEST_F(LedgerOfThree, PairsSuitesAroundTheirCases) {
  ledger.start_case(2);
  ledger.start_case(0);
  ledger.finish_case(0, ended("a", Outcome::Passed), Verdict::Final);
  ledger.finish_case(2, ended("c", Outcome::Passed), Verdict::Final);
  ledger.start_case(1);
  ledger.finish_case(1, ended("b", Outcome::Passed), Verdict::Final);
  EXPECT_THAT(events.names, ElementsAre("suite t", "case c", "suite s", "case a", "/case a", "/case c", "/suite t",
                                        "case b", "/case b", "/suite s"));
}

TEST_F(LedgerOfThree, CallsACaseFlakyThatPassedLater) {
  ledger.start_case(0);
  ledger.finish_case(0, ended("a", Outcome::Failed), Verdict::Retried);
  ledger.start_case(0);
  ledger.finish_case(0, ended("a", Outcome::Passed), Verdict::Final);
  const Case& one = ledger.run().suites[0].cases[0];
  EXPECT_EQ(one.outcome, Outcome::Flaky);
  EXPECT_EQ(one.earlier_attempts.size(), 1u);
  EXPECT_EQ(ledger.failed(), 0u);
}

TEST_F(LedgerOfThree, LeavesOutWhatWasNotRun) {
  ledger.start_case(0);
  const results::Run& run = ledger.finish_run(1, "stopped");
  EXPECT_EQ(count_totals(run).not_run, 3u);
  EXPECT_EQ(run.suites[1].cases[0].skip_reason, "stopped");
  EXPECT_THAT(events.names, ElementsAre("suite s", "case a", "/case a", "case b", "/case b", "/suite s", "suite t",
                                        "case c", "/case c", "/suite t", "/run"));
}

TEST_F(LedgerOfThree, ACaseThatFailedBeforeTheRunWasEndedStaysFailed) {
  ledger.start_case(0);
  ledger.finish_case(0, ended("a", Outcome::Failed), Verdict::Retried);
  EXPECT_EQ(ledger.finish_run(1, "stopped").suites[0].cases[0].outcome, Outcome::Failed);
}

TEST_F(LedgerOfThree, TellsTheInnermostStepOfACaseAndItsTime) {
  clock = 10;
  ledger.start_case(0);
  EXPECT_EQ(events.last.running[0].step, "");
  ledger.start_step(0, {.title = "repeat 3 times"});
  ledger.start_step(0, {.title = "click: button"});
  EXPECT_EQ(events.last.running[0].step, "click: button");
  clock = 1'510;
  ledger.finish_step(0, {.title = "click: button"});
  ledger.tell_progress();
  EXPECT_EQ(events.last.running[0].step, "repeat 3 times");
  EXPECT_EQ(events.last.running[0].milliseconds, 1'500);
}

TEST_F(LedgerOfThree, GuessesTheTimeThatIsLeft) {
  ledger.start_case(0);
  EXPECT_LT(events.last.milliseconds_left, 0);
  ASSERT_EQ(events.last.running.size(), 1u);
  EXPECT_EQ(events.last.running[0].name, "a");
  clock = 100;
  ledger.finish_case(0, ended("a", Outcome::Passed), Verdict::Final);
  EXPECT_EQ(events.last.milliseconds_left, 200);
  EXPECT_EQ(events.last.done, 1u);
}

}  // namespace
}  // namespace casement::results
