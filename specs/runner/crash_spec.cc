// What the reports of a gtest program say when a test ends the program, or would never end.
#include <signal.h>

#include <chrono>

#include "casement/base/deadline.h"
#include "casement/process/process_table.h"
#include "specs/runner/program_specs.h"
#include "specs/support/patience.h"

namespace casement {
namespace {

#ifdef CASEMENT_SANITIZED  // whose own handler of the signal ends the program
constexpr const char* kSegfault = "the test program ended with exit code ";
#else
constexpr const char* kSegfault = "the test program was ended by SIGSEGV (Segmentation fault)";
#endif

class Crashes : public specs::ScratchTest {
 protected:
  ProgramResult run(const std::string& filter, std::map<std::string, std::string> more = {},
                    const std::vector<std::string>& options = {}) {
    more["CASEMENT_REPORT_DIR"] = folder_.string();
    more["CASEMENT_SITES"] = CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages";
    std::vector<std::string> command{CRASH_SPECS, "--gtest_filter=" + filter};
    command.insert(command.end(), options.begin(), options.end());
    return run_program(command, more);
  }
  // All three say it, and none that anything passed.
  void expect_failed(const fs::path& folder, const std::string& reason) const {
    for (const char* file : {"junit.xml", "index.html", "results.json"}) {
      EXPECT_THAT(bytes_of(folder / file), HasSubstr(reason)) << file;
    }
    EXPECT_THAT(bytes_of(folder / "junit.xml"), Not(testing::ContainsRegex("<testsuites [^>]*failures=\"0\"")));
    const ProgramResult lint =
        run_program({"xmllint", "--noout", "--schema", CASEMENT_SOURCE_DIR "/specs/reports/junit.xsd",
                     (folder / "junit.xml").string()});
    EXPECT_EQ(lint.exit_code, 0) << lint.err;
  }
};

TEST_F(Crashes, ASegfaultIsReportedWithTheSignalAndTheLastCall) {
  const ProgramResult crashed = run("Crash.CrashesAfterACall");
  EXPECT_NE(crashed.exit_code, 0);
  expect_failed(folder_ / "Crash.CrashesAfterACall", std::string(kSegfault));
  const std::string junit = bytes_of(folder_ / "Crash.CrashesAfterACall" / "junit.xml");
  EXPECT_THAT(junit, HasSubstr("while Crash.CrashesAfterACall was running"));
  EXPECT_THAT(junit, HasSubstr("last: page().open(&quot;http://shop.test/&quot;); ("));
  EXPECT_THAT(junit, HasSubstr("crash_specs.cc:"));
  const ProgramResult steps =
      run_program({CASEMENT_RUNNER, "trace", "list", (folder_ / "Crash.CrashesAfterACall").string()});
  EXPECT_THAT(steps.out, AllOf(HasSubstr("✗ Crash › CrashesAfterACall\n"), HasSubstr("1 ✓ open http://shop.test/"),
                               HasSubstr("The copies of the pages were lost with the program.")))
      << steps.err;
  EXPECT_THAT(crashed.err,
              AllOf(HasSubstr("[  ENDED   ] the test program "),
                    HasSubstr("[  REPORT  ] " + (folder_ / "Crash.CrashesAfterACall" / "index.html").string())));
}

TEST_F(Crashes, AnAbortIsReportedWithTheSignal) {
  EXPECT_EQ(run("Ends.ATestAborts").exit_code, 128 + SIGABRT);
  expect_failed(folder_ / "Ends.ATestAborts",
                "the test program was ended by SIGABRT (Aborted) while Ends.ATestAborts was running");
}

TEST_F(Crashes, UnderscoreExitIsReportedWithTheCode) {
  EXPECT_EQ(run("Ends.ATestCallsUnderscoreExit").exit_code, 7);
  expect_failed(folder_ / "Ends.ATestCallsUnderscoreExit", "the test program ended with exit code 7 while");
}

TEST_F(Crashes, ExitIsReportedWithTheCode) {
  EXPECT_EQ(run("Ends.ATestCallsExit").exit_code, 7);
  expect_failed(folder_ / "Ends.ATestCallsExit", "the test program called exit(7) while");
}

TEST_F(Crashes, ASigkillIsReported) {
  EXPECT_EQ(run("Ends.ATestKillsItsProgram").exit_code, 128 + SIGKILL);
  expect_failed(folder_ / "Ends.ATestKillsItsProgram", "the test program was ended by SIGKILL (Killed) while");
}

TEST_F(Crashes, AnUncaughtExceptionIsReportedWithItsText) {
  EXPECT_EQ(run("Ends.AThreadThrows").exit_code, 128 + SIGABRT);
  expect_failed(folder_ / "Ends.AThreadThrows", "SIGABRT");
  EXPECT_THAT(bytes_of(folder_ / "Ends.AThreadThrows" / "junit.xml"),
              HasSubstr("uncaught exception: the kettle is empty"));
}

TEST_F(Crashes, TestsBeforeItKeepTheirResultsAndThoseBehindItWereNotRun) {
  run("Three.*");
  expect_failed(folder_, kSegfault);
  const std::string junit = bytes_of(folder_ / "junit.xml");
  EXPECT_THAT(junit, AllOf(HasSubstr("tests=\"3\" failures=\"1\""),
                           HasSubstr("while Three.TheSecondFailsAndCrashes was running")));
  EXPECT_THAT(junit, HasSubstr("seen before"));
  EXPECT_THAT(junit, HasSubstr("<skipped message=\"not run: the test program"));
}

TEST_F(Crashes, ACrashLeavesNothingOfAGoodRunAndARetryNothingOfTheCrash) {
  const fs::path own = folder_ / "Ends.ATestCrashesOnRequest";
  EXPECT_EQ(run("Ends.ATestCrashesOnRequest").exit_code, 0);
  EXPECT_THAT(bytes_of(own / "junit.xml"), HasSubstr("failures=\"0\""));
  run("Ends.ATestCrashesOnRequest", {{"CRASH_NOW", "1"}});
  expect_failed(own, kSegfault);
  EXPECT_EQ(run("Ends.ATestCrashesOnRequest").exit_code, 0);
  for (const char* file : {"junit.xml", "index.html", "results.json"}) {
    EXPECT_THAT(bytes_of(own / file), Not(HasSubstr("test program"))) << file;
  }
}

TEST_F(Crashes, EvidenceOfAnEarlierRunIsRemovedAndOtherFilesStay) {
  const fs::path own = folder_ / "Ends.ATestCrashesOnRequest";
  fs::create_directories(own);
  for (const char* name : {"screenshot.png", "clerk-snapshot.txt", "program-shop.log", "mine.txt"})
    std::ofstream(own / name) << "x";
  EXPECT_EQ(run("Ends.ATestCrashesOnRequest").exit_code, 0);
  for (const char* name : {"screenshot.png", "clerk-snapshot.txt", "program-shop.log"})
    EXPECT_FALSE(fs::exists(own / name)) << name;
  EXPECT_TRUE(fs::exists(own / "mine.txt"));
}

TEST_F(Crashes, AChildThatHoldsDescriptorsDoesNotDelayTheReport) {
  const fs::path child_file = folder_ / "child";
  EXPECT_EQ(run("Ends.ATestAbortsBesideAChild", {{"CHILD_FILE", child_file.string()}}).exit_code, 128 + SIGABRT);
  const pid_t child = std::stoi(bytes_of(child_file));
  EXPECT_EQ(::kill(child, SIGKILL), 0);  // it was there until now
  expect_failed(folder_ / "Ends.ATestAbortsBesideAChild", "SIGABRT");
}

TEST_F(Crashes, DeathTestsAreNoCrashes) {
  for (const char* style : {"fast", "threadsafe"}) {
    const ProgramResult done = run("CasementDeathTest.*", {{"CASEMENT_TEST_DEADLINE", "50"}},
                                   {std::string("--gtest_death_test_style=") + style});
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(done.err, AllOf(Not(HasSubstr("[  ENDED   ]")), Not(HasSubstr("threads"))));
    EXPECT_THAT(bytes_of(folder_ / "CasementDeathTest.IsNoCrash" / "junit.xml"),
                HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\""));
  }
}

TEST_F(Crashes, AfterTheLastTestTheRunIsBlamed) {
  EXPECT_NE(run("AtExit.Crashes").exit_code, 0);
#ifndef CASEMENT_SANITIZED
  EXPECT_THAT(bytes_of(folder_ / "AtExit.Crashes" / "junit.xml"),
              AllOf(HasSubstr("errors=\"1\""), HasSubstr("was ended by SIGSEGV (Segmentation fault) after its tests")));
#endif
}

TEST_F(Crashes, EachShardHasItsReport) {
  for (const char* index : {"0", "1"}) {
    run("Three.TheFirstPasses:Three.TheSecondFailsAndCrashes:Three.TheThirdPasses:Ends.ATestCrashesOnRequest",
        {{"GTEST_TOTAL_SHARDS", "2"}, {"GTEST_SHARD_INDEX", index}});
  }
  const std::string both =
      bytes_of(folder_ / "shard-1-of-2" / "junit.xml") + bytes_of(folder_ / "shard-2-of-2" / "junit.xml");
  for (const char* test : {"TheFirstPasses", "TheSecondFailsAndCrashes", "TheThirdPasses", "ATestCrashesOnRequest"}) {
    EXPECT_THAT(both, HasSubstr("name=\"" + std::string(test) + "\""));
  }
  EXPECT_THAT(both, HasSubstr(kSegfault));
}

TEST_F(Crashes, WithoutAReportFolderNothingIsAdded) {
  const ProgramResult crashed =
      run_program({CRASH_SPECS, "--gtest_filter=Ends.ATestAborts"}, {{"CASEMENT_REPORT_DIR", ""}});
  EXPECT_EQ(crashed.exit_code, 128 + SIGABRT);
  EXPECT_THAT(crashed.err, Not(HasSubstr("[  ENDED   ]")));
}

// ctest waits for the end of a test's output, and kills one that takes too long with all its
// children.
TEST_F(Crashes, UnderCtestThereAreReportsOfWhatCrashesAndOfWhatCtestKills) {
  const fs::path mention = folder_ / "gtest.xml";
  std::ofstream tests(folder_ / "CTestTestfile.cmake");
  for (const char* test :
       {"Crash.CrashesAfterACall", "Three.TheFirstPasses", "HangsWithoutABrowser.ATestWaitsInItsOwnCode"}) {
    tests << "add_test(" << test << " \"" CRASH_SPECS "\" --gtest_filter=" << test
          << " \"--gtest_output=xml:" << mention.string() << "\")\nset_tests_properties(" << test
          << " PROPERTIES ENVIRONMENT \"CASEMENT_REPORT_DIR=" << folder_.string()
          << ";CASEMENT_SITES=" CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages\" TIMEOUT "
          << (std::string(test).starts_with("Hangs") ? 10 : 60) << ")\n";  // on a busy machine it has begun by then
  }
  tests.close();
  const ProgramResult done = run_program({"ctest", "--test-dir", folder_.string(), "-j", "3"});
  EXPECT_THAT(done.out, HasSubstr("33% tests passed, 2 tests failed out of 3")) << done.err;
  // ctest waits for neither a test's crash reporter nor the output of what it has killed.
  EXPECT_TRUE(wait_until_none(0, mention.string(), Deadline::in(std::chrono::seconds(20))));
  expect_failed(folder_ / "Crash.CrashesAfterACall", kSegfault);
  expect_failed(folder_ / "HangsWithoutABrowser.ATestWaitsInItsOwnCode",
                "the test program was ended by SIGKILL (Killed)");
  EXPECT_THAT(bytes_of(folder_ / "Three.TheFirstPasses" / "junit.xml"), HasSubstr("tests=\"1\" failures=\"0\""));
}

// How long a test of these may take: longer than Chrome takes to start and to open a page.
std::chrono::seconds hang_deadline() {
  static const auto time = std::max(
      std::chrono::seconds(8), std::chrono::duration_cast<std::chrono::seconds>(specs::soon(std::chrono::seconds(3))));
  return time;
}
const std::map<std::string, std::string> kHangs{{"CASEMENT_TEST_DEADLINE", std::to_string(hang_deadline().count())}};
const std::string kLate = "the test did not end within " + describe_duration(hang_deadline()) + " and was ended";

bool is_busy() {
  return specs::soon(std::chrono::seconds(1)) > std::chrono::seconds(5);
}

// Its evidence and where it was. Evidence has seconds; where a busy machine needs more for it, the report says that.
void expect_evidence(const fs::path& folder, const ProgramResult& done) {
  if (bytes_of(folder / "index.html").find("could not save") != std::string::npos && is_busy()) return;
  EXPECT_THAT(bytes_of(folder / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
  EXPECT_THAT(bytes_of(folder / "screenshot.png"), HasSubstr("PNG"));
  const std::string junit = bytes_of(folder / "junit.xml");
  EXPECT_LT(junit.find(kLate), junit.find("Tea shop")) << junit;
  EXPECT_THAT(bytes_of(folder / "index.html"), AllOf(HasSubstr("crash_specs.cc:"), HasSubstr("attachments/")));
  for (const char* noise : {"dbus", "DBus", "the connection to the browser was lost", "the last messages"}) {
    EXPECT_THAT(done.out + done.err + junit, Not(HasSubstr(noise)));
  }
}

TEST_F(Crashes, ATestThatHangsInItsOwnCodeIsEndedWithItsEvidence) {
  const ProgramResult done = run("Hangs.ATestWaitsInItsOwnCode", kHangs);
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("crash_specs.cc:"));
  EXPECT_THAT(done.out, HasSubstr(kLate));
  expect_failed(folder_ / "Hangs.ATestWaitsInItsOwnCode", kLate);
  expect_evidence(folder_ / "Hangs.ATestWaitsInItsOwnCode", done);
}

TEST_F(Crashes, ATestThatHangsInALoopOfCallsIsEndedAndTheNextOneRuns) {
  const ProgramResult done = run("Hangs.ATestLoopsOverCalls:Hangs.ATestDoesNotHang", kHangs);
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("[  FAILED  ] Hangs.ATestLoopsOverCalls"),
                              HasSubstr("[       OK ] Hangs.ATestDoesNotHang")));
  EXPECT_THAT(done.out, HasSubstr("crash_specs.cc:93: Failure\nthe test did not end"));
  expect_failed(folder_, kLate);
  EXPECT_THAT(bytes_of(folder_ / "results.json"),
              testing::ContainsRegex("\"title\": \"evaluate 1 [(][0-9]+ times[)]\""));
  EXPECT_THAT(done.out + done.err, Not(HasSubstr("the connection to the browser was lost")));
  if (bytes_of(folder_ / "index.html").find("could not save") != std::string::npos && is_busy()) return;
  EXPECT_THAT(bytes_of(folder_ / "Hangs.ATestLoopsOverCalls" / "snapshot.txt"), HasSubstr("heading \"Tea shop\""));
  EXPECT_THAT(bytes_of(folder_ / "Hangs.ATestLoopsOverCalls" / "screenshot.png"), HasSubstr("PNG"));
}

