// One Chrome for many processes: who may use it, when it ends, and that nothing is left behind
// whichever process is killed, and when.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "casement/base/unique_fd.h"
#include "casement/process/browser_lease.h"
#include "specs/runner/shared_browser_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::SharedBrowser;
using std::chrono::seconds;

const std::string kProgram = CASEMENT_RUNNER;
const std::string kSource = CASEMENT_SOURCE_DIR;

TEST_F(SharedBrowser, ServesTestAfterTestAndEndsWhenItIsStopped) {
  start();
  EXPECT_EQ(static_cast<unsigned>(fs::status(state_).permissions()), 0600u);  // who reads it may drive the browser
  const pid_t first = browser();
  EXPECT_EQ(run_flow().exit_code, 0);
  const ProgramResult second = run_flow();
  EXPECT_EQ(second.exit_code, 0) << second.out << second.err;
  EXPECT_EQ(second.err, "");
  EXPECT_EQ(browser(), first);
  EXPECT_THAT(casement("stop").out, HasSubstr("stopped"));
  EXPECT_FALSE(fs::exists(state_));
  EXPECT_TRUE(wait_until_ended(first, in(10)));
}

// "Casement 0.1.0 · Chromium 156.0.8078.79 headless shell · 1 flow, 1 case · seed 5"
TEST_F(SharedBrowser, IsNamedLikeABrowserOfTheRun) {
  start();
  const auto named_in = [](const ProgramResult& done) {
    const std::size_t begin = done.out.find("Chromium");
    return begin == done.out.npos ? done.out + done.err : done.out.substr(begin, done.out.find(" · ", begin) - begin);
  };
  const std::string shared = named_in(run_flow());
  std::map<std::string, std::string> own = environment();
  own["CASEMENT_SHARED_BROWSER"] = "";
  const ProgramResult alone = run_program({kProgram, "run", kSource + "/specs/consumers/shop/flows/pay.flow.yaml",
                                           "--report-dir", (folder_ / "alone").string()},
                                          own);
  EXPECT_EQ(shared, named_in(alone));
}

// Chrome trusts only the keys that it was started with.
TEST_F(SharedBrowser, TrustsTheRelaysOfTheProcessesThatUseIt) {
  start();
  const BrowserLease lease = lease_browser(state_, in(30));
  ASSERT_TRUE(lease.relay_certificate);
  EXPECT_THAT(lease.relay_certificate->key, testing::StartsWith("-----BEGIN PRIVATE KEY-----"));
  std::ifstream arguments("/proc/" + std::to_string(browser()) + "/cmdline");
  const std::string line{std::istreambuf_iterator<char>(arguments), {}};
  EXPECT_THAT(line, HasSubstr("--ignore-certificate-errors-spki-list=" + lease.relay_certificate->pin));
}

// proc_net(5): "  0: 0100007F:8AE1 00000000:0000 0A …", address and port in hexadecimal, 0A for one that listens.
TEST_F(SharedBrowser, ListensOnLoopbackOnly) {
  start();
  std::ifstream state_file(state_);
  const std::string endpoint = json::parse(state_file).at("endpoint");
  ASSERT_TRUE(endpoint.starts_with("ws://127.0.0.1:")) << endpoint;
  const int port = std::stoi(endpoint.substr(15));
  int listening = 0;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream lines(table);
    for (std::string number, local, remote, state, rest; lines >> number >> local >> remote >> state;) {
      std::getline(lines, rest);
      const std::size_t colon = local.find(':');
      if (state != "0A" || colon == std::string::npos || std::stoi(local.substr(colon + 1), nullptr, 16) != port)
        continue;
      ++listening;
      EXPECT_THAT(local.substr(0, colon), testing::AnyOf("0100007F", "00000000000000000000000001000000")) << table;
    }
  }
  EXPECT_GE(listening, 1);
}

TEST_F(SharedBrowser, EmptiesTheClipboardBetweenTests) {
  start();
  for (const char* test : {"Leaks.TheFirstTestChangesEverySetting", "Leaks.TheSecondTestHasTheDefaults"}) {
    const ProgramResult done = run_program({SAMPLE_SPECS, std::string("--gtest_filter=") + test}, environment());
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  }
}

