// The program as people run it: what it prints, what it writes, how it exits, what it leaves behind.
#include <signal.h>

#include <chrono>

#include "casement/process/process_table.h"
#include "casement/process/profile_folder.h"
#include "specs/runner/program_specs.h"

namespace casement {
namespace {

using std::chrono::seconds;
using testing::ContainsRegex;

const std::string kCasement = CASEMENT_RUNNER;
const std::string kFlows = CASEMENT_SOURCE_DIR "/specs/flows/";

class Runner : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-" + std::to_string(::getpid()) + "-" +
                                              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  ProgramResult run(const std::string& flow, std::vector<std::string> more = {}) {
    std::vector<std::string> command{kCasement, "run", flow, "--report-dir", reports().string()};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command, environment_);
  }
  fs::path reports() const { return folder_ / "reports"; }
  std::string junit() const { return bytes_of(reports() / "junit.xml"); }
  std::string html() const { return bytes_of(reports() / "index.html"); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  void expect_valid_junit() const {
    const ProgramResult checked =
        run_program({"xmllint", "--noout", "--schema", CASEMENT_SOURCE_DIR "/specs/reports/junit.xsd",
                     (reports() / "junit.xml").string()});
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
  }

  fs::path folder_;
  std::map<std::string, std::string> environment_{{"CASEMENT_SITES", CASEMENT_SOURCE_DIR "/pages"}};
};

TEST_F(Runner, TheCheckoutPasses) {  // V19
  const ProgramResult done = run(kFlows + "checkout.flow.yaml");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("✓ checkout › accepted"), HasSubstr("✓ checkout › declined"),
                              HasSubstr("✓ checkout › incomplete number"), HasSubstr("✓ checkout › 3-D Secure passed"),
                              HasSubstr("✓ checkout › 3-D Secure cancelled"), HasSubstr("5 passed in ")));
  EXPECT_THAT(done.out, HasSubstr("JUnit  " + (reports() / "junit.xml").string()));
  EXPECT_THAT(junit(), HasSubstr("tests=\"5\" failures=\"0\""));
  expect_valid_junit();
}

TEST_F(Runner, ASilentBankFailsTheFlowAndIsNamedEverywhere) {  // V10
  const ProgramResult done = run(kFlows + "bank_silent.flow.yaml");
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  for (const std::string& report : {done.out, junit(), html()}) {
    EXPECT_THAT(report, AllOf(HasSubstr("Bank challenge"), HasSubstr("http://acs.bank.test/challenge"),
                              HasSubstr("timed_out"), ContainsRegex("f[0-9]+_e[0-9]+")));
  }
  EXPECT_THAT(junit(), ContainsRegex("frame_failure\" value=\"f[0-9]+_e[0-9]+ timed_out "
                                     "http://acs.bank.test/challenge: no answer within [0-9.]+ m?s"));
  expect_valid_junit();
}

TEST_F(Runner, ARefusedPromotionIsAWarningEverywhere) {
  const ProgramResult done = run(kFlows + "promotion_refused.flow.yaml");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  for (const std::string& report : {done.out, junit(), html()}) {
    EXPECT_THAT(report, AllOf(HasSubstr("Recommended"), HasSubstr("http://ads.test/promotion"), HasSubstr("blocked")));
  }
  EXPECT_THAT(junit(), Not(HasSubstr("<failure")));
  expect_valid_junit();
}

TEST_F(Runner, AFlowUsesSocketsAndEventStreams) {
  const ProgramResult done = run(kFlows + "trading.flow.yaml");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(Runner, RunsOneCaseByName) {
  const ProgramResult done = run(kFlows + "checkout.flow.yaml", {"--case", "declined"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("1 passed in "));
}

TEST_F(Runner, ListsCasesWithoutABrowser) {
  environment_["CASEMENT_BROWSER"] = "/nowhere/chrome";
  const ProgramResult done = run(kFlows + "checkout.flow.yaml", {"--list"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("3-D Secure cancelled"));
}

TEST_F(Runner, AMissingChromeIsOneMessageAndExitCode3) {
  environment_["CASEMENT_BROWSER"] = "/nowhere/chrome";
  const ProgramResult done = run(kFlows + "checkout.flow.yaml");
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_EQ(done.out, "");
  EXPECT_THAT(done.err, HasSubstr("/nowhere/chrome"));
}

TEST_F(Runner, AnUnknownStepIsShownAtItsPlaceAndExitCode2) {
  const std::string flow = write("typo.flow.yaml",
                                 "flow: Typo\nsteps:\n  - open: http://a.test/\n"
                                 "  - clik: button \"Checkout\"\n");
  const ProgramResult done = run(flow);
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, AllOf(HasSubstr("typo.flow.yaml:4:5: error: unknown step 'clik' (did you mean 'click'?)"),
                              HasSubstr("^~~~")));
}

TEST_F(Runner, AMissingFlowIsExitCode2) {
  const ProgramResult done = run((folder_ / "none.flow.yaml").string());
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("none.flow.yaml"));
}

TEST_F(Runner, AnUnknownSiteIsExitCode3) {
  const std::string flow = write("site.flow.yaml", "flow: S\nsite: chekout\nsteps:\n  - open: http://shop.test/\n");
  const ProgramResult done = run(flow);
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.out + done.err, HasSubstr("did you mean 'checkout'"));
}

