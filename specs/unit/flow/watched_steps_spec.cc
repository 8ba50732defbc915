#include "casement/flow/run/watched_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <future>

#include "casement/base/error.h"
#include "casement/base/utc_time.h"
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
  PaintedPage(const std::string& step, std::vector<ConsoleLine> lines, double ahead)
      : step_(step), lines_(std::move(lines)), ahead_(ahead) {}
  void act(const PageCall&) override {
    if (step_.find("hidden") != std::string::npos) throw Error(ErrorKind::NotFound, "nothing matches it");
    if (step_.find("same") == std::string::npos) picture_ = step_;
  }
  bool shows_now(const Target&) override { return true; }
  Seen see() override { return {picture_, {}}; }
  std::string screenshot() override { return "failure"; }
  std::vector<FrameFailure> frame_failures() override { return {}; }
  std::vector<ConsoleLine> console() override { return lines_; }
  bool ask_for_copy(PageCopier&, Milliseconds, PageCopier::Resources) override {
    if (picture_.find("broken") != std::string::npos) throw Error(ErrorKind::Timeout, "no answer");
    return picture_ != "blank";
  }
  Look look(PageCopier& copier, Picture picture) override {
    if (picture_.find("broken") != std::string::npos) throw Error(ErrorKind::Timeout, "no answer");
    const double now = wall_milliseconds();
    copier.clock().add(now, std::floor(now + ahead_), now + 1);
    Look look;
    look.snapshot = "text";
    if (picture == Picture::Yes) look.screenshot = picture_;
    look.copy = std::make_shared<const Json>(Json::parse(R"({"frames": [{"document": "d", "copy": {
      "root": 1, "isWhole": true, "gone": [], "sheets": [[9, "a { content: 'hunter2hunter2' }"]],
      "nodes": [[1, "p", ["title", "hunter2hunter2"], [2, 3, 4]], [2, "a < b, hunter2"], [3, "b", [], [5]],
                [4, " behind it"], [5, "hunter2"]]}}]})"));
    return look;
  }

 private:
  const std::string& step_;
  std::vector<ConsoleLine> lines_;
  double ahead_;  // the browser's clock, in milliseconds
  std::string picture_ = "blank";
};

