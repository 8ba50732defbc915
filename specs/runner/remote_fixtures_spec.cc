// GoogleTest programs and ctest's tests whose browsers are sessions of a Grid: where they come from, that they are
// given back, and what is said of a test whose browser goes.
#include <chrono>

#include "casement/base/text.h"
#include "casement/http/endpoint.h"
#include "specs/runner/sample_program.h"
#include "specs/support/cutting_relay.h"
#include "specs/support/fake_grid.h"
#include "specs/support/patience.h"

namespace casement {
namespace {

using specs::cmake_project;
using specs::CuttingRelay;
using specs::FakeGrid;
using specs::imported_program;
using specs::Json;
using specs::soon;
using std::chrono::seconds;

// Of a page that says "cut-here" as it opens.
constexpr const char* kLookingFlow =
    "flow: plain\ntimeout: 60s\nsteps:\n  - open: 'data:text/html,<h1>cut-here</h1>'\n"
    "  - expect: heading \"cut-here\"\n";

class RemoteFixtures : public specs::Fixtures {
 protected:
  void SetUp() override {
    Fixtures::SetUp();
    state_ = (folder_ / "browser.json").string();
    const ProgramResult started = run_program({CASEMENT_RUNNER, "browser", "start", "--state", state_});
    ASSERT_EQ(started.exit_code, 0) << started.err;
    const ProgramResult status = run_program({CASEMENT_RUNNER, "browser", "status", "--state", state_});
    chrome_ = parse_endpoint(Json::parse(status.out).at("endpoint").get<std::string>()).port;
    grid_.set_debugger("127.0.0.1:" + std::to_string(chrome_));
  }
  void TearDown() override {
    run_program({CASEMENT_RUNNER, "browser", "stop", "--state", state_, "--owner", "0"});
    Fixtures::TearDown();
  }
  std::string url() const { return "http://me:grid-secret@" + grid_.url().substr(7); }
  ProgramResult run_there(const std::string& filter) { return run(filter, {{"CASEMENT_GRID", url()}}); }
  std::size_t sessions_asked_for() { return grid_.count_requests("POST /session "); }
  static Deadline plenty() { return Deadline::in(soon(seconds(60))); }

  std::string state_;
  int chrome_ = 0;
  FakeGrid grid_;
};

TEST_F(RemoteFixtures, ATestHasASessionOfTheGridWhichIsEnded) {
  const ProgramResult done = run_there("Elsewhere.Passes");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_EQ(sessions_asked_for(), 1u);
  EXPECT_EQ(grid_.sessions(), 0u);
  EXPECT_THAT(done.out + done.err + bytes_of(folder_ / "Elsewhere.Passes" / "results.json"),
              Not(HasSubstr("grid-secret")));
}

TEST_F(RemoteFixtures, TheTestsOfAProgramShareASession) {
  const ProgramResult done = run_there("Elsewhere.Passes:Elsewhere.FailsByItself");
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_EQ(sessions_asked_for(), 1u);
  EXPECT_EQ(grid_.sessions(), 0u);
  EXPECT_THAT(done.out, Not(HasSubstr("infrastructure")));
}

TEST_F(RemoteFixtures, ATestWhoseBrowserGoesHasFailedForTheInfrastructure) {
  CuttingRelay relay(chrome_);
  relay.cut_at("cut-here");
  grid_.set_debugger(relay.address());
  const ProgramResult done = run_there("Elsewhere.NeverEndsByItself");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("1 of 1 failed because of the infrastructure: the browser was lost"));
  EXPECT_THAT(done.out, HasSubstr("the Grid or another client ended the session"));
  EXPECT_THAT(bytes_of(folder_ / "Elsewhere.NeverEndsByItself" / "junit.xml"),
              AllOf(HasSubstr("<error type=\"infrastructure\""), Not(HasSubstr("<failure"))));
  EXPECT_EQ(case_of("Elsewhere.NeverEndsByItself").at("failures").at(0).at("type"), "infrastructure");
  EXPECT_TRUE(grid_.wait_until_empty(plenty()));
}

TEST_F(RemoteFixtures, TheNextTestHasAnotherSession) {
  CuttingRelay relay(chrome_);
  relay.cut_at("cut-here");
  grid_.set_debugger(relay.address());
  const ProgramResult done = run_program({SAMPLE_SPECS,
                                          "--gtest_filter=Elsewhere.NeverEndsByItself:Elsewhere.Passes"
                                          ":Elsewhere.FailsByItself"},
                                         {{"CASEMENT_GRID", url()}, {"CASEMENT_REPORT_DIR", folder_.string()}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("1 of 2 failed because of the infrastructure"), HasSubstr("[  PASSED  ] 1 test")));
  EXPECT_TRUE(grid_.wait_until_empty(plenty()));
}

TEST_F(RemoteFixtures, ATestThatHasNotBegunIsBegunAgainOnAnotherSession) {
  CuttingRelay relay(chrome_);
  relay.cut_at("\"result\":{\"browserContextId\"");
  grid_.set_debugger(relay.address());
  const ProgramResult done = run_there("Elsewhere.Passes");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.err, HasSubstr("restarted on another browser: "));
  EXPECT_EQ(sessions_asked_for(), 2u);
  EXPECT_THAT(
      case_of("Elsewhere.Passes").at("warnings").dump(),
      AllOf(HasSubstr("restarted on another browser: "), HasSubstr("the Grid or another client ended the session")));
  EXPECT_TRUE(grid_.wait_until_empty(plenty()));
}

