#include "casement/flow/run/watched_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/run/case_timer.h"
#include "casement/flow/run/flow_runner.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A page whose picture is what it was last asked to do.
class PaintedPage : public FlowPage {
 public:
  // `step`: the title of the one that runs.
  explicit PaintedPage(const std::string& step) : step_(step) {}
  void act(const PageCall&) override {
    if (step_.find("hidden") != std::string::npos) throw Error(ErrorKind::NotFound, "nothing matches it");
    if (step_.find("same") == std::string::npos) picture_ = step_;
  }
  bool shows_now(const Target&) override { return true; }
  Seen see() override { return {}; }
  std::string screenshot() override { return "failure"; }
  std::vector<FrameFailure> frame_failures() override { return {}; }
  std::vector<std::string> console() override { return {}; }
  Look look(const std::optional<Target>& target, PageCopier&) override {
    if (picture_.find("broken") != std::string::npos) throw Error(ErrorKind::Timeout, "no answer");
    Look look;
    look.snapshot = "text";
    look.screenshot = picture_;
    if (target) look.matched = target->text();
    look.copy = std::make_shared<const Json>(Json::parse(R"({"frames": [{"document": "d", "copy": {
      "root": 1, "isWhole": true, "gone": [], "sheets": [[9, "a { content: 'hunter2hunter2' }"]],
      "nodes": [[1, "p", ["title", "hunter2hunter2"], [2, 3, 4]], [2, "a < b, hunter2"], [3, "b", [], [5]],
                [4, " behind it"], [5, "hunter2"]]}}]})"));
    return look;
  }

 private:
  const std::string& step_;
  std::string picture_ = "blank";
};

class Watched : public testing::Test, public FlowEnvironment, public results::Sink {
 protected:
  std::unique_ptr<FlowPage> start_case(const Flow&, const FlowCase&) override {
    return std::make_unique<PaintedPage>(step_);
  }
  void acts_on(FlowPage* page) override { steps_.acts_on(page); }
  void add_route(const SiteRule&) override {}
  void step_started(const results::Case&, const results::Step& step) override {
    step_ = step.title;
    steps_.started(step);
  }
  void step_finished(const results::Case&, const results::Step& step) override { steps_.finished(step); }

  results::Case run(const std::string& steps, TracedSteps traced = TracedSteps::All) {
    const Flow flow = parse_flow("specs/a.flow.yaml", "flow: A\n" + secrets_ + "steps:\n" + steps);
    results::Recorder recorder({this});
    steps_.begin_case(recorder, traced);
    recorder.start_run({});
    recorder.start_suite(flow.name, flow.file);
    run_flow_case(flow, flow.cases[0], *this, recorder);
    recorder.finish_run(0);
    return recorder.run().suites[0].cases[0];
  }
  static std::vector<std::string> pictures(const results::Case& one) {
    std::vector<std::string> names;
    for (const results::Step& step : one.steps) names.push_back(step.screenshot + ", " + step.screenshot_after);
    return names;
  }
  static std::vector<std::string> kept(const results::Case& one) {
    std::vector<std::string> names;
    for (const results::Attachment& one_of_all : one.attachments) {
      if (one_of_all.media_type == "image/png") names.push_back(one_of_all.name);
    }
    return names;
  }
  static Json trace(const results::Case& one) {
    for (const results::Attachment& one_of_all : one.attachments) {
      if (one_of_all.media_type == results::kTraceMediaType) return Json::parse(one_of_all.content);
    }
    return nullptr;
  }

  std::string step_;
  std::string secrets_;  // lines of the flow
  std::vector<std::string> told_;
  WatchedSteps steps_{{Milliseconds(7), true,
                       [this](Milliseconds time) { told_.push_back("wait " + std::to_string(time.count())); },
                       [this](const std::string& why) { told_.push_back("pause " + why); }}};
};

TEST_F(Watched, APictureThatShowsNothingNewIsKeptOnce) {
  const results::Case done = run("  - open: http://a.test/\n  - click: button \"same\"\n  - click: button \"Pay\"\n");
  EXPECT_THAT(pictures(done),
              ElementsAre("before step 1, after step 1", "after step 1, after step 1", "after step 1, after step 3"));
  EXPECT_THAT(kept(done), ElementsAre("before step 1", "after step 1", "after step 3"));
  EXPECT_EQ(done.steps[1].matched, "button \"same\"");
  EXPECT_THAT(kept(run("  - open: http://a.test/\n", TracedSteps::None)), IsEmpty());
}