TEST_F(Runner, AnUnknownOptionIsExitCode2) {
  EXPECT_EQ(run_program({kCasement, "run", "--nonsense"}).exit_code, 2);
  EXPECT_EQ(run_program({kCasement}).exit_code, 2);
}

TEST_F(Runner, AReportFolderThatCannotBeIsExitCode3) {
  write("reports", "a file stands where the folder should be");
  const ProgramResult done = run(kFlows + "promotion_refused.flow.yaml");
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, HasSubstr("reports"));
}

TEST_F(Runner, ATargetThatMatchesNothingNamesTheNearest) {
  const std::string flow = write("near.flow.yaml",
                                 "flow: Near\nsite: checkout\nsteps:\n"
                                 "  - open: http://shop.test/cart\n  - click: button \"Chekout\"\n"
                                 "    timeout: 2s\n");
  const ProgramResult done = run(flow);
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("near.flow.yaml:5:5"), HasSubstr("nothing matches it"),
                              HasSubstr("button \"Checkout\"")));
}

TEST_F(Runner, ATargetThatMatchesTwiceListsBoth) {
  const std::string flow = write("twice.flow.yaml",
                                 "flow: Twice\nsite: checkout\nsteps:\n"
                                 "  - open: http://shop.test/checkout\n  - click: rowheader\n");
  const ProgramResult done = run(flow);
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(ContainsRegex("matches [0-9]+ elements; make the target more specific"),
                              ContainsRegex("e[0-9]+  rowheader \"Blue kettle\"")));
}

// A flow that stands still for a minute, with its Chrome up.
class InterruptedRunner : public Runner {
 protected:
  std::unique_ptr<RunningProgram> start_waiting() {
    const std::string flow = write("wait.flow.yaml",
                                   "flow: Wait\nsite: checkout\ntimeout: 60s\nsteps:\n"
                                   "  - open: http://shop.test/cart\n"
                                   "  - expect: button \"Never there\"\n");
    auto program = std::make_unique<RunningProgram>(
        std::vector<std::string>{kCasement, "run", flow, "--report-dir", reports().string()}, environment_);
    // The header is printed when Chrome has answered.
    EXPECT_TRUE(program->wait_for_output("1 flow, 1 case", Deadline::in(seconds(30))));
    return program;
  }
  static pid_t parent_of(pid_t process) {
    const std::string status = bytes_of("/proc/" + std::to_string(process) + "/stat");
    return status.empty() ? 0 : std::stoi(status.substr(status.rfind(')') + 4));
  }
  // The folder is found by Chrome's own command line, and Chrome by the folder.
  static std::string profile_of(pid_t runner) {
    for (const pid_t process : live_processes(0, "--remote-debugging-pipe")) {
      // The runner's child is a worker, and the worker's is Chrome.
      if (parent_of(parent_of(process)) != runner) continue;
      const std::string line = bytes_of("/proc/" + std::to_string(process) + "/cmdline");
      const auto at = line.find("/csm-");
      if (at != std::string::npos) return line.substr(line.rfind('=', at) + 1, at + 11 - line.rfind('=', at) - 1);
    }
    return "";
  }
  static void expect_no_trace(const std::string& profile) {
    ASSERT_NE(profile, "");
    EXPECT_TRUE(wait_until_none(0, profile, Deadline::in(seconds(5))));
    EXPECT_FALSE(fs::exists(profile));
  }
};

