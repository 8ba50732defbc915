// `casement run-wasm`, and programs of Emscripten as tests of ctest. specs/wasm/program.js stands for such a program,
// so that these specs need no Emscripten; specs/wasm/run has real programs.
#include <nlohmann/json.hpp>

#include "casement/browser/host/browser_session.h"
#include "casement/cdp/connection.h"
#include "specs/runner/shared_browser_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using testing::ElementsAre;

class RunWasm : public specs::ScratchTest {
 protected:
  void SetUp() override {
    ScratchTest::SetUp();
    script_ = bytes_of(CASEMENT_SOURCE_DIR "/specs/wasm/program.js");
    write("program.js", script_);
  }
  ProgramResult run(std::vector<std::string> arguments, std::vector<std::string> options = {},
                    const std::string& program = "program.js") const {
    std::vector<std::string> command{CASEMENT_RUNNER, "run-wasm"};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back((folder_ / program).string());
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_program(command, environment_);
  }
  // The script with one text in place of another.
  void write_with(const std::string& text, const std::string& instead) {
    const std::size_t at = script_.find(text);
    ASSERT_NE(at, std::string::npos) << text;
    write("program.js", std::string(script_).replace(at, text.size(), instead));
  }

  std::string script_;
  std::map<std::string, std::string> environment_;
};

TEST_F(RunWasm, PassesArgumentsAndReturnsTheExitCode) {
  const ProgramResult plain = run({"exit", "3", "--help"});
  EXPECT_EQ(plain.exit_code, 3);
  EXPECT_EQ(plain.out, "way: exit 3 --help\n");
  EXPECT_EQ(plain.err, "");
  const ProgramResult separated = run({"--", "exit", "0", "--", "--timeout"});
  EXPECT_EQ(separated.exit_code, 0);
  EXPECT_EQ(separated.out, "way: exit 0 -- --timeout\n");
  EXPECT_EQ(run({"stdin"}).exit_code, 4);  // at its end
}

TEST_F(RunWasm, ThePageIsIsolated) {
  EXPECT_EQ(run({"isolated"}).exit_code, 0);
  EXPECT_EQ(run({"isolated"}, {"--no-isolation"}).exit_code, 1);
}

TEST_F(RunWasm, WaitsForAnEventLoop) {
  const ProgramResult later = run({"later"});
  EXPECT_EQ(later.exit_code, 6);
  EXPECT_EQ(later.out, "way: later\n\xEF\xBF\xBD later\n");
}

TEST_F(RunWasm, ReportsCrashesWithTheirStack) {
  const ProgramResult trap = run({"trap"});
  EXPECT_EQ(trap.exit_code, 134);
  EXPECT_THAT(trap.err,
              AllOf(StartsWith("casement: the program crashed: RuntimeError: unreachable\n  at shop::die() ("),
                    HasSubstr("\n  at main (program.js:"), Not(HasSubstr("casement-page"))));
  const ProgramResult abort = run({"abort", "out of tea"});
  EXPECT_EQ(abort.exit_code, 134);
  EXPECT_THAT(abort.err, StartsWith("Aborted(out of tea)\ncasement: the program aborted: out of tea\n  at abort ("));
  EXPECT_THAT(run({"throw", "no tea"}).err, HasSubstr("the program crashed: TypeError: no tea\n  at main ("));
  EXPECT_THAT(run({"reject", "no milk"}).err, HasSubstr("the program crashed: TypeError: no milk\n"));
  EXPECT_THAT(run({"number"}).err, HasSubstr("uncaught C++ exception"));
}

TEST_F(RunWasm, StopsAProgramThatNeverReturns) {
  const ProgramResult loop = run({"loop"}, {"--timeout", "1"});
  EXPECT_EQ(loop.exit_code, 124);
  EXPECT_EQ(loop.out, "way: loop\n");
  EXPECT_EQ(loop.err, "casement: the program was stopped after 1 s; it was still running\n");
  const ProgramResult idle = run({"events"}, {"--timeout", "1"});
  EXPECT_EQ(idle.exit_code, 124);
  EXPECT_THAT(idle.err,
              AllOf(HasSubstr("has not exited after 1 s; its page is idle"), HasSubstr("emscripten_force_exit()")));
}

TEST_F(RunWasm, ReportsAProgramThatClosesItsPage) {
  const ProgramResult closed = run({"close"});
  EXPECT_EQ(closed.exit_code, 134);
  EXPECT_EQ(closed.err, "casement: the program closed its page\n");
}

TEST_F(RunWasm, NamesTheProgramAsItsScript) {
  EXPECT_EQ(run({"name"}).out, "way: name\n./program\n");
}

TEST_F(RunWasm, ReportsALostPage) {
  const ProgramResult left = run({"leave"});
  EXPECT_EQ(left.exit_code, 134);
  EXPECT_THAT(left.err, HasSubstr("casement: the program left its page"));
}