TEST_F(RemoteFixtures, AFlowThatOnlyLookedIsBegunAgainOnAnotherSession) {
  CuttingRelay relay(chrome_);
  relay.cut_at("cut-here");
  grid_.set_debugger(relay.address());
  const ProgramResult done = run_flow("plain", kLookingFlow, {{"CASEMENT_GRID", url()}});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_EQ(sessions_asked_for(), 2u);
  EXPECT_THAT(case_of("plain.plain").at("warnings").dump(), HasSubstr("restarted on another browser: "));
  EXPECT_TRUE(grid_.wait_until_empty(plenty()));
}

TEST_F(RemoteFixtures, AFlowThatHadActedIsNotBegunAgain) {
  CuttingRelay relay(chrome_);
  relay.cut_at("cut-later");
  grid_.set_debugger(relay.address());
  const ProgramResult done = run_flow("plain",
                                      "flow: plain\ntimeout: 60s\nsteps:\n"
                                      "  - open: 'data:text/html,<button>Press</button>'\n  - click: button \"Press\"\n"
                                      "  - open: 'data:text/html,<h1>cut-later</h1>'\n",
                                      {{"CASEMENT_GRID", url()}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_EQ(sessions_asked_for(), 1u);
  EXPECT_THAT(done.out, HasSubstr("1 of 1 failed because of the infrastructure"));
  EXPECT_TRUE(grid_.wait_until_empty(plenty()));
}

TEST_F(RemoteFixtures, AGridThatCannotBeReachedFailsTheTestAtOnce) {
  const ProgramResult done = run("Elsewhere.Passes", {{"CASEMENT_GRID", "http://127.0.0.1:1"}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("the Grid at http://127.0.0.1:1 does not answer"));
}

// casement_add_flows and casement_discover_specs with GRID.
TEST_F(RemoteFixtures, CtestsTestsHaveTheGridThatCMakeNames) {
  fs::create_directories(folder_ / "project");
  fs::create_directories(folder_ / "flows");
  std::ofstream(folder_ / "flows/plain.flow.yaml") << kLookingFlow;
  std::ofstream(folder_ / "project/CMakeLists.txt")
      << cmake_project(imported_program("shop_spec", SAMPLE_SPECS) + imported_program("own_runner", CASEMENT_RUNNER) +
                       "casement_discover_specs(shop_spec GRID " + grid_.url() +
                       ")\ncasement_add_flows(../flows TARGET own_runner GRID " + grid_.url() + ")\n");
  const std::string build = (folder_ / "build").string();
  const ProgramResult configured =
      run_program({"cmake", "-S", (folder_ / "project").string(), "-B", build, "-G", "Ninja"});
  ASSERT_EQ(configured.exit_code, 0) << configured.err;
  const ProgramResult done =
      run_program({"ctest", "--test-dir", build, "--output-on-failure", "-R", "^(plain\\.plain|Elsewhere\\.Passes)$"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("100% tests passed, 0 tests failed out of 2"));
  EXPECT_EQ(sessions_asked_for(), 2u);
  EXPECT_TRUE(grid_.wait_until_empty(plenty()));
}

// What cmake says of a call.
TEST_F(RemoteFixtures, CMakeRefusesAPasswordThatCtestWouldKeep) {
  fs::create_directories(folder_ / "project");
  fs::create_directories(folder_ / "flows");
  std::ofstream(folder_ / "flows/plain.flow.yaml") << kLookingFlow;
  const auto refusal_of = [&](const std::string& arguments) {
    std::ofstream(folder_ / "project/CMakeLists.txt")
        << cmake_project("casement_add_flows(../flows " + arguments + ")\n");
    const ProgramResult done =
        run_program({"cmake", "-S", (folder_ / "project").string(), "-B", (folder_ / "build").string(), "-G", "Ninja"});
    EXPECT_NE(done.exit_code, 0);
    return collapse_white_space(done.err);  // CMake breaks lines
  };
  EXPECT_THAT(refusal_of("GRID http://me:grid-secret@grid.test:4444"),
              AllOf(HasSubstr("set CASEMENT_GRID"), Not(HasSubstr("me:grid-secret@"))));
  EXPECT_THAT(refusal_of("GRID http://grid.test:4444 SHARED_BROWSER"), HasSubstr("GRID and SHARED_BROWSER"));
  EXPECT_THAT(refusal_of("GRID"), HasSubstr("GRID needs a value"));
}

}  // namespace
}  // namespace casement