TEST_F(SharedBrowser, ServesTwoTestsAtOnceEachItsOwnSite) {
  start();
  RunningProgram one(
      {kProgram, "run", kSource + "/specs/consumers/shop/flows", "--report-dir", (folder_ / "one").string()},
      environment());
  RunningProgram other(
      {kProgram, "run", kSource + "/specs/flows/checkout.flow.yaml", "--report-dir", (folder_ / "other").string()},
      {{"CASEMENT_SHARED_BROWSER", state_}});
  const ProgramResult first = one.wait(in(60)), second = other.wait(in(60));
  EXPECT_EQ(first.exit_code, 0) << first.out;
  EXPECT_EQ(second.exit_code, 0) << second.out;
}

TEST_F(SharedBrowser, ACrashedBrowserIsReplacedOnceAndReported) {
  start();
  ::kill(browser(), SIGKILL);
  const ProgramResult next = run_flow();
  EXPECT_EQ(next.exit_code, 0) << next.out;
  EXPECT_THAT(next.err, HasSubstr("the shared browser was replaced"));
  EXPECT_THAT(next.err, HasSubstr("killed by signal 9"));
  EXPECT_EQ(run_flow().err, "");

  ::kill(browser(), SIGKILL);
  const ProgramResult last = run_flow();
  EXPECT_EQ(last.exit_code, 3);
  EXPECT_THAT(last.out + last.err, HasSubstr("not replaced a second time"));
}

TEST_F(SharedBrowser, ATestOfAProgramReportsTheReplacementToo) {
  start();
  ::kill(browser(), SIGKILL);
  const ProgramResult next = run_program({SAMPLE_SPECS, "--gtest_filter=Sample.Passes"}, environment());
  EXPECT_EQ(next.exit_code, 0) << next.out << next.err;
  EXPECT_THAT(next.err, HasSubstr("[ WARNING  ] the shared browser was replaced"));
  ::kill(browser(), SIGKILL);
  const ProgramResult last = run_program({SAMPLE_SPECS, "--gtest_filter=Sample.Passes"}, environment());
  EXPECT_EQ(last.exit_code, 1);
  EXPECT_THAT(last.out, HasSubstr("not replaced a second time"));
}

TEST_F(SharedBrowser, ATestWithoutTheDaemonStartsItsOwnBrowserAndWarns) {
  start();
  const pid_t first = browser();
  ::kill(daemon(), SIGKILL);
  EXPECT_TRUE(wait_until_ended(first, in(20)));  // its debugging pipe closed
  const ProgramResult run = run_flow();
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_THAT(run.err, HasSubstr("Casement started a new browser instead"));
  EXPECT_THAT(run.err, HasSubstr(state_));
  // The next start finds a state file of nobody, and clears up what is left on the disk.
  start();
  EXPECT_NE(browser(), first);
  EXPECT_FALSE(fs::exists(private_folders_.front()));
}

TEST_F(SharedBrowser, EndsWithTheProcessOnWhoseBehalfItWasStarted) {
  RunningProgram owner({"/bin/sleep", "1000"});
  start({"--owner", std::to_string(owner.process_id())});
  const pid_t kept = daemon();
  owner.signal(SIGKILL);
  EXPECT_TRUE(wait_until_ended(kept, in(20)));
  EXPECT_FALSE(fs::exists(state_));
}

// Whatever stands between ctest and the command ends at once.
TEST_F(SharedBrowser, BelongsToCtestIfAScriptStartsIt) {
  std::ofstream(folder_ / "CTestTestfile.cmake")
      << "add_test(start sh -c [==['" << kProgram << "' browser start --state '" << state_ << "'; true]==])\n"
      << "add_test(wait sh -c [==[read line < '" << (folder_ / "gate").string() << "']==])\n"
      << "set_tests_properties(wait PROPERTIES DEPENDS start)\n";
  ::mkfifo((folder_ / "gate").c_str(), 0600);
  const UniqueFd gate(::open((folder_ / "gate").c_str(), O_RDWR | O_CLOEXEC));  // the reader ends when this does
  RunningProgram ctest({"ctest", "--test-dir", folder_.string()});
  ASSERT_TRUE(ctest.wait_for_output("Start 2: wait", in(60)));
  const pid_t kept = daemon();
  EXPECT_EQ(run_flow().exit_code, 0);
  EXPECT_EQ(daemon(), kept);
  ctest.signal(SIGKILL);
  EXPECT_TRUE(wait_until_ended(kept, in(20)));
}