TEST_F(RunWasm, NamesTheMissingFlag) {
  write_with("|| false", "|| true");
  const ProgramResult stays = run({"exit", "0"});
  EXPECT_EQ(stays.exit_code, 2);
  EXPECT_THAT(stays.err, AllOf(HasSubstr("main of program.js returned 0, but the runtime did not exit"),
                               HasSubstr("link with -sEXIT_RUNTIME=1")));
}

TEST_F(RunWasm, NamesMissingFiles) {
  const ProgramResult missing = run({"missing"});
  EXPECT_EQ(missing.exit_code, 134);
  EXPECT_THAT(missing.err, HasSubstr("program.data is missing in the program's folder"));
  EXPECT_EQ(run({}, {}, "other.js").exit_code, 2);
  EXPECT_THAT(run({}, {}, "other.js").err, HasSubstr("cannot read the program"));
  write("other.js", "console.log(1)");
  EXPECT_THAT(run({}, {}, "other.js").err, HasSubstr("is not a program of Emscripten"));
  write("alone.wasm", "");
  EXPECT_THAT(run({}, {}, "alone.wasm").err, HasSubstr("link with -o alone.js"));
}

TEST_F(RunWasm, RefusesThreadsWithoutIsolation) {
  write("program.js", script_ + "var PThread = {};\n");
  EXPECT_EQ(run({"exit", "0"}).exit_code, 0);
  const ProgramResult refused = run({"exit", "0"}, {"--no-isolation"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("this page is not cross-origin isolated"));
}

TEST_F(RunWasm, RunsFactoriesAndModules) {
  const std::string factory =
      "var createShop = (() => {\nreturn function(Module) {\n" + script_ +
      "\nreturn createShop.ready;\n};\n})();\nif (typeof exports === 'object') module.exports = "
      "createShop;\n";
  write("program.js", factory);
  EXPECT_EQ(run({"exit", "3"}).exit_code, 3);
  EXPECT_THAT(run({"trap"}).err, HasSubstr("RuntimeError: unreachable"));
  write("program.js", factory + "export default createShop;\n");
  EXPECT_EQ(run({"exit", "5"}).exit_code, 5);
  write("program.html", "<p>");
  EXPECT_EQ(run({"exit", "6"}, {}, "program.html").exit_code, 6);
}

TEST_F(RunWasm, BoundsTheOutputOfEachStream) {
  const ProgramResult flood = run({"print", "300"}, {"--max-output", "0.1"});
  EXPECT_EQ(flood.exit_code, 0);
  EXPECT_EQ(flood.out.size(), 100'000u);
  EXPECT_THAT(flood.err,
              AllOf(StartsWith("done\n"), HasSubstr("wrote 300315 characters to standard output; only the first "
                                                    "100000 are kept")));
  const ProgramResult whole = run({"print", "300"});
  EXPECT_EQ(whole.out.size(), 300'315u);
}

TEST_F(RunWasm, BringsOutTheFilesThatTheCommandLineNames) {
  const std::string file = (folder_ / "deep/report.xml").string();
  EXPECT_EQ(run({"--gtest_output=xml:" + file, "/data.txt"}).exit_code, 0);
  EXPECT_EQ(bytes_of(file), "<a/>");
  EXPECT_FALSE(fs::exists("/data.txt"));  // it was there before, and is unchanged
  const ProgramResult refused = run({"--gtest_output=xml:/proc/none/report.xml"});
  EXPECT_THAT(refused.err, HasSubstr("cannot write /proc/none/report.xml"));
}

TEST_F(RunWasm, WritesReports) {
  const std::string reports = (folder_ / "reports").string();
  EXPECT_EQ(
      run({"abort", "<out of tea>"}, {"--report-dir", reports, "--suite", "shop", "--test", "Cart.Dies"}).exit_code,
      134);
  const json results = json::parse(bytes_of(reports + "/results.json"));
  const std::string text = results.dump();
  EXPECT_THAT(text, AllOf(HasSubstr("Cart.Dies"), HasSubstr("the program aborted: <out of tea>")));
  EXPECT_THAT(bytes_of(reports + "/junit.xml"),
              AllOf(HasSubstr("the program aborted: &lt;out of tea&gt;"), HasSubstr("name=\"Cart.Dies\"")));
  EXPECT_THAT(bytes_of(reports + "/index.html"), HasSubstr("Cart.Dies"));
}

TEST_F(RunWasm, RefusesOptionsOfTheProgramBeforeItsName) {
  const ProgramResult refused = run_program({CASEMENT_RUNNER, "run-wasm", "--gtest_list_tests", "program.js"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "run-wasm"}).exit_code, 2);
}

class WasmTests : public RunWasm {
 protected:
  // A project with the program as its target; its build folder is `build`.
  void configure(const std::string& arguments) {
    const std::string program = (folder_ / "program.js").string();
    write("project/CMakeLists.txt", specs::cmake_project(specs::imported_program("casement", CASEMENT_RUNNER) +
                                                         specs::imported_program("shop", program) +
                                                         "casement_discover_wasm_tests(shop " + arguments + ")\n"));
    const ProgramResult configured =
        run_program({"cmake", "-S", (folder_ / "project").string(), "-B", (folder_ / "build").string(), "-G", "Ninja"});
    ASSERT_EQ(configured.exit_code, 0) << configured.err;
  }
  ProgramResult ctest(std::vector<std::string> more) const {
    std::vector<std::string> command{"ctest", "--test-dir", (folder_ / "build").string()};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command, environment_);
  }
  // The outcomes of a run of all tests, except those of Casement's own fixtures.
  void expect_outcomes(const ProgramResult& done) const {
    EXPECT_EQ(done.exit_code, 8) << done.out;
    for (const char* const line : {"Cart.Adds .*Passed", "Cart.Loses .*Failed", "Cart.Dies .*Failed",
                                   "Cart.Later .*Not Run \\(Disabled\\)", "Cart.Skips .*Skipped"}) {
      EXPECT_THAT(done.out, testing::ContainsRegex(line));
    }
    EXPECT_THAT(done.out, AllOf(HasSubstr("expected 2, got 1"), HasSubstr("at shop::die() (")));
  }
};

TEST_F(WasmTests, EachTestIsACase) {
  configure("ISOLATED LABELS wasm");
  expect_outcomes(ctest({"-E", "Loops", "--output-on-failure"}));
  EXPECT_THAT(ctest({"-N", "-L", "wasm"}).out, HasSubstr("Total Tests: 6"));
  EXPECT_EQ(ctest({"-R", "Cart.Adds"}).exit_code, 0);
}

TEST_F(WasmTests, TestsRunTogetherAndTheNextPageGoesOn) {
  configure("TOGETHER TIMEOUT 10");
  const ProgramResult done = ctest({"--output-on-failure"});
  expect_outcomes(done);
  EXPECT_THAT(done.out, AllOf(testing::ContainsRegex("Cart.Loops .*Failed"),
                              HasSubstr("the program was stopped after 10 s; it was still running"),
                              testing::ContainsRegex("shop.together .*Passed")));
}

TEST_F(WasmTests, RunsTestsOfCatch2Version3) {
  write_with("function main(args) {", "function main(args) { return catch3(args);");
  configure("ISOLATED FRAMEWORK catch3");
  const ProgramResult done = ctest({"--output-on-failure"});
  for (const char* const line : {"adds .*Passed", "adds, and \\[removes\\] \"tea\" .*Passed", "#first .*Passed",
                                 "~tilde .*Passed", "exclude: this .*Passed", "loses .*Failed", "skips .*Skipped"}) {
    EXPECT_THAT(done.out, testing::ContainsRegex(line));
  }
  EXPECT_THAT(done.out, AllOf(HasSubstr("1 tests failed out of 7"), HasSubstr("expansion: 2 == 3")));
}

TEST_F(WasmTests, ListsAgainAfterABuild) {
  configure("");
  EXPECT_THAT(ctest({"-N"}).out, HasSubstr("Cart.Adds"));
  write_with("'Cart.Adds'", "'Cart.Grows'");
  EXPECT_THAT(ctest({"-N"}).out, AllOf(HasSubstr("Cart.Grows"), Not(HasSubstr("Cart.Adds"))));
}

TEST_F(WasmTests, AProgramThatListsNoTestIsAFailingTest) {
  write_with("Module['print']('Cart.');", "abort('no tests');");
  configure("");
  const ProgramResult done = ctest({"--output-on-failure"});
  EXPECT_EQ(done.exit_code, 8);
  EXPECT_THAT(done.out, AllOf(HasSubstr("shop_LISTS_NO_TEST"), HasSubstr("the program aborted: no tests")));
}

class WasmInASharedBrowser : public specs::SharedBrowser {};

TEST_F(WasmInASharedBrowser, ReportsAPageThatIsClosedFromOutside) {
  start();
  const std::string program = CASEMENT_SOURCE_DIR "/specs/wasm/program.js";
  RunningProgram running({CASEMENT_RUNNER, "run-wasm", program, "events"}, {{"CASEMENT_SHARED_BROWSER", state_}});
  ASSERT_TRUE(running.wait_for_output("way: events", in(30)));
  const auto other = BrowserSession::attach(remember().at("endpoint"), in(30));
  {
    const cdp::Connection::EngineLock lock(other->connection());
    const json targets = other->connection().call({"", "Target.getTargets"}, in(30));
    for (const json& target : targets.at("targetInfos")) {
      if (target.at("title") != "program.js") continue;
      other->connection().call({"", "Target.closeTarget", {{"targetId", target.at("targetId")}}}, in(30));
    }
  }
  const ProgramResult closed = running.wait(in(30));
  EXPECT_EQ(closed.exit_code, 134);
  EXPECT_EQ(closed.err, "casement: the page was closed from outside of the program\n");
}

}  // namespace
}  // namespace casement
