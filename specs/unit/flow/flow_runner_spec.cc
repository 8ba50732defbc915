#include "casement/flow/run/flow_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "casement/base/error.h"
#include "casement/flow/model/flow_loader.h"

namespace casement {
namespace {

using results::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A page that notes what it was asked, and fails where it was told to.
class ScriptedPage : public FlowPage {
 public:
  struct Script {
    std::vector<std::string> calls;
    std::map<std::string, Error> errors;  // by the call
    std::set<std::string> visible;
    std::vector<FrameFailure> frame_failures;
    std::vector<std::string> missed_changes;
  };
  explicit ScriptedPage(Script& script) : script_(script) {}

  void act(const PageCall& act) override { call(act.what); }
  bool shows_now(const Target& target) override {
    call("shows_now " + target.text());
    return script_.visible.contains(target.text());
  }
  Seen see() override {
    call("see");
    return {"- button \"Pay\"", {{0, "main", "", "http://shop.test/", false, "ready"}}};
  }
  std::string screenshot() override {
    call("screenshot");
    return "PNG";
  }
  std::vector<FrameFailure> frame_failures() override { return script_.frame_failures; }
  std::vector<std::string> console() override { return {"log: hello"}; }
  std::vector<std::string> missed_changes() override { return script_.missed_changes; }

 private:
  void call(std::string what) {
    script_.calls.push_back(what);
    if (const auto error = script_.errors.find(what); error != script_.errors.end()) {
      throw error->second;
    }
  }
  Script& script_;
};

class ScriptedEnvironment : public FlowEnvironment {
 public:
  std::unique_ptr<FlowPage> start_case(const Flow&, const FlowCase&) override {
    if (start_fails) throw Error(ErrorKind::Environment, "no page");
    return std::make_unique<ScriptedPage>(script);
  }
  void pause(const std::string& why) override { script.calls.push_back("pause " + why); }
  void add_route(const SiteRule& rule) override { script.calls.push_back("route " + rule.host); }

  ScriptedPage::Script script;
  bool start_fails = false;
};

class FlowRunner : public testing::Test {
 protected:
  const results::Case& run(const std::string& text) {
    const Flow flow = parse_flow("specs/a.flow.yaml", text);
    recorder_.start_run({});
    recorder_.start_suite(flow.name, flow.file);
    for (const FlowCase& one : flow.cases) run_flow_case(flow, one, environment_, recorder_);
    recorder_.finish_run(0);
    return recorder_.run().suites[0].cases[0];
  }
  std::vector<std::string> step_lines() const {
    std::vector<std::string> lines;
    for (const results::Step& step : recorder_.run().suites[0].cases[0].steps) {
      const char mark = step.outcome == Outcome::Passed ? '+' : step.outcome == Outcome::Failed ? '!' : '.';
      lines.push_back(std::string(static_cast<std::size_t>(step.depth), ' ') + mark + step.title);
    }
    return lines;
  }
  std::vector<std::string>& calls() { return environment_.script.calls; }