TEST_F(SharedBrowser, AnotherOwnerKeepsItRunning) {
  RunningProgram one({"/bin/sleep", "1000"}), other({"/bin/sleep", "1000"});
  start({"--owner", std::to_string(one.process_id())});
  const pid_t kept = daemon();
  EXPECT_THAT(casement("start", {"--owner", std::to_string(other.process_id())}).out, HasSubstr("is already running"));
  EXPECT_THAT(casement("stop", {"--owner", std::to_string(one.process_id())}).out, HasSubstr("still used by others"));
  EXPECT_EQ(run_flow().exit_code, 0);
  EXPECT_THAT(casement("stop", {"--owner", std::to_string(other.process_id())}).out, HasSubstr("stopped"));
  EXPECT_TRUE(wait_until_ended(kept, in(20)));
}

TEST_F(SharedBrowser, EndsWhenNobodyUsesItForTheIdleLimit) {
  start({"--idle-limit", "1", "--owner", "0"});
  EXPECT_TRUE(wait_until_ended(daemon(), in(20)));
}

TEST_F(SharedBrowser, AKilledTestLeavesNoPageBehind) {
  start();
  const std::string endless = (folder_ / "endless.flow.yaml").string();
  std::ofstream(endless) << "flow: Endless\nsite: shop\ntimeout: 100s\nsteps:\n  - open: http://shop.test/\n"
                            "  - expect: text \"never\"\n";
  RunningProgram test({kProgram, "run", endless, "--report-dir", (folder_ / "killed").string()}, environment());
  ASSERT_TRUE(wait_for_pages_of_shop(true));
  test.signal(SIGKILL);
  test.wait(in(30));
  EXPECT_TRUE(wait_for_pages_of_shop(false));
  EXPECT_EQ(run_flow().exit_code, 0);
  // The lease of the killed one is gone with it.
  EXPECT_EQ(remember().value("leases", -1), 0);
}

TEST_F(SharedBrowser, AKilledStartLeavesNothingThatItsOwnerDoesNotEnd) {
  // At every stage: before the daemon exists, while its browser starts, when it is ready.
  for (int stage = 0; stage < 3; ++stage) {
    RunningProgram owner({"/bin/sleep", "1000"});
    RunningProgram starting(
        {kProgram, "browser", "start", "--state", state_, "--owner", std::to_string(owner.process_id())});
    if (stage == 2) starting.wait_for_output("kept", in(30));
    if (stage == 1) {
      const Deadline deadline = in(30);
      while (live_processes(0, state_).size() < 2 && !deadline.expired()) {
      }
    }
    starting.signal(SIGKILL);
    starting.wait(in(30));
    owner.signal(SIGKILL);
    owner.wait(in(30));
    EXPECT_TRUE(wait_until_none(0, state_, in(40))) << "stage " << stage;
    fs::remove(state_);
  }
}

TEST_F(SharedBrowser, ADaemonThatIsKilledWhileItStartsLeavesNothing) {
  // As soon as there is one; when it has its browser's process, too.
  for (const std::size_t there : {1u, 2u}) {
    RunningProgram starting({kProgram, "browser", "start", "--state", state_, "--owner", "0"});
    pid_t kept = 0;
    for (const Deadline deadline = in(30); kept == 0 && !deadline.expired();) {
      const std::vector<pid_t> family = family_of(starting.process_id());
      if (family.size() > 1)
        kept = family[1];
      else if (fs::exists(state_))
        kept = daemon();  // the start was over before we looked
    }
    ASSERT_NE(kept, 0);
    std::vector<pid_t> family;
    for (const Deadline deadline = in(30); family.size() < there && !deadline.expired();) family = family_of(kept);
    ::kill(kept, SIGKILL);
    const ProgramResult started = starting.wait(in(40));
    if (started.exit_code != 0) {
      EXPECT_EQ(started.exit_code, 3);
      EXPECT_THAT(started.err, HasSubstr("the process that runs the browser ended"));
    }
    for (const pid_t process : family) EXPECT_TRUE(wait_until_ended(process, in(40))) << "stage " << there;
    EXPECT_TRUE(wait_until_none(0, state_, in(40))) << "stage " << there;
    fs::remove(state_);
  }
  start();
  EXPECT_EQ(run_flow().exit_code, 0);
}