TEST_F(Crashes, ATestThatForgivesEveryErrorIsEndedToo) {
  const ProgramResult done = run("Hangs.ATestForgivesEveryError", kHangs);
  EXPECT_EQ(done.exit_code, 1);
  expect_failed(folder_ / "Hangs.ATestForgivesEveryError", kLate);
  expect_evidence(folder_ / "Hangs.ATestForgivesEveryError", done);
}

TEST_F(Crashes, ABusyPageIsReportedInsteadOfEvidence) {
  const ProgramResult done = run("Hangs.AHandlerNeverReturns", kHangs);
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.err, HasSubstr("no evidence: the page was busy"));
  expect_failed(folder_ / "Hangs.AHandlerNeverReturns", kLate);
  EXPECT_THAT(bytes_of(folder_ / "Hangs.AHandlerNeverReturns" / "index.html"),
              HasSubstr("could not save screenshot and snapshot"));
}

TEST_F(Crashes, ATestWithoutABrowserIsEndedToo) {
  const ProgramResult done = run("HangsWithoutABrowser.*:Three.TheThirdPasses", {{"CASEMENT_TEST_DEADLINE", "1"}});
  EXPECT_EQ(done.exit_code, 1);
  expect_failed(folder_, "the test did not end within 1 s and was ended");
}

}  // namespace
}  // namespace casement