  ScriptedEnvironment environment_;
  results::Recorder recorder_{{}};
};

FrameFailure silent_bank() {
  FrameFailure failure;
  failure.kind = FrameFailure::TimedOut;
  failure.owner_ref = "e31";
  failure.frame_name = "Bank challenge";
  failure.url = "http://acs.bank.test/challenge";
  failure.message = "no answer within 2 s";
  return failure;
}

TEST_F(FlowRunner, RunsTheStepsInOrderWithTheirValues) {
  const results::Case& done = run(R"(
flow: A
site: checkout
vars: { card: 4242 4242 4242 4242 }
steps:
  - route: { host: ads.test, status: 404 }
  - open: http://shop.test/cart
  - fill:
      textbox "E-mail": ada@example.com
      textbox "Card number": ${card}
  - expect: { url: "*/receipt/*" }
    timeout: 3s
)");
  EXPECT_EQ(done.outcome, Outcome::Passed);
  EXPECT_THAT(calls(),
              ElementsAre("route ads.test", "open http://shop.test/cart", "fill textbox \"E-mail\" ada@example.com",
                          "fill textbox \"Card number\" 4242 4242 4242 4242",
                          "expect.url url \"*/receipt/*\" within 3000", "see"));
}

TEST_F(FlowRunner, KeepsWhatAReportNeeds) {
  const results::Case& done = run("flow: A\ntags: [smoke]\nsteps: [{ click: button \"Pay\" }]");
  EXPECT_EQ(done.suite, "A");
  EXPECT_EQ(done.class_name, "specs/a");
  EXPECT_THAT(done.tags, ElementsAre("smoke"));
  EXPECT_EQ(done.snapshot, "- button \"Pay\"");
  EXPECT_EQ(done.frames.size(), 1u);
  EXPECT_THAT(done.console, ElementsAre("log: hello"));
}

TEST_F(FlowRunner, CountsAndTellsWhatNoEventToldOf) {
  environment_.script.missed_changes = {"missed change: one", "missed change: two"};
  const results::Case& done = run("flow: A\nsteps: [{ log: hello }]");
  EXPECT_EQ(done.outcome, Outcome::Passed);
  EXPECT_EQ(done.missed_changes, 2u);
  EXPECT_THAT(done.warnings, ElementsAre("missed change: one", "missed change: two"));
}

TEST_F(FlowRunner, StopsAtTheFirstFailure) {
  environment_.script.errors.emplace(
      "click button \"Pay\"",
      Error(ErrorKind::NotFound, "button \"Pay\" matches nothing\nsecond line", {"nearest: x"}));
  const results::Case& done = run(R"(
flow: A
steps:
  - click: button "Cart"
  - click: button "Pay"
  - if: { visible: dialog }
    then: [{ log: no }]
  - expect: text "Thank you"
)");
  EXPECT_EQ(done.outcome, Outcome::Failed);
  EXPECT_THAT(step_lines(), ElementsAre("+click: button \"Cart\"", "!click: button \"Pay\"", ".if: visible dialog",
                                        ".expect: text \"Thank you\""));
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_EQ(done.failures[0].type, "click.not_found");
  EXPECT_EQ(done.failures[0].message, "button \"Pay\" matches nothing");
  EXPECT_EQ(done.failures[0].details, "second line\nnearest: x");
  EXPECT_EQ(done.failures[0].where.line, 5);
  ASSERT_EQ(done.attachments.size(), 1u);
  EXPECT_EQ(done.attachments[0].name, "screenshot");
}

TEST_F(FlowRunner, NamesTheExpectationThatFailed) {
  environment_.script.errors.emplace("expect.shows text \"Thank you\"",
                                     Error(ErrorKind::Assertion, "not shown within 3 s"));
  EXPECT_EQ(run("flow: A\nsteps: [{ expect: text \"Thank you\" }]").failures[0].type, "expect.shows");
}

TEST_F(FlowRunner, TakesTheBranchThatHolds) {
  environment_.script.visible = {"dialog"};
  run(R"(
flow: A
vars: { three_d_secure: "" }
steps:
  - if: { visible: dialog }
    then:
      - press: Enter
    else:
      - press: Escape
  - if: { var: three_d_secure }
    then:
      - press: A
    else:
      - press: B
  - if: { hidden: dialog }
    then:
      - press: C
)");
  EXPECT_THAT(step_lines(), ElementsAre("+if: visible dialog", " +press: Enter", "+if: three_d_secure", " +press: B",
                                        "+if: hidden dialog"));
}

TEST_F(FlowRunner, FailsForAFrameByPolicy) {
  environment_.script.frame_failures = {silent_bank()};
  const results::Case& done = run("flow: A\nframes: { on_failure: fail }\nsteps: [{ log: hello }]");
  EXPECT_EQ(done.outcome, Outcome::Failed);
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_EQ(done.failures[0].type, "frame.timed_out");
  EXPECT_EQ(done.failures[0].message,
            "frame e31 \"Bank challenge\" → http://acs.bank.test/challenge: timed_out, no answer "
            "within 2 s");
  ASSERT_EQ(done.frame_failures.size(), 1u);
  EXPECT_EQ(done.frame_failures[0].verdict, results::FrameFailure::Verdict::Failed);
}

TEST_F(FlowRunner, WarnsForAnOptionalFrame) {
  environment_.script.frame_failures = {silent_bank()};
  const results::Case& done =
      run("flow: A\nframes: { on_failure: fail, optional: [\"*://acs.bank.test/*\"] }\n"
          "steps: [{ log: hello }]");
  EXPECT_EQ(done.outcome, Outcome::Passed);
  ASSERT_EQ(done.frame_failures.size(), 1u);
  EXPECT_EQ(done.frame_failures[0].verdict, results::FrameFailure::Verdict::Warned);
}

TEST_F(FlowRunner, IgnoresExpectedFrameFailures) {
  environment_.script.frame_failures = {silent_bank()};
  environment_.script.frame_failures[0].expected = true;
  const results::Case& done = run("flow: A\nframes: { on_failure: fail }\nsteps: [{ log: hello }]");
  EXPECT_EQ(done.outcome, Outcome::Passed);
  EXPECT_THAT(done.warnings, IsEmpty());
}

TEST_F(FlowRunner, TellsAFailedStepOfFramesThatCouldNotBeRead) {
  environment_.script.frame_failures = {silent_bank()};
  environment_.script.errors.emplace("expect.shows text \"Thank you\"",
                                     Error(ErrorKind::Assertion, "not shown within 3 s"));
  const results::Case& done = run("flow: A\nsteps: [{ expect: text \"Thank you\" }]");
  EXPECT_THAT(done.failures[0].details,
              HasSubstr("frame e31 \"Bank challenge\" → http://acs.bank.test/challenge: no answer"));
}

TEST_F(FlowRunner, HidesNoFailureBehindMissingEvidence) {
  const Error lost(ErrorKind::ConnectionLost, "Chrome has gone");
  environment_.script.errors.emplace("click e1", lost);
  environment_.script.errors.emplace("screenshot", lost);
  environment_.script.errors.emplace("see", lost);
  const results::Case& done = run("flow: A\nsteps: [{ click: e1 }]");
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_EQ(done.failures[0].type, "click.connection_lost");
  EXPECT_EQ(done.warnings.size(), 2u);
}

TEST_F(FlowRunner, RunsNothingMoreOfACaseThatIsEndedFromOutside) {
  environment_.script.errors.emplace("click e1", Error(ErrorKind::Interrupted, "the time is over"));
  const results::Case& done =
      run("flow: A\nsteps:\n  - retry: 3\n    steps:\n      - { click: e1, optional: true }\n  - click: e2\n"
          "after: [{ click: e3 }]");
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_EQ(done.failures[0].type, "click.interrupted");
  EXPECT_EQ(done.failures[0].message, "the time is over");
  ASSERT_EQ(done.attachments.size(), 1u);
  EXPECT_EQ(done.attachments[0].name, "screenshot");
  EXPECT_FALSE(done.snapshot.empty());
  const auto& calls = environment_.script.calls;
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "click e1"), 1);
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "click e3"), 0);
}

