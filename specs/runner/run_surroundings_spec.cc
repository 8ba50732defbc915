// What a run says of the browser's sandbox and version, and how it ends for a reader of its lines.
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using specs::RunCommand;

TEST_F(RunCommand, WarnsThatChromeRanWithoutItsSandbox) {
  const std::string file = flow("f", "  - { case: good }\n");
  const ProgramResult told = run({file, "--no-sandbox"});
  EXPECT_EQ(told.exit_code, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("warning: Chrome ran without its sandbox (--no-sandbox)"));
  EXPECT_THAT(bytes_of(reports() / "results.json"), HasSubstr(" --no-sandbox")) << "the command that runs it again";
  environment_["CASEMENT_NO_SANDBOX"] = "1";
  EXPECT_THAT(run({file}).out, HasSubstr("warning: Chrome ran without its sandbox (CASEMENT_NO_SANDBOX=1)"));
  for (const char* report : {"index.html", "junit.xml", "results.json"}) {
    EXPECT_THAT(bytes_of(reports() / report), HasSubstr("Chrome ran without its sandbox")) << report;
  }
  environment_["CASEMENT_NO_SANDBOX"] = "0";
  EXPECT_THAT(run({file}).out, Not(HasSubstr("sandbox")));
}

TEST_F(RunCommand, ComparesTheBrowserWithTheVersionInTheProject) {
  const std::string file = flow("f", "  - { case: good }\n");
  write("casement.yaml", "browser: { version: 87 }\n");
  const ProgramResult other = run({file});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.out, testing::ContainsRegex("warning: the browser is Chromium [0-9.]+[^,]*, but .*casement.yaml "
                                                "names version 87\n"));
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("names version 87"));
  const auto doctor = [&] {
    return run_program({"env", "--chdir=" + folder_.string(), CASEMENT_RUNNER, "doctor"}, environment_);
  };
  EXPECT_EQ(doctor().exit_code, 3);
  EXPECT_THAT(doctor().out, HasSubstr("✗ version: the browser is Chromium "));
  const std::size_t at = other.out.find("Chromium ") + std::string("Chromium ").size();
  write("casement.yaml", "browser: { version: " + other.out.substr(at, other.out.find('.', at) - at) + " }\n");
  EXPECT_THAT(run({file}).out, Not(HasSubstr("warning")));
  EXPECT_EQ(doctor().exit_code, 0);
  EXPECT_THAT(doctor().out, HasSubstr("✓ version: "));
}

TEST_F(RunCommand, RefusesAVersionThatIsNone) {
  const std::string file = flow("f", "  - { case: good }\n");
  for (const char* version : {"latest", "156.", "''", "1..2"}) {
    write("casement.yaml", "browser: { version: " + std::string(version) + " }\n");
    const ProgramResult done = run({file});
    EXPECT_EQ(done.exit_code, 2) << version;
    EXPECT_THAT(done.err, HasSubstr("'version' needs numbers with points between them")) << version;
  }
  write("casement.yaml", "browser: { versoin: 1 }\n");
  EXPECT_THAT(run({file}).err, HasSubstr("did you mean 'version'?"));
}

TEST_F(RunCommand, ExitsWithZeroForAReaderOfTap) {
  const std::string file = flow("f", kOneFails);
  const ProgramResult done = run({file, "--tap", "--exit-zero"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("1..3\n"), HasSubstr("not ok 2 - f › bad")));
  EXPECT_EQ(run({file, "--tap"}).exit_code, 1);
  EXPECT_EQ(run({file, "--exit-zero"}).exit_code, 2);
  write("casement.yaml", "server: { command: echo no database; exit 7, port: 8918 }\n");
  EXPECT_EQ(run({file, "--tap", "--exit-zero"}).exit_code, 3) << "no line tells this";
}

}  // namespace
}  // namespace casement
