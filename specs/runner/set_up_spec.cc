// Flows that run before and after all others, and cases that never run at the same time.
#include <signal.h>

#include <sstream>

#include "specs/runner/ctest_project.h"
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using specs::bytes_of;
using specs::imported_program;
using std::chrono::seconds;

// The flow of 'setup' writes what the other reads, through a page of the site a.test.
class SetUpOfRun : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    fs::permissions(folder_, fs::perms::owner_all);
    write("casement.yaml", "setup: [sign_in.flow.yaml]\nteardown: [tidy.flow.yaml]\n");
    write("sign_in.flow.yaml",
          "flow: Sign in\nsite: site\nvars: { heading: Here }\nsteps:\n  - open: http://a.test/\n"
          "  - expect: heading \"${heading}\"\n    timeout: 1s\n  - evaluate: localStorage.setItem('user', 'ada')\n"
          "  - save_storage_state: " +
              state() + "\n");
    write("tidy.flow.yaml", "flow: Tidy\nsteps:\n  - log: tidy\n");
    write("account.flow.yaml",
          "flow: Account\nsite: site\nuse: { storage_state: state.json }\ncases: [{ case: one }, { case: two }]\n"
          "steps:\n  - open: http://a.test/\n  - evaluate: { expression: \"localStorage.getItem('user')\", to: user }\n"
          "  - if: { var: user, is: ada }\n    then: [{ log: signed in }]\n    else: [{ click: button \"Sign in\", "
          "timeout: 1s }]\n");
  }
  std::string state() const { return (folder_ / "state.json").string(); }
  std::string flow_of(const std::string& name) const { return (folder_ / (name + ".flow.yaml")).string(); }
  // Each case as "name outcome", in the order of the reports.
  std::vector<std::string> cases() const {
    std::vector<std::string> all;
    const json whole = json::parse(bytes_of(reports() / "results.json"));
    for (const json& suite : whole.at("suites")) {
      for (const json& one : suite.at("cases")) {
        static constexpr const char* words[] = {"passed", "failed", "skipped", "flaky"};
        all.push_back(one.at("name").get<std::string>() + " " + words[one.value("outcome", 0)]);
      }
    }
    return all;
  }
};

