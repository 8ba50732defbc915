// Runs that end otherwise than by their last case.
#include <signal.h>
#include <unistd.h>

#include <chrono>

#include "casement/process/process_table.h"
#include "casement/results/results_json.h"
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;
using std::chrono::seconds;

TEST_F(RunCommand, AWorkerThatDiesCostsItsCaseOnly) {
  const std::string file = flow("f", "  - { case: waits, heading: Gone }\n  - { case: next }\n");
  RunningProgram program({CASEMENT_RUNNER, "run", file, "--report-dir", reports().string()}, environment_);
  ASSERT_TRUE(program.wait_for_output("2 cases", Deadline::in(seconds(60))));
  // The worker is a fork of the runner, and has its command line.
  pid_t worker = 0;
  for (const pid_t process : live_processes(0, file)) {
    const bool is_in_its_group = ::getpgid(process) == ::getpgid(program.process_id());  // the crash reporter is not
    if (process != program.process_id() && is_in_its_group) worker = process;
  }
  ASSERT_NE(worker, 0);
  ASSERT_EQ(::kill(worker, SIGKILL), 0);
  const ProgramResult done = program.wait(Deadline::in(seconds(90)));
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("✗ f › waits"), HasSubstr("killed by signal 9"), HasSubstr("✓ f › next")));
}

TEST_F(RunCommand, AnInterruptedRunReportsWhatItHas) {
  const std::string file = flow(
      "f",
      "  - { case: good }\n  - { case: waits, heading: Gone }\n  - { case: too, heading: Gone }\n  - { case: next }\n");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    RunningProgram program({CASEMENT_RUNNER, "run", file, "-j", "2", "--report-dir", reports().string()}, environment_);
    ASSERT_TRUE(program.wait_for_output("✓ f › good", Deadline::in(seconds(60))));
    program.signal(signal);
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, 128 + signal) << done.err;
    EXPECT_THAT(done.out,
                AllOf(HasSubstr("1 passed, "), HasSubstr("not run"), HasSubstr("error: the run was interrupted"),
                      Not(HasSubstr("the last messages")), Not(HasSubstr("could not save"))));
    EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("the run was interrupted"));
    EXPECT_TRUE(wait_until_none(0, reports().string(), Deadline::in(seconds(20))));  // its workers
  }
}

// A page that hangs is asked once whether it answers, and not by each piece of evidence.
TEST_F(RunCommand, APageThatHangsCostsItsEvidenceOnce) {
  const std::string file = write(
      "hangs.flow.yaml",
      "flow: hangs\nsite: site\nsteps:\n  - open: http://a.test/\n"
      "  - evaluate: \"setTimeout(() => { for (;;); }, 0), 0\"\n  - click: heading \"Here\"\n    timeout: 300ms\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  for (const char* const piece : {"a screenshot", "the page's text"}) {
    EXPECT_THAT(done.out, HasSubstr("could not save " + std::string(piece) + ": the page's script does not answer"));
  }
}

TEST_F(RunCommand, ACaseThatTheRunsDeadlineEndsKeepsItsEvidence) {
  const std::string file = flow("f", "  - { case: good }\n  - { case: waits, heading: Gone }\n  - { case: next }\n");
  // Long enough for a browser to start and a page to be opened on a busy machine.
  const ProgramResult done = run({file, "--deadline", "12", "--retries", "2"});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("✓ f › good"), HasSubstr("✗ f › waits"),
                              HasSubstr("the run took longer than --deadline, 12 s"),
                              Not(HasSubstr("the last messages")), Not(HasSubstr("could not save"))));
  const std::string results = bytes_of(reports() / "results.json");
  EXPECT_THAT(results, AllOf(HasSubstr("-screenshot.png\""), HasSubstr("\"snapshot\": \"- ")));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("not run: the run took longer than --deadline, 12 s"));
}

TEST_F(RunCommand, EndsAndReportsWhenNobodyReadsItsOutput) {
  const std::string file = flow("f", kOneFails + std::string("  - { case: waits, heading: Gone }\n"));
  for (const std::string more : {"", "--json", "--tap"}) {
    const ProgramResult done = run_program(
        {"bash", "-c", "\"$0\" run \"$1\" --report-dir \"$2\" " + more + " | head -n 1; exit ${PIPESTATUS[0]}",
         CASEMENT_RUNNER, file, reports().string()},
        environment_);
    EXPECT_EQ(done.exit_code, 128 + SIGPIPE) << done.err;
    EXPECT_EQ(std::count(done.out.begin(), done.out.end(), '\n'), 1);
    EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("the output pipe was closed"));
  }
}