TEST_F(InterruptedRunner, ABrowserThatIsKilledFailsItsCaseAndTheNextGetsANewOne) {
  const std::string flow = write("killed.flow.yaml",
                                 "flow: Killed\nsite: checkout\ntimeout: 60s\nvars: { name: Checkout }\n"
                                 "cases:\n  - { case: waits, name: Never there }\n  - { case: goes on }\n"
                                 "steps:\n  - open: http://shop.test/cart\n"
                                 "  - expect: button \"${name}\"\n");
  RunningProgram program({kCasement, "run", flow, "--report-dir", reports().string()}, environment_);
  ASSERT_TRUE(program.wait_for_output("1 flow, 2 cases", Deadline::in(seconds(30))));
  const std::string profile = profile_of(program.process_id());
  for (const pid_t process : live_processes(0, profile)) ::kill(process, SIGKILL);
  const ProgramResult done = program.wait(Deadline::in(seconds(50)));
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("✗ killed › waits"), HasSubstr("the connection to the browser was lost"),
                              HasSubstr("✓ killed › goes on")));
  expect_no_trace(profile);
}

TEST_F(InterruptedRunner, LeavesNothingAfterSigint) {
  const auto program = start_waiting();
  const std::string profile = profile_of(program->process_id());
  program->signal(SIGINT);
  EXPECT_EQ(program->wait(Deadline::in(seconds(20))).exit_code, 130);
  expect_no_trace(profile);
}

TEST_F(InterruptedRunner, LeavesNothingAfterSigterm) {
  const auto program = start_waiting();
  const std::string profile = profile_of(program->process_id());
  program->signal(SIGTERM);
  EXPECT_EQ(program->wait(Deadline::in(seconds(20))).exit_code, 143);
  expect_no_trace(profile);
}

TEST_F(InterruptedRunner, LeavesNoChromeAfterSigkillAndTheNextStartSweeps) {
  const auto program = start_waiting();
  const std::string profile = profile_of(program->process_id());
  ASSERT_NE(profile, "");
  program->signal(SIGKILL);
  EXPECT_EQ(program->wait(Deadline::in(seconds(20))).exit_code, 128 + SIGKILL);
  EXPECT_TRUE(wait_until_none(0, profile, Deadline::in(seconds(5))));
  EXPECT_EQ(run(kFlows + "promotion_refused.flow.yaml").exit_code, 0);
  EXPECT_FALSE(fs::exists(profile));
}

TEST(SnapshotCommand, PrintsThePageWithItsFramesExpanded) {
  const ProgramResult done = run_program(
      {kCasement, "snapshot", "--site", CASEMENT_SOURCE_DIR "/pages/checkout", "http://shop.test/checkout"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out,
              AllOf(ContainsRegex("- iframe \"Secure card number input frame\" \\[ref=e[0-9]+\\] \\[cross-site\\]:"),
                    HasSubstr("- /url: http://js.pay.test/elements/card-number"),
                    ContainsRegex("- textbox \"Card number\"[^\n]*\\[ref=f[0-9]+_e[0-9]+\\]")));
}

TEST(SnapshotCommand, AnAddressThatCannotBeOpenedIsExitCode1) {
  const ProgramResult done = run_program({kCasement, "snapshot", "http://127.0.0.1:1/"});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.err, HasSubstr("http://127.0.0.1:1/"));
}

TEST(SnapshotCommand, AnEndpointThatDoesNotAnswerIsExitCode3) {
  const ProgramResult done =
      run_program({kCasement, "snapshot", "--cdp-endpoint", "http://127.0.0.1:1", "about:blank"});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, HasSubstr("127.0.0.1:1"));
}

TEST(SnapshotCommand, AttachesToARunningChromeByWebsocket) {
  const fs::path profile = fs::path(testing::TempDir()) / ("attach-" + std::to_string(::getpid()));
  std::vector<std::string> command{CASEMENT_SHELL, "--remote-debugging-port=0", "--user-data-dir=" + profile.string(),
                                   "--site-per-process", "--disable-background-networking"};
  if (::geteuid() == 0) command.emplace_back("--no-sandbox");
  command.emplace_back("about:blank");
  RunningProgram chrome(command);
  const Deadline deadline = Deadline::in(seconds(30));
  std::string port;
  while (port.find('\n') == std::string::npos && !deadline.expired()) {
    port = bytes_of(profile / "DevToolsActivePort");
  }
  const std::string host = "127.0.0.1:" + port.substr(0, port.find('\n'));
  const std::string path = port.substr(port.find('\n') + 1);
  for (const std::string& endpoint : {"http://" + host, "ws://" + host + path.substr(0, path.find('\n'))}) {
    const ProgramResult done =
        run_program({kCasement, "snapshot", "--cdp-endpoint", endpoint,
                     "data:text/html,<h1>Attached</h1><iframe srcdoc='<button>Inside</button>'></iframe>"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("heading \"Attached\""), HasSubstr("button \"Inside\" [ref=f1_e1]")));
  }
  chrome.signal(SIGTERM);
  chrome.wait(deadline);
  fs::remove_all(profile);
}

}  // namespace
}  // namespace casement