TEST_F(FlowRunner, FailsTheCaseThatCannotStart) {
  environment_.start_fails = true;
  const results::Case& done = run("flow: A\nsteps: [{ click: e1 }]");
  EXPECT_EQ(done.failures[0].type, "start.environment");
  EXPECT_THAT(step_lines(), ElementsAre(".click: e1"));
}

TEST_F(FlowRunner, KeepsNamedSnapshotsAndPictures) {
  const results::Case& done = run("flow: A\nsteps: [snapshot, { screenshot: at the end }]");
  ASSERT_EQ(done.attachments.size(), 2u);
  EXPECT_EQ(done.attachments[0].name, "snapshot");
  EXPECT_EQ(done.attachments[0].media_type, "text/plain; charset=utf-8");
  EXPECT_EQ(done.attachments[1].name, "at the end");
}

TEST_F(FlowRunner, RunsABlockAroundItsTargets) {
  run(R"(
flow: A
steps:
  - within: region "Cart"
    in: iframe "Shop"
    timeout: 9s
    steps:
      - click: button "Pay"
      - click: button "Pay" in iframe "Inner"
        within: listitem "${name:-Tea}"
      - click: e5
)");
  EXPECT_THAT(calls(), ElementsAre("click button \"Pay\" inside region \"Cart\" in iframe \"Shop\" within 9000",
                                   "click button \"Pay\" inside listitem \"Tea\" inside region \"Cart\" in "
                                   "iframe \"Inner\" in iframe \"Shop\" within 9000",
                                   "click e5 within 9000", "see"));
}

TEST_F(FlowRunner, RepeatsAndNamesItems) {
  run(R"(
flow: A
vars: { sizes: "S, M" }
steps:
  - repeat: 2
    steps: [{ press: A }]
  - for_each: { name: size, in: "${sizes}" }
    steps: [{ press: "${size}" }]
  - for_each: { name: word, in: [x] }
    steps: [{ log: "${word}" }]
)");
  EXPECT_THAT(calls(), ElementsAre("press A", "press A", "press S", "press M", "see"));
  EXPECT_THAT(step_lines(),
              ElementsAre("+repeat: 2 times", " +round 1 of 2", "  +press: A", " +round 2 of 2", "  +press: A",
                          "+for_each: size in S, M", " +size = S", "  +press: S", " +size = M", "  +press: M",
                          "+for_each: word in x", " +word = x", "  +log: x"));
}

TEST_F(FlowRunner, BoundsAWhile) {
  environment_.script.visible = {"dialog"};
  const results::Case& done = run(R"(
flow: A
steps:
  - repeat: { while: { visible: dialog }, most: 2 }
    steps: [{ press: Escape }]
)");
  EXPECT_EQ(done.failures.at(0).type, "repeat.assertion");
  EXPECT_EQ(done.failures[0].message, "repeat: while visible dialog: it still holds after 2 rounds");
}

TEST_F(FlowRunner, RetriesUntilItIsEnough) {
  environment_.script.errors.emplace("press A", Error(ErrorKind::Timeout, "too late"));
  const results::Case& done = run(R"(
flow: A
steps:
  - retry: 2
    steps: [{ press: A }]
  - log: behind
)");
  EXPECT_EQ(done.failures.size(), 1u);
  EXPECT_THAT(step_lines(), ElementsAre("!retry: up to 2 times", " !attempt 1 of 2", "  !press: A", " !attempt 2 of 2",
                                        "  !press: A", ".log: behind"));
}