TEST_F(Watched, KeepsTheTraceOfAnOptionalStepThatFailed) {
  const results::Case done = run("  - click: button \"hidden\"\n    optional: true\n  - click: button \"same\"\n");
  EXPECT_THAT(pictures(done), ElementsAre("before step 1, ", "before step 1, before step 1"));
  EXPECT_THAT(kept(done), ElementsAre("before step 1"));
}

TEST_F(Watched, ATraceHasThePageBeforeAndAfterEachStep) {
  const Json kept = trace(run("  - open: http://a.test/\n  - click: button \"hidden\"\n"));
  EXPECT_EQ(kept["outcome"], "failed");
  EXPECT_EQ(kept["moments"].size(), 4);
  EXPECT_EQ(kept["steps"][1]["title"], "click: button \"hidden\"");
  EXPECT_EQ(kept["steps"][1]["moment_before"], 2);
  EXPECT_EQ(kept["steps"][1]["moment_after"], 3);
  EXPECT_EQ(trace(run("  - open: http://a.test/\n", TracedSteps::None)), nullptr);
}

TEST_F(Watched, ATraceOfNewestStepsIsKeptForAFailureAlone) {
  const std::string steps = "  - click: button \"hidden\"\n    optional: true\n  - steps:\n      - click: button \"Pay\"\n";
  const results::Case passed = run(steps, TracedSteps::Newest);
  EXPECT_EQ(trace(passed), nullptr);
  EXPECT_THAT(kept(passed), IsEmpty());
  const results::Case failed = run(steps + "      - click: button \"hidden\"\n", TracedSteps::Newest);
  const Json kept_trace = trace(failed);
  ASSERT_EQ(kept_trace["moments"].size(), 2);  // at each step that failed, and once for its block
  EXPECT_EQ(kept_trace["steps"][0]["moment_after"], 0);
  EXPECT_EQ(kept_trace["steps"][1]["moment_after"], 1);
  EXPECT_EQ(kept_trace["steps"][3]["moment_after"], 1);
  EXPECT_EQ(failed.steps[3].screenshot_after, "after step 4");
  EXPECT_EQ(failed.steps[3].snapshot_after, "text");
}

TEST_F(Watched, ATraceHidesSecrets) {
  secrets_ = "vars: { password: hunter2hunter2 }\nsecrets: [password]\n";
  const results::Case done = run("  - open: http://a.test/\n");
  const Json copy = trace(done)["moments"][0]["frames"][0]["copy"];
  EXPECT_EQ(copy["sheets"][0][1], "a { content: '•••' }");
  EXPECT_EQ(copy["nodes"][0][2][1], "•••");
  EXPECT_EQ(copy["nodes"][1][1], "a < b, •••");  // the secret is split over two elements
  EXPECT_EQ(copy["nodes"][4][1], "•••");
  EXPECT_EQ(copy["nodes"][3][1], " behind it");
}

TEST_F(Watched, APageThatCannotBeLookedAtEndsTheTraceAndNotTheCase) {
  const results::Case done = run("  - click: button \"broken\"\n  - click: button \"Pay\"\n");
  EXPECT_EQ(done.outcome, results::Outcome::Passed);
  EXPECT_THAT(done.warnings, ElementsAre("could not trace a step: no answer"));
  EXPECT_EQ(done.steps[1].screenshot, "");
}

TEST_F(Watched, WaitsAfterEachStepAndOnceForTheUser) {
  run("  - click: button \"Pay\"\n  - steps:\n      - click: button \"hidden\"\n  - click: button \"Pay\"\n",
      TracedSteps::None);
  EXPECT_THAT(told_, ElementsAre("wait 7", "pause click: button \"hidden\"", "wait 7"));
}

TEST(CaseTimer, CallsAfterItsTimeUnlessStopped) {
  std::promise<void> called;
  const CaseTimer over(Milliseconds(1), [&] { called.set_value(); });
  called.get_future().get();
  EXPECT_TRUE(over.is_over());
  bool never = false;
  {
    CaseTimer stopped(Milliseconds(600'000), [&] { never = true; });
    stopped.stop();
    EXPECT_FALSE(stopped.is_over());
  }
  {
    const CaseTimer no_limit(Milliseconds(0), [&] { never = true; });
  }
  EXPECT_FALSE(never);
  EXPECT_EQ(tell_case_timeout(Milliseconds(1500), ""), "the case did not end within 1.5 s");
}

}  // namespace
}  // namespace casement
