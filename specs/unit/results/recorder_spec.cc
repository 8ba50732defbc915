#include "casement/results/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace casement::results {
namespace {

using testing::ElementsAre;

class EventNames : public Sink {
 public:
  void run_started(const RunInfo&) override { names.push_back("run"); }
  void suite_started(const Suite& suite) override { names.push_back("suite " + suite.name); }
  void case_started(const Case& one) override { names.push_back("case " + one.name); }
  void step_started(const Case&, const Step& step) override { names.push_back("step " + step.title); }
  void step_finished(const Case&, const Step& step) override { names.push_back("/step " + step.title); }
  void case_finished(const Case& one) override { names.push_back("/case " + one.name); }
  void suite_finished(const Suite& suite) override { names.push_back("/suite " + suite.name); }
  void run_finished(const Run&) override { names.push_back("/run"); }

  std::vector<std::string> names;
};

Case named(std::string name) {
  Case one;
  one.name = std::move(name);
  return one;
}

Step titled(std::string title) {
  Step step;
  step.title = std::move(title);
  return step;
}

// Titles and messages, as a sink is told of them.
class Texts : public Sink {
 public:
  void step_started(const Case&, const Step& step) override { texts.push_back(step.title); }
  void step_finished(const Case&, const Step& step) override { texts.push_back(step.message); }
  void case_finished(const Case& one) override {
    texts.push_back(one.steps.front().title);
    texts.push_back(one.failures.front().message);
  }
  std::vector<std::string> texts;
};

TEST(Recorder, StoresAndReportsNoSecret) {
  Texts sink;
  Recorder recorder({&sink});
  recorder.start_run({});
  recorder.start_suite("s", "");
  recorder.start_case(named("c"), {"hunter2"});
  recorder.start_step(titled("type hunter2"));
  EXPECT_EQ(recorder.current_case().steps.front().title, "type hunter2");  // who runs it works with it
  recorder.finish_step(Outcome::Failed, "no hunter2", 0);
  recorder.current_case().failures.push_back({"", "where is hunter2", "", {}});
  recorder.finish_case(Outcome::Failed, 0);
  EXPECT_THAT(sink.texts, ElementsAre("type •••", "no •••", "type •••", "where is •••"));
  EXPECT_EQ(recorder.run().suites.front().cases.front().steps.front().title, "type •••");
  recorder.start_case(named("d"));
  recorder.start_step(titled("type hunter2"));  // no secret of this case
  EXPECT_EQ(sink.texts.back(), "type hunter2");
}

TEST(Recorder, AddsTheSourceLineOfAStep) {
  Recorder recorder({});
  recorder.start_run({});
  recorder.start_suite("s", "");
  recorder.start_case(named("c"));
  Step step = titled("t");
  step.where = {CASEMENT_SOURCE_DIR "/specs/unit/results/recorder_spec.cc", 1, 1};
  recorder.start_step(step);
  step.where.line = 1'000'000;
  recorder.start_step(step);
  step.where.file = "/nowhere";
  recorder.start_step(step);
  const std::vector<Step>& steps = recorder.current_case().steps;
  EXPECT_EQ(steps[0].source, "#include \"casement/results/recorder.h\"");
  EXPECT_EQ(steps[1].source + steps[2].source, "");
}

TEST(Recorder, FinishesOpenStepsInsideAFinishedStep) {
  EventNames sink;
  Recorder recorder({&sink});
  recorder.start_run({});
  recorder.start_suite("s", "");
  recorder.start_case(named("c"));
  recorder.start_step(titled("outer"));
  recorder.start_step(titled("inner"));
  recorder.finish_run(1);
  EXPECT_THAT(sink.names, ElementsAre("run", "suite s", "case c", "step outer", "step inner", "/step inner",
                                      "/step outer", "/case c", "/suite s", "/run"));
}

TEST(Recorder, FailsACaseThatWasLeftOpen) {
  Recorder recorder({});
  recorder.start_run({});
  recorder.start_suite("s", "");
  recorder.start_case(named("c"));
  EXPECT_EQ(recorder.finish_run(1).suites[0].cases[0].outcome, Outcome::Failed);
}

TEST(Recorder, FailsACaseThatHasFailures) {
  Recorder recorder({});
  recorder.start_run({});
  recorder.start_suite("s", "");
  recorder.start_case(named("c"));
  recorder.current_case().failures.push_back({"t", "m", "", {}});
  recorder.finish_case(Outcome::Passed, 1);
  EXPECT_EQ(recorder.run().suites[0].cases[0].outcome, Outcome::Failed);
}

TEST(Recorder, NestsSteps) {
  Recorder recorder({});
  recorder.start_run({});
  recorder.start_suite("s", "");
  recorder.start_case(named("c"));
  recorder.start_step(titled("outer"));
  recorder.start_step(titled("inner"));
  recorder.finish_step(Outcome::Passed, "", 1);
  recorder.finish_step(Outcome::Passed, "", 2);
  recorder.start_step(titled("next"));
  recorder.finish_case(Outcome::Passed, 3);
  const std::vector<Step>& steps = recorder.run().suites[0].cases[0].steps;
  EXPECT_THAT(std::vector<int>({steps[0].depth, steps[1].depth, steps[2].depth}), ElementsAre(0, 1, 0));
  EXPECT_EQ(steps[0].milliseconds, 2);
}

TEST(Recorder, IgnoresAFinishWithoutAStart) {
  EventNames sink;
  Recorder recorder({&sink});
  recorder.start_run({});
  recorder.finish_suite();
  recorder.finish_case(Outcome::Passed, 1);
  recorder.finish_step(Outcome::Passed, "", 1);
  EXPECT_THAT(sink.names, ElementsAre("run"));
}

TEST(Totals, CountEachOutcomeAndEachFrameFailure) {
  results::Run run;
  run.suites.resize(2);
  run.suites[0].cases = {named("a"), named("b")};
  run.suites[1].cases = {named("c")};
  run.suites[0].cases[1].outcome = Outcome::Failed;
  run.suites[0].cases[1].frame_failures.resize(2);
  run.suites[1].cases[0].outcome = Outcome::Skipped;
  const Totals totals = count_totals(run);
  EXPECT_THAT((std::vector{totals.passed, totals.failed, totals.skipped, totals.frame_failures}),
              ElementsAre(1u, 1u, 1u, 2u));
}

}  // namespace
}  // namespace casement::results