TEST_F(FlowRunner, GoesOnAfterSoftAndOptionalSteps) {
  environment_.script.errors.emplace("press A", Error(ErrorKind::Timeout, "too late"));
  const results::Case& done = run(R"(
flow: A
steps:
  - press: A
    optional: true
  - press: A
    soft: true
  - press: B
)");
  EXPECT_EQ(done.outcome, Outcome::Failed);
  EXPECT_EQ(done.failures.size(), 1u);
  EXPECT_THAT(done.warnings, ElementsAre("specs/a.flow.yaml:4: optional: too late"));
  EXPECT_THAT(step_lines(), ElementsAre(".press: A", "!press: A", "+press: B"));
}

TEST_F(FlowRunner, SavesForTheStepsBehind) {
  run(R"(
flow: A
vars: { first: Ada }
steps:
  - save: { literal: "${first} Lovelace", to: name }
  - press: "${name}"  # which is no key
    optional: true
  - log: ${name}
  - if: { var: name, is: Ada Lovelace }
    then: [{ press: Y }]
)");
  EXPECT_THAT(calls(), ElementsAre("screenshot", "press Y", "see"));
  EXPECT_THAT(step_lines(), testing::Contains("+log: Ada Lovelace"));
}

TEST_F(FlowRunner, KeepsASavedSecret) {
  const results::Case& done = run(R"(
flow: A
secrets: [token]
steps:
  - save: { literal: s3cr3t-token, to: token }
  - log: it is ${token}
)");
  EXPECT_THAT(done.steps.back().title, testing::Not(HasSubstr("s3cr3t")));
}

TEST_F(FlowRunner, KeepsASecretThatIsTakenFromAnotherFlow) {
  const std::string file = testing::TempDir() + "casement-taken-" + std::to_string(::getpid()) + ".yaml";
  std::ofstream(file) << "flow: Sign in\nvars: { token: s3cr3t-token }\nsteps: [{ log: hello }]\n";
  const results::Case& done =
      run("flow: A\nsecrets: [token]\nsteps:\n  - run: { flow: " + file + ", take: token }\n  - log: it is ${token}\n");
  std::filesystem::remove(file);
  EXPECT_EQ(done.steps.back().title, "log: it is •••");
}

TEST_F(FlowRunner, SaysWhosePageAStepActsOn) {
  run("flow: A\nroles: { admin: }\nsteps:\n  - press: A\n    as: admin\n  - as: admin\n    steps: [{ press: B }]\n"
      "  - press: N\n    as: admin\n    label: no more\n");
  EXPECT_THAT(step_lines(), ElementsAre("+press: A (as admin)", "+steps: as admin", " +press: B", "+no more"));
}

TEST_F(FlowRunner, APauseShowsNoSecret) {
  run("flow: A\nvars: { key: s3cr3t }\nsecrets: [key]\nsteps: [{ pause: \"look for ${key}\" }]");
  EXPECT_THAT(calls(), ElementsAre("pause look for •••", "see"));
}

TEST_F(FlowRunner, AlwaysRunsWhatComesAfter) {
  environment_.script.errors.emplace("press A", Error(ErrorKind::Timeout, "too late"));
  run("flow: A\nbefore: [{ press: B }]\nsteps: [{ press: A }, { press: N }]\nafter: [{ press: Z }]");
  EXPECT_THAT(calls(), ElementsAre("press B", "press A", "screenshot", "press Z", "see"));
}

TEST_F(FlowRunner, SkipsWithAReason) {
  const results::Case& done = run("flow: A\nskip: no bank\nsteps: [{ press: A }]");
  EXPECT_EQ(done.outcome, Outcome::Skipped);
  EXPECT_EQ(done.skip_reason, "no bank");
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(FlowRunner, ExpectsAFailure) {
  environment_.script.errors.emplace("press A", Error(ErrorKind::Timeout, "too late"));
  const results::Case& done = run("flow: A\nexpected_failure: bug 1\nsteps: [{ press: A }]");
  EXPECT_EQ(done.outcome, Outcome::Skipped);
  EXPECT_EQ(done.skip_reason, "expected failure: bug 1");
}

TEST_F(FlowRunner, FailsACaseThatPassesUnexpectedly) {
  const results::Case& done = run("flow: A\nexpected_failure: bug 1\nsteps: [{ press: A }]");
  EXPECT_EQ(done.outcome, Outcome::Failed);
  EXPECT_EQ(done.failures.at(0).message, "the case passed, and was to fail: bug 1");
}

}  // namespace
}  // namespace casement