class Watched : public testing::Test, public FlowEnvironment, public results::Sink {
 protected:
  std::unique_ptr<FlowPage> start_case(const Flow&, const FlowCase&) override {
    return std::make_unique<PaintedPage>(step_, lines_, browser_is_ahead_);
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
  std::vector<ConsoleLine> lines_;
  double browser_is_ahead_ = 0;
  std::string secrets_;  // lines of the flow
  std::vector<std::string> told_;
  WatchedSteps steps_{{Milliseconds(7), true,
                       [this](Milliseconds time) { told_.push_back("wait " + std::to_string(time.count())); },
                       [this](const std::string& why) { told_.push_back("pause " + why); },
                       [this](double since, const std::function<void(results::ProgramLine)>& take) {
                         since_ = since;
                         for (const results::ProgramLine& line : printed_) take(line);
                       }}};
  std::vector<results::ProgramLine> printed_;
  double since_ = 0;
};

TEST_F(Watched, ATracedStepHasTheTextBeforeAndAfterIt) {
  const results::Case done = run("  - open: http://a.test/\n  - click: button \"same\"\n  - click: button \"Pay\"\n");
  std::vector<std::string> texts;
  for (const results::Step& step : done.steps) texts.push_back(step.snapshot_before + ", " + step.snapshot_after);
  EXPECT_THAT(texts, ElementsAre(", open: http://a.test/", "open: http://a.test/, open: http://a.test/",
                                 "open: http://a.test/, text"));
  EXPECT_THAT(kept(done), IsEmpty());
  EXPECT_EQ(trace(done)["steps"][2]["moment_after"], 0);
  EXPECT_EQ(trace(run("  - open: http://a.test/\n", TracedSteps::None)), nullptr);
}

TEST_F(Watched, AFailedStepHasATextAndIfAllAreTracedAPicture) {
  const std::string steps = "  - open: http://a.test/\n  - click: button \"hidden\"\n";
  const results::Case done = run(steps);
  EXPECT_THAT(kept(done), ElementsAre("screenshot", "after step 2"));
  EXPECT_EQ(done.steps[1].screenshot, "after step 2");
  EXPECT_EQ(done.steps[1].snapshot_after, "text");
  const results::Case newest = run(steps, TracedSteps::Newest);
  EXPECT_THAT(kept(newest), ElementsAre("screenshot"));
  EXPECT_EQ(newest.steps[1].snapshot_after, "");
  for (const Json& one : {trace(done), trace(newest)}) {
    EXPECT_EQ(one["outcome"], "failed");
    EXPECT_EQ(one["steps"][1]["title"], "click: button \"hidden\"");
    EXPECT_EQ(one["steps"][1]["snapshot_after"], "text");
    EXPECT_EQ(one["steps"][1]["moment_after"], 0);
  }
}

TEST_F(Watched, NewestStepsAreKeptForAFailureAlone) {
  const std::string steps =
      "  - click: button \"hidden\"\n    optional: true\n  - steps:\n      - click: button \"Pay\"\n";
  const results::Case passed = run(steps, TracedSteps::Newest);
  EXPECT_EQ(trace(passed), nullptr);
  EXPECT_THAT(kept(passed), IsEmpty());
  const results::Case failed = run(steps + "      - click: button \"hidden\"\n", TracedSteps::Newest);
  const Json kept_trace = trace(failed);
  ASSERT_EQ(kept_trace["moments"].size(), 1);  // for the step that failed and its block
  EXPECT_EQ(kept_trace["steps"][1]["moment_after"], 0);
  EXPECT_EQ(kept_trace["steps"][3]["moment_after"], 0);
}

TEST_F(Watched, ARetryHasATraceAlsoIfItPasses) {
  const results::Case done = run("  - open: http://a.test/\n", TracedSteps::Retried);
  EXPECT_EQ(done.outcome, results::Outcome::Passed);
  EXPECT_EQ(trace(done)["outcome"], "passed");
  EXPECT_EQ(trace(done)["steps"][0]["moment_after"], 0);
  EXPECT_THAT(kept(done), IsEmpty());
}

TEST_F(Watched, ATraceHasTheFactsOfItsCase) {
  secrets_ = "tags: [smoke]\n";
  const Json facts = trace(run("  - open: http://a.test/\n"))["facts"];
  EXPECT_THAT(facts, testing::Contains(Json::array({"tags", "smoke"})));
  EXPECT_EQ(facts[0][0], "began");
  EXPECT_EQ(facts[2], Json::array({"test", "specs/a.flow.yaml:1"}));
}

TEST_F(Watched, ATraceShiftsTheClockOfABrowserOnAnotherMachine) {
  const double now = wall_milliseconds();
  browser_is_ahead_ = 60'000;
  lines_ = {
      {.text = "early", .time = now + 60'000 - 5'000}, {.text = "late", .time = now + 60'000 + 1e6}, {.text = "?"}};
  const Json lines = trace(run("  - open: http://a.test/\n"))["console"];
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0]["step"], -1);
  EXPECT_NEAR(lines[0]["at"].get<double>(), now - 5'000, 5'000);
  EXPECT_EQ(lines[1]["step"], 0);
  EXPECT_EQ(lines[2]["at"], 0);
}

TEST_F(Watched, ATraceHidesSecrets) {
  secrets_ = "vars: { password: hunter2hunter2 }\nsecrets: [password]\n";
  const results::Case done = run("  - open: http://a.test/\n");
  ASSERT_EQ(trace(done)["moments"].size(), 1);
  const Json copy = trace(done)["moments"][0]["frames"][0]["copy"];
  EXPECT_EQ(copy["sheets"][0][1], "a { content: '•••' }");
  EXPECT_EQ(copy["nodes"][0][2][1], "•••");
  EXPECT_EQ(copy["nodes"][1][1], "a < b, •••");  // the secret is split over two elements
  EXPECT_EQ(copy["nodes"][4][1], "•••");
  EXPECT_EQ(copy["nodes"][3][1], " behind it");
}

TEST_F(Watched, ATraceHasTheLinesOfProgramsAtTheirSteps) {
  const double began = wall_milliseconds();
  printed_ = {{"shop", began - 1, "ready"}, {"shop", began + 1e6, "served"}};
  const results::Case done = run("  - open: http://a.test/\n  - click: button \"same\"\n");
  EXPECT_GE(since_, began);
  EXPECT_LE(since_, done.steps[0].began);
  EXPECT_GE(done.steps[1].began, done.steps[0].began);
  const Json kept = trace(done);
  EXPECT_EQ(kept["steps"][1]["began"], done.steps[1].began);
  ASSERT_EQ(kept["server"].size(), 2u);
  EXPECT_EQ(kept["server"][0]["step"], -1);
  EXPECT_EQ(kept["server"][1]["step"], 1);
  EXPECT_EQ(kept["server"][1]["text"], "served");
  since_ = 0;
  run("  - open: http://a.test/\n", TracedSteps::None);
  EXPECT_EQ(since_, 0);  // a case without a trace reads no lines
}

TEST_F(Watched, ATraceHidesSecretsThatProgramsPrintOverSeveralLines) {
  secrets_ = "vars: { key: \"first line\\nsecond line\\nthird line\" }\nsecrets: [key]\n";
  printed_ = {{"shop", 1, "the key is first line"},
              {"mail", 2, "other"},
              {"shop", 3, "second line"},
              {"shop", 4, "third line, a < b"},
              {"shop", 5, "a second line"}};
  const Json lines = trace(run("  - open: http://a.test/\n"))["server"];
  ASSERT_EQ(lines.size(), 5u);
  std::vector<std::string> texts;
  for (const Json& line : lines) texts.push_back(line["text"]);
  EXPECT_THAT(texts, testing::Each(testing::Not(testing::HasSubstr("first line"))));
  EXPECT_THAT(texts, testing::Not(testing::Contains("second line")));
  EXPECT_EQ(texts[1], "other");
  EXPECT_THAT(texts[3], testing::EndsWith(", a < b"));
  EXPECT_EQ(texts[4], "a second line");
}

TEST_F(Watched, APageThatCannotBeLookedAtEndsTheTraceAndNotTheCase) {
  const results::Case done = run("  - click: button \"broken\"\n  - click: button \"Pay\"\n");
  EXPECT_EQ(done.outcome, results::Outcome::Passed);
  EXPECT_THAT(done.warnings, ElementsAre("could not trace a step: no answer"));
  EXPECT_EQ(done.steps[1].snapshot_before, "");
  EXPECT_THAT(run("  - click: button \"broken\"\n  - click: button \"Pay\"\n", TracedSteps::Newest).warnings,
              IsEmpty());
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