TEST_F(SetUpOfRun, RunsOnceBeforeTheFlowThatWasChosen) {
  const ProgramResult done = run({flow_of("account"), "-j2", "--repeat=2"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(cases(), testing::ElementsAre("Sign in passed", "one passed", "two passed", "one passed", "two passed",
                                            "Tidy passed"));
}

TEST_F(SetUpOfRun, RunsItsFlowsOnceThoughTheyAreInTheFolder) {
  const ProgramResult done = run({folder_.string(), "--case=two", "--shard=1/2"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(cases(), testing::ElementsAre("Sign in passed", "two passed", "Tidy passed"));
  EXPECT_EQ(listed({folder_.string()}), (std::set<std::string>{"Account/one", "Account/two"}));
}

TEST_F(SetUpOfRun, AFailureLeavesTheOthersOutAndIsTornDown) {
  const ProgramResult done = run({folder_.string(), "--var=heading=There"});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(cases(), testing::ElementsAre("Sign in failed", "one skipped", "two skipped", "Tidy passed"));
  EXPECT_THAT(bytes_of(reports() / "results.json"), HasSubstr("not run: the setup flow 'Sign in' failed"));
}

TEST_F(SetUpOfRun, ASkippedOneFailsTheRun) {
  write("sign_in.flow.yaml", "flow: Sign in\nskip: the bank is closed\nsteps: [{ save_storage_state: state.json }]\n");
  const ProgramResult done = run({flow_of("account")});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(cases(), testing::ElementsAre("Sign in skipped", "one skipped", "two skipped", "Tidy passed"));
}

TEST_F(SetUpOfRun, TearsDownAfterAFailure) {
  write("bad.flow.yaml", "flow: Bad\nsteps:\n  - open: http://127.0.0.1:1/\n");
  const ProgramResult done = run({flow_of("bad"), flow_of("account"), "--max-failures=1"});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(cases(),
              testing::ElementsAre("Sign in passed", "Bad failed", "one skipped", "two skipped", "Tidy passed"));
}

TEST_F(SetUpOfRun, TearsDownAfterAnInterruption) {
  const std::string file = flow("f", "  - { case: good }\n  - { case: waits, heading: Gone }\n  - { case: next }\n");
  RunningProgram program({CASEMENT_RUNNER, "run", file, "--report-dir", reports().string()}, environment_);
  ASSERT_TRUE(program.wait_for_output("✓ f › good", Deadline::in(seconds(60))));
  program.signal(SIGINT);
  const ProgramResult done = program.wait(Deadline::in(seconds(60)));
  EXPECT_EQ(done.exit_code, 128 + SIGINT) << done.err;
  EXPECT_THAT(cases(),
              testing::ElementsAre("Sign in passed", "good passed", testing::AnyOf("waits failed", "waits skipped"),
                                   "next skipped", "Tidy passed"));
}

TEST_F(SetUpOfRun, RunsAloneWhatIsNamedAlone) {
  const ProgramResult done = run({flow_of("sign_in")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(cases(), testing::ElementsAre("Sign in passed"));
}

TEST_F(SetUpOfRun, WithoutItAMissingFileFailsTheCase) {
  const ProgramResult done = run({flow_of("account"), "--no-setup"});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("  before the first step\n"), HasSubstr("state.json"),
                    HasSubstr("if a flow of 'setup' in casement.yaml writes this file, run without --no-setup")));
  EXPECT_THAT(cases(), testing::ElementsAre("one failed", "two failed"));
}

TEST_F(SetUpOfRun, UnderCtestTheCommandThatRunsACaseAgainSetsUp) {
  const auto command_of = [&] {
    run({flow_of("account"), "--case=one", "--no-setup", "--files-dir", (folder_ / "files").string()});
    return json::parse(bytes_of(reports() / "results.json")).at("suites").at(0).at("cases").at(0).at("rerun").dump();
  };
  EXPECT_THAT(command_of(), AllOf(HasSubstr("--no-setup"), HasSubstr("--files-dir")));
  environment_["CTEST_INTERACTIVE_DEBUG_MODE"] = "1";
  EXPECT_THAT(command_of(), AllOf(Not(HasSubstr("--no-setup")), Not(HasSubstr("--files-dir"))));
}

TEST_F(SetUpOfRun, IsRunByEachShardAndTheirReportsCanBeJoined) {
  std::vector<std::string> command{CASEMENT_RUNNER, "report", "merge"};
  for (const char* const shard : {"1/2", "2/2"}) {
    const std::string folder = (folder_ / ("shard" + std::string(shard, 1))).string();
    const ProgramResult done = run_program(
        {CASEMENT_RUNNER, "run", flow_of("account"), std::string("--shard=") + shard, "--report-dir", folder},
        environment_);
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    command.push_back(folder);
  }
  command.push_back("--report-dir=" + reports().string());
  const ProgramResult joined = run_program(command, environment_);
  EXPECT_EQ(joined.exit_code, 0) << joined.err;
  EXPECT_THAT(cases(), testing::ElementsAre("Sign in passed", "Sign in passed", "one passed", "two passed",
                                            "Tidy passed", "Tidy passed"));
}

TEST_F(SetUpOfRun, AFlowThatIsNotThereIsAnErrorAtItsPlace) {
  write("casement.yaml", "setup: [nobody.flow.yaml, tidy.flow.yaml]\nteardown: [tidy.flow.yaml]\n");
  const ProgramResult done = run({flow_of("account")});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, AllOf(HasSubstr("casement.yaml:1:9: error: there is no flow 'nobody.flow.yaml'"),
                              HasSubstr("casement.yaml:2:12: error: 'tidy.flow.yaml' occurs twice")));
}

// Each case writes that it is there, looks whether another one is, and goes.
TEST_F(SetUpOfRun, CasesWithALockInCommonNeverRunAtTheSameTime) {
  fs::remove(folder_ / "casement.yaml");
  std::string rows;
  for (int i = 1; i <= 6; ++i) rows += "  - { case: c" + std::to_string(i) + " }\n";
  write("locked.flow.yaml", "flow: Locked\nlocks: [device]\ncases:\n" + rows + "steps: [{ log: a }]\n");
  const ProgramResult done = run({flow_of("locked"), "-j3", "--json"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  int running = 0, count = 0;
  std::istringstream lines(done.out);
  for (std::string line; std::getline(lines, line);) {
    const json event = json::parse(line);
    const std::string what = event.value("event", "");
    if (what == "case_started") ++running;
    if (what == "case_finished") {
      --running;
      ++count;
    }
    EXPECT_LE(running, 1) << line;
  }
  EXPECT_EQ(count, 6);
}

class SetUpUnderCtest : public specs::CtestScript {
 protected:
  void SetUp() override {
    CtestScript::SetUp();
    fs::create_directories(folder_ / "flows");
    fs::create_directories(folder_ / "more");
    fs::permissions(folder_, fs::perms::owner_all);
    write("casement.yaml",
          "setup: [flows/sign_in.flow.yaml, flows/second.flow.yaml]\nteardown: [flows/tidy.flow.yaml]\n");
    sign_in("Hi");
    write("flows/second.flow.yaml", "flow: Second\nuse: { storage_state: ../state.json }\nsteps: [{ log: a }]\n");
    write("flows/tidy.flow.yaml", "flow: Tidy\nsteps: [{ log: tidy }]\n");
    const std::string account =
        "flow: Account\nlocks: [device, bank]\nuse: { storage_state: ../state.json }\nsteps: [{ log: a }]\n";
    write("flows/account.flow.yaml", account);
    write("more/other.flow.yaml", account);
    configure(imported_program("own_runner", CASEMENT_RUNNER) +
              "casement_add_flows(../flows TARGET own_runner PROPERTIES RESOURCE_LOCK printer)\n"
              "casement_add_flows(../more TARGET own_runner NAME more)\n");
  }
  void sign_in(const std::string& heading) {
    write("flows/sign_in.flow.yaml",
          "flow: Sign in\nsteps:\n  - open: \"data:text/html,<h1>Hi</h1>\"\n  - expect: heading \"" + heading +
              "\"\n    timeout: 1s\n  - save_storage_state: " + (folder_ / "state.json").string() + "\n");
  }
  ProgramResult test(std::vector<std::string> more = {}) {
    std::vector<std::string> command{"ctest", "--test-dir", (folder_ / "build").string(), "--output-on-failure"};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command, {});
  }
};

TEST_F(SetUpUnderCtest, IsAFixtureOfEachTestOnce) {
  EXPECT_THAT(list(), HasSubstr("Total Tests: 5\n"));
  const ProgramResult done = test({"-j4"});
  EXPECT_THAT(done.out, HasSubstr("100% tests passed, 0 tests failed out of 5")) << done.out;
}

TEST_F(SetUpUnderCtest, IsRunForTheTestThatIsChosen) {
  const ProgramResult done = test({"-R", "more.other"});
  EXPECT_THAT(done.out, HasSubstr("100% tests passed, 0 tests failed out of 4")) << done.out;
}

TEST_F(SetUpUnderCtest, AFailureLeavesTheOthersOutAndIsTornDown) {
  sign_in("Nowhere");
  const ProgramResult done = test();
  EXPECT_THAT(done.out, AllOf(HasSubstr("20% tests passed, 4 tests failed out of 5"), HasSubstr("(Not Run)")))
      << done.out;
}

TEST_F(SetUpUnderCtest, LocksAreResourceLocks) {
  EXPECT_THAT(list("--show-only=json-v1"),
              AllOf(HasSubstr("\"bank\""), HasSubstr("\"device\""), HasSubstr("\"printer\"")));
}

}  // namespace
}  // namespace casement