TEST_F(RunCommand, OutputThatCannotBeWrittenIsNoSuccess) {
  const std::string file = flow("f", kOneFails);
  const auto code_of = [&](const std::string& arguments) {
    const ProgramResult done =
        run_program({"bash", "-c", "\"$0\" run \"$1\" --report-dir \"$2\" " + arguments + " >/dev/full",
                     CASEMENT_RUNNER, file, reports().string()},
                    environment_);
    EXPECT_THAT(done.err, arguments.find("bad") == std::string::npos ? HasSubstr("cannot write to standard output")
                                                                     : HasSubstr(""));
    return done.exit_code;
  };
  EXPECT_EQ(code_of("--case good"), 3);
  EXPECT_EQ(code_of("--case good --json"), 3);
  EXPECT_EQ(code_of("--list"), 3);
  EXPECT_EQ(code_of("--case bad"), 1);
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("name=\"bad\""));
}

TEST_F(RunCommand, AKilledRunIsReportedWithWhatItHadDone) {
  const std::string file = flow("f",
                                "  - { case: good }\n"
                                "  - { case: waits, heading: Gone }\n"
                                "  - { case: next }\n");
  EXPECT_EQ(run({file, "--case", "next"}).exit_code, 0);  // whose results must not stay
  RunningProgram program({CASEMENT_RUNNER, "run", file, "--report-dir", reports().string()}, environment_);
  ASSERT_TRUE(program.wait_for_output("✓ f › good", Deadline::in(seconds(60))));
  program.signal(SIGKILL);
  const ProgramResult killed = program.wait(Deadline::in(seconds(60)));
  EXPECT_THAT(killed.err, AllOf(HasSubstr("casement: the run was ended by SIGKILL (Killed)"), HasSubstr("index.html")));
  const results::Run told = results::run_from_text(bytes_of(reports() / "results.json"));
  const std::vector<results::Case>& cases = told.suites.at(0).cases;
  ASSERT_EQ(cases.size(), 3u);
  EXPECT_EQ(cases[0].outcome, results::Outcome::Passed);
  EXPECT_FALSE(cases[0].steps.empty());
  // It may not have begun, for its browser is prepared first.
  EXPECT_EQ(cases[1].outcome == results::Outcome::Failed, !cases[1].not_run);
  EXPECT_TRUE(cases[2].not_run);
  EXPECT_THAT(told.errors, testing::ElementsAre("the run was ended by SIGKILL (Killed)"));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("the run was ended by SIGKILL"));
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("the run was ended by SIGKILL"));
  EXPECT_THAT(listed({file, "--last-failed"}), testing::ElementsAre("f/next", "f/waits"));
}

TEST_F(RunCommand, ACrashedRunReportsTheCurrentStepsOfItsCases) {
  const std::string file = flow("f", "  - { case: waits, heading: Gone }\n");
  for (const int number : {SIGABRT, SIGKILL}) {  // SIGSEGV is the sanitizers' own
    RunningProgram program({CASEMENT_RUNNER, "run", file, "--json", "--report-dir", reports().string()}, environment_);
    ASSERT_TRUE(program.wait_for_output("step_started", Deadline::in(seconds(60))));
    program.signal(number);
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, 128 + number);
    const results::Run told = results::run_from_text(bytes_of(reports() / "results.json"));
    const results::Case& waits = told.suites.at(0).cases.at(0);
    ASSERT_EQ(waits.outcome, results::Outcome::Failed);
    EXPECT_EQ(waits.failures.at(0).type, "crash");
    EXPECT_THAT(waits.failures.at(0).message, testing::EndsWith("while this case was running"));
    EXPECT_THAT(waits.failures.at(0).details, HasSubstr(" the step "));
    EXPECT_FALSE(waits.steps.empty());
    const ProgramResult steps = run_program({CASEMENT_RUNNER, "trace", "list", reports().string()}, environment_);
    EXPECT_THAT(steps.out, AllOf(HasSubstr("✗ f › waits\n"), HasSubstr("The copies of the pages were lost: ")))
        << steps.err;
  }
}

