#include "specs/unit/flow/flow_runner_fixture.h"

namespace casement {
namespace {

using results::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

FrameFailure silent_bank() {
  FrameFailure failure;
  failure.kind = FrameFailure::TimedOut;
  failure.owner_ref = "e31";
  failure.frame_name = "Bank challenge";
  failure.url = "http://acs.bank.test/challenge";
  failure.message = "no answer within 2 s";
  return failure;
}

TEST_F(FlowRunner, RunsTheStepsInOrder) {
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
  EXPECT_THAT(calls(), ElementsAre("route ads.test", "open: http://shop.test/cart", "fill: textbox \"E-mail\"",
                                   "fill: textbox \"Card number\"", "expect: url \"*/receipt/*\"", "see"));
}

TEST_F(FlowRunner, StoresTheFactsThatAReportNeeds) {
  const results::Case& done = run("flow: A\ntags: [smoke]\nsteps: [{ click: button \"Pay\" }]");
  EXPECT_EQ(done.suite, "A");
  EXPECT_EQ(done.class_name, "specs/a");
  EXPECT_THAT(done.tags, ElementsAre("smoke"));
  EXPECT_EQ(done.snapshot, "- button \"Pay\"");
  EXPECT_EQ(done.frames.size(), 1u);
  EXPECT_THAT(done.console, ElementsAre("log: hello"));
}

TEST_F(FlowRunner, CountsAndReportsChangesThatNoEventReported) {
  environment_.script.missed_changes = {"missed change: one", "missed change: two"};
  const results::Case& done = run("flow: A\nsteps: [{ log: hello }]");
  EXPECT_EQ(done.outcome, Outcome::Passed);
  EXPECT_EQ(done.missed_changes, 2u);
  EXPECT_THAT(done.warnings, ElementsAre("missed change: one", "missed change: two"));
}

TEST_F(FlowRunner, StopsAtTheFirstFailure) {
  environment_.script.errors.emplace(
      "click: button \"Pay\"",
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
  environment_.script.errors.emplace("expect: text \"Thank you\"", Error(ErrorKind::Assertion, "not shown within 3 s"));
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
            "frame e31 \"Bank challenge\" → http://acs.bank.test/challenge: timed_out: no answer "
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

TEST_F(FlowRunner, NamesUnreadFramesInAFailedStep) {
  environment_.script.frame_failures = {silent_bank()};
  environment_.script.errors.emplace("expect: text \"Thank you\"", Error(ErrorKind::Assertion, "not shown within 3 s"));
  const results::Case& done = run("flow: A\nsteps: [{ expect: text \"Thank you\" }]");
  EXPECT_THAT(done.failures[0].details,
              HasSubstr("frame e31 \"Bank challenge\" → http://acs.bank.test/challenge: timed_out: no answer"));
}

TEST_F(FlowRunner, HidesNoFailureBehindMissingEvidence) {
  const Error lost(ErrorKind::ConnectionLost, "Chrome has gone");
  environment_.script.errors.emplace("click: e1", lost);
  environment_.script.errors.emplace("screenshot", lost);
  environment_.script.errors.emplace("see", lost);
  const results::Case& done = run("flow: A\nsteps: [{ click: e1 }]");
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_EQ(done.failures[0].type, "click.connection_lost");
  EXPECT_EQ(done.warnings.size(), 2u);
}

TEST_F(FlowRunner, StopsACaseThatIsEndedFromOutside) {
  environment_.script.errors.emplace("click: e1", Error(ErrorKind::Interrupted, "the time is over"));
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
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "click: e1"), 1);
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "click: e3"), 0);
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

}  // namespace
}  // namespace casement
