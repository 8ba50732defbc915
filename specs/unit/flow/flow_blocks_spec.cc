// Blocks of steps, values that go from step to step, and the ends of a case.
#include "specs/unit/flow/flow_runner_fixture.h"

namespace casement {
namespace {

using results::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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
  EXPECT_THAT(calls(), ElementsAre("click: button \"Pay\" inside region \"Cart\" in iframe \"Shop\"",
                                   "click: button \"Pay\" inside listitem \"Tea\" inside region \"Cart\" in "
                                   "iframe \"Inner\" in iframe \"Shop\"",
                                   "click: e5", "see"));
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
  EXPECT_THAT(calls(), ElementsAre("press: A", "press: A", "press: S", "press: M", "see"));
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
  EXPECT_EQ(done.failures[0].message, "repeat: while visible dialog: the condition still holds after 2 rounds");
}

TEST_F(FlowRunner, ReportsALoopWithoutARound) {
  const results::Case& done = run(R"(
flow: A
vars: { more: no }
steps:
  - repeat: { while: { var: more } }
    steps: [{ press: Escape }]
)");
  EXPECT_TRUE(done.failures.empty());
  EXPECT_EQ(done.steps.at(0).message, "no rounds, because the condition did not hold");
}

TEST_F(FlowRunner, RetriesUntilItIsEnough) {
  environment_.script.errors.emplace("press: A", Error(ErrorKind::Timeout, "too late"));
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

TEST_F(FlowRunner, ContinuesAfterSoftAndOptionalSteps) {
  environment_.script.errors.emplace("press: A", Error(ErrorKind::Timeout, "too late"));
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

TEST_F(FlowRunner, SavesValuesForLaterSteps) {
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
  EXPECT_THAT(calls(), ElementsAre("screenshot", "press: Y", "see"));
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

TEST_F(FlowRunner, ReportsWhosePageAStepActsOn) {
  run("flow: A\nusers: { admin: }\nsteps:\n  - press: A\n    as: admin\n  - as: admin\n    steps: [{ press: B }]\n"
      "  - press: N\n    as: admin\n    label: no more\n");
  EXPECT_THAT(step_lines(), ElementsAre("+press: A (as admin)", "+steps: as admin", " +press: B", "+no more"));
}

TEST_F(FlowRunner, APauseShowsNoSecret) {
  run("flow: A\nvars: { key: s3cr3t }\nsecrets: [key]\nsteps: [{ pause: \"look for ${key}\" }]");
  EXPECT_THAT(calls(), ElementsAre("pause look for •••", "see"));
}

TEST_F(FlowRunner, AlwaysRunsTheStepsUnderAfter) {
  environment_.script.errors.emplace("press: A", Error(ErrorKind::Timeout, "too late"));
  run("flow: A\nbefore: [{ press: B }]\nsteps: [{ press: A }, { press: N }]\nafter: [{ press: Z }]");
  EXPECT_THAT(calls(), ElementsAre("press: B", "press: A", "screenshot", "press: Z", "see"));
}

TEST_F(FlowRunner, SoftBesideAGroupIsForEachInnerStep) {
  environment_.script.errors.emplace("press: A", Error(ErrorKind::Timeout, "too late"));
  const results::Case& done = run(
      "flow: A\nsteps:\n  - soft: true\n    steps:\n      - press: A\n      - steps: [{ press: B }]\n      - press: A\n"
      "  - press: C\n");
  EXPECT_EQ(done.outcome, Outcome::Failed);
  EXPECT_EQ(done.failures.size(), 2u);
  EXPECT_THAT(calls(), ElementsAre("press: A", "screenshot", "press: B", "press: A", "screenshot", "press: C", "see"));
}

TEST_F(FlowRunner, SkipsWithAReason) {
  const results::Case& done = run("flow: A\nskip: no bank\nsteps: [{ press: A }]");
  EXPECT_EQ(done.outcome, Outcome::Skipped);
  EXPECT_EQ(done.skip_reason, "no bank");
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(FlowRunner, ExpectsAFailure) {
  environment_.script.errors.emplace("press: A", Error(ErrorKind::Timeout, "too late"));
  const results::Case& done = run("flow: A\nexpected_failure: bug 1\nsteps: [{ press: A }]");
  EXPECT_EQ(done.outcome, Outcome::Skipped);
  EXPECT_EQ(done.skip_reason, "expected failure: bug 1");
}

TEST_F(FlowRunner, FailsACaseThatPassesUnexpectedly) {
  const results::Case& done = run("flow: A\nexpected_failure: bug 1\nsteps: [{ press: A }]");
  EXPECT_EQ(done.outcome, Outcome::Failed);
  EXPECT_EQ(done.failures.at(0).message, "the case passed, but was expected to fail: bug 1");
}

}  // namespace
}  // namespace casement