// A browser that dies while it starts, as its script says, and else is Chrome.
TEST_F(RunCommand, AChromeThatDiesWhileItStartsIsStartedAgain) {
  environment_["CASEMENT_BROWSER"] = chrome_that(R"(mkdir "$0.tried" 2>/dev/null && kill -SEGV $$)");
  const ProgramResult done = run({flow("f", "  - { case: good }\n")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.err, AllOf(HasSubstr("the browser was restarted: "), HasSubstr("was killed by signal 11")));
}

TEST_F(RunCommand, AChromeThatAlwaysDiesWhileItStartsEndsTheRunAfterAFewStarts) {
  environment_["CASEMENT_BROWSER"] = chrome_that(R"(echo start >> "$0.starts"; kill -SEGV $$)");
  const ProgramResult done = run({flow("f", "  - { case: good }\n")});
  EXPECT_EQ(done.exit_code, 3) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("was killed by signal 11 (Segmentation fault) while starting"));
  EXPECT_EQ(bytes_of(environment_["CASEMENT_BROWSER"] + ".starts"), "start\nstart\nstart\n");
}

TEST_F(RunCommand, AWorkerWithoutABrowserLeavesItsCasesToTheOthers) {
  // None of the browsers of that worker which comes first lives.
  environment_["CASEMENT_BROWSER"] = chrome_that(
      R"sh((set -C; echo $PPID > "$0.first") 2>/dev/null; [ "$(cat "$0.first")" = "$PPID" ] && kill -SEGV $$)sh");
  const ProgramResult done =
      run({flow("f", "  - { case: one }\n  - { case: two }\n  - { case: three }\n  - { case: four }\n"), "-j", "2"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("4 passed"));
  EXPECT_THAT(done.err, AllOf(HasSubstr("continuing with one worker fewer: "), HasSubstr("was killed by signal 11")));
}

// Chrome itself would start, and pages fail by and by.
TEST_F(RunCommand, ATightLimitIsNamedAndNoPageIsTried) {
  const ProgramResult done = run_program({"bash", "-c", "ulimit -n 128; exec \"$0\" run \"$1\" --report-dir \"$2\"",
                                          CASEMENT_RUNNER, flow("f", "  - { case: good }\n"), reports().string()},
                                         environment_);
  EXPECT_EQ(done.exit_code, 3) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("error: only 128 open files are allowed here (ulimit -n), and Chrome needs 256\n0 "
                                  "passed, 1 not run, 1 error in "));
}

// Before anything has begun.
TEST_F(RunCommand, ExitsWithTheSignalsCodeIfInterruptedAtOnce) {
  const std::string file = flow("f", "  - { case: good }\n");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGINT, SIGTERM}) {
    RunningProgram program({CASEMENT_RUNNER, "run", file, "--report-dir", reports().string()}, environment_);
    program.signal(signal);
    EXPECT_EQ(program.wait(Deadline::in(seconds(60))).exit_code, 128 + signal);
    if (fs::exists(reports() / "results.json")) {
      EXPECT_NO_THROW(results::run_from_text(bytes_of(reports() / "results.json")));
    }
    EXPECT_TRUE(wait_until_none(0, reports().string(), Deadline::in(seconds(20))));
  }
}

TEST_F(RunCommand, AReportFolderThatCannotBeIsFoundBeforeARun) {
  write("file", "");
  const ProgramResult done = run_program(
      {CASEMENT_RUNNER, "run", flow("f", kOneFails), "--report-dir", (folder_ / "file" / "reports").string()},
      environment_);
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_EQ(done.out, "");
  EXPECT_THAT(done.err, HasSubstr("Not a directory"));
}

TEST_F(RunCommand, AReportFolderThatCannotBeReachedIsAnEnvironmentError) {
  const std::string file = flow("f", "  - { case: good }\n");
  fs::create_symlink("loop", folder_ / "loop");
  for (const std::string& path :
       {std::string("loop/reports"), std::string(300, 'x'), std::string("f.flow.yaml/reports")}) {
    const ProgramResult done = run_program({CASEMENT_RUNNER, "run", file, "--report-dir", (folder_ / path).string()});
    EXPECT_EQ(done.exit_code, 3) << path;
    EXPECT_THAT(done.err, AllOf(HasSubstr(path.substr(0, 100)), Not(HasSubstr("internal error")))) << path;
  }
}

// The limit is in blocks of 1 KiB: nothing of the program's that is read by people is as short as that.
TEST_F(RunCommand, AFileSizeLimitIsReported) {
  const std::string file = flow("f", "  - { case: good }\n");
  const ProgramResult done = run_program({"bash", "-c", "ulimit -f 1; exec \"$0\" run \"$1\" --report-dir \"$2\"",
                                          CASEMENT_RUNNER, file, (folder_ / "reports").string()});
  EXPECT_EQ(done.exit_code, 3) << done.out << done.err;
  EXPECT_THAT(done.err, AllOf(HasSubstr("cannot write the report"), HasSubstr("File too large")));
}

}  // namespace
}  // namespace casement
