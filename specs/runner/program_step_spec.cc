// The step that starts a program of the team's own.
#include <signal.h>

#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using specs::bytes_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ProgramStep : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    fs::permissions(folder_, fs::perms::owner_all);
  }
  ProgramResult run_steps(const std::string& steps, const std::string& header = "") {
    write("program.flow.yaml", "flow: Program\n" + header + "steps:\n" + steps);
    return run({(folder_ / "program.flow.yaml").string()});
  }
  std::string results() const { return bytes_of(reports() / "results.json"); }
};

TEST_F(ProgramStep, RunsInTheFoldersOfTheFlow) {
  fs::create_directories(folder_ / "tools");
  write("tools/tell.sh", "#!/bin/sh\necho \"$1 in $(basename \"$PWD\") with $SIZE\"\n");
  fs::permissions(folder_ / "tools/tell.sh", fs::perms::owner_all);
  const ProgramResult done = run_steps(
      "  - run: { program: [./tell.sh, \"${tea}\"], folder: tools, env: { SIZE: \"${tea}-5\" }, to: told }\n"
      "  - evaluate: { expression: \"'${told}' === 'sencha in tools with sencha-5'\", to: same }\n"
      "  - if: { var: same }\n    then: [{ log: the same }]\n    else: [{ click: button }]\n",
      "vars: { tea: sencha }\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(results(), HasSubstr("sencha in tools with sencha-5"));
}

TEST_F(ProgramStep, RunsATextByTheShell) {
  const ProgramResult done = run_steps("  - run: { program: \"echo one | tr o 0\", to: told }\n  - log: ${told}\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(results(), HasSubstr("log: 0ne"));
}

TEST_F(ProgramStep, FailsByItsExitCodeAndPrintsItsOutput) {
  const ProgramResult done = run_steps("  - run: { program: \"echo no database >&2; exit 3\" }\n");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("echo exited with code 3"), HasSubstr("no database")));
  EXPECT_EQ(run_steps("  - run: { program: \"exit 3\", exit: 3 }\n").exit_code, 0);
  EXPECT_THAT(run_steps("  - run: { program: \"true\", exit: 3 }\n").out, HasSubstr("true exited with code 0"));
  EXPECT_THAT(run_steps("  - run: { program: [\"kill\"], exit: 0 }\n").exit_code, 1);
}

TEST_F(ProgramStep, IsEndedAtItsDeadlineWithAllThatItStarted) {
  const ProgramResult done =
      run_steps("  - run: { program: \"echo begun; sleep 600 & sleep 600\" }\n    timeout: 300ms\n");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("had not ended after 300 ms"), HasSubstr("begun")));
}

TEST_F(ProgramStep, EndsProcessesThatItsProgramLeavesBehind) {
  const std::string file = (folder_ / "id").string();
  const ProgramResult done = run_steps("  - run: { program: \"sleep 600 & echo $$! > " + file + "\" }\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  const int id = std::stoi(bytes_of(file));
  EXPECT_NE(::kill(id, 0), 0);
}

TEST_F(ProgramStep, ReportsAMissingProgram) {
  const ProgramResult done = run_steps("  - run: { program: [./none] }\n");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("none"));
}

TEST_F(ProgramStep, ShowsNoSecret) {
  const ProgramResult done =
      run_steps("  - run: { program: \"echo ${key}; exit 1\" }\n", "vars: { key: moonlight-sonata }\nsecrets: [key]\n");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out + results() + bytes_of(reports() / "junit.xml") + bytes_of(reports() / "index.html"),
              Not(HasSubstr("moonlight-sonata")));
}

}  // namespace
}  // namespace casement