// ctest itself, at every stage: before and while the browser starts, while a test runs, while the browser is stopped.
TEST_F(SharedBrowser, AKilledCtestLeavesNothing) {
  std::ofstream(folder_ / "slow.flow.yaml")
      << "flow: Slow\nsite: shop\ntimeout: 3s\nsteps:\n  - open: http://shop.test/\n  - expect: text \"never\"\n";
  const auto in_brackets = [](const std::string& text) { return "[==[" + text + "]==] "; };
  const std::string program = in_brackets(kProgram);
  std::ofstream(folder_ / "CTestTestfile.cmake")
      << "add_test(start " << program << "browser start --state " << in_brackets(state_) << ")\n"
      << "add_test(slow " << program << "run " << in_brackets((folder_ / "slow.flow.yaml").string()) << "--report-dir "
      << in_brackets((folder_ / "slow").string()) << ")\n"
      << "add_test(stop " << program << "browser stop --state " << in_brackets(state_) << ")\n"
      << "set_tests_properties(start PROPERTIES FIXTURES_SETUP browser)\n"
      << "set_tests_properties(stop PROPERTIES FIXTURES_CLEANUP browser)\n"
      << "set_tests_properties(slow PROPERTIES FIXTURES_REQUIRED browser)\n";
  for (const std::string stage : {"", "Start 1: start", "Start 2: slow", "Start 3: stop"}) {
    RunningProgram ctest({"ctest", "--test-dir", folder_.string()}, environment());
    if (!stage.empty()) {
      EXPECT_TRUE(ctest.wait_for_output(stage, in(60))) << stage;
    }
    if (stage == "Start 2: slow") {
      remember();
      EXPECT_TRUE(wait_for_pages_of_shop(true));
    }
    ctest.signal(SIGKILL);
    ctest.wait(in(30));
    // The daemon, the test that runs and its reports are known by this folder.
    EXPECT_TRUE(wait_until_none(0, folder_.string(), in(60))) << stage;
    EXPECT_FALSE(fs::exists(state_)) << stage;
  }
}

TEST_F(SharedBrowser, TheNextStopCompletesAKilledStop) {
  start();
  RunningProgram stopping({kProgram, "browser", "stop", "--state", state_});
  stopping.signal(SIGKILL);
  stopping.wait(in(30));
  EXPECT_EQ(casement("stop").exit_code, 0);
  EXPECT_FALSE(fs::exists(state_));
}

// The state file, the daemon's own folder and its browser's.
TEST_F(SharedBrowser, ASignalThatEndsTheDaemonLeavesNothing) {
  for (const int signal : {SIGHUP, SIGQUIT, SIGTERM, SIGINT}) {
    start();
    const pid_t kept = daemon();
    const fs::path socket = json::parse(bytes_of(state_)).at("socket").get<std::string>();
    ASSERT_TRUE(fs::exists(socket));
    ::kill(kept, signal);
    EXPECT_TRUE(wait_until_ended(kept, in(40))) << signal;
    EXPECT_FALSE(fs::exists(state_)) << signal;
    EXPECT_FALSE(fs::exists(socket.parent_path())) << signal;
    EXPECT_FALSE(fs::exists(private_folders_.back())) << signal;
  }
}

TEST_F(SharedBrowser, TheStateFileOfAKilledDaemonDelaysAndMisleadsNobody) {
  start();
  const pid_t kept = daemon(), chrome = browser();
  ::kill(-chrome, SIGSTOP);  // one that would notice nothing
  ::kill(kept, SIGKILL);
  EXPECT_TRUE(wait_until_ended(kept, in(40)));
  EXPECT_TRUE(wait_until_ended(chrome, in(40)));
  ASSERT_TRUE(fs::exists(state_));
  const ProgramResult alone = run_flow();
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_THAT(alone.err, HasSubstr("its daemon has ended"));
  start();
  EXPECT_NE(daemon(), kept);
  EXPECT_EQ(run_flow().exit_code, 0);
}

TEST_F(SharedBrowser, ReportsAFolderInPlaceOfItsStateFile) {
  fs::create_directory(state_);
  const ProgramResult status = casement("status");
  EXPECT_EQ(status.exit_code, 3);
  EXPECT_THAT(status.err, HasSubstr("it cannot be read (Is a directory)"));
  fs::remove(state_);
}

TEST_F(SharedBrowser, ReportsAnInvalidStateFile) {
  std::ofstream(state_) << "hello";
  const ProgramResult status = casement("status");
  EXPECT_EQ(status.exit_code, 3);
  EXPECT_THAT(status.err, HasSubstr("it is not a state file"));
}

TEST_F(SharedBrowser, StartReportsWhyThereIsNoChrome) {
  const ProgramResult started =
      run_program({kProgram, "browser", "start", "--state", state_}, {{"CASEMENT_BROWSER", "/bin/false"}});
  EXPECT_EQ(started.exit_code, 3);
  EXPECT_THAT(started.err, HasSubstr("/bin/false exited with code 1"));
}

}  // namespace
}  // namespace casement
