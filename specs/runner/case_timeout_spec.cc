// `case_timeout` and --case-timeout, and what a terminal shows while cases run.
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::on_terminal;
using specs::RunCommand;
using testing::ContainsRegex;

class CaseTimeout : public RunCommand {
 protected:
  // One case waits for a heading that never comes.
  std::string waiting_flow(const std::string& header = "") {
    return write("w.flow.yaml", "flow: W\nsite: site\ntimeout: 600s\n" + header +
                                    "vars: { heading: Here }\ncases:\n  - { case: waits, heading: "
                                    "Nowhere }\n  - { case: next }\n"
                                    "steps:\n  - open: http://a.test/\n  - steps:\n      - expect: "
                                    "heading \"${heading}\"\n");
  }
};

TEST_F(CaseTimeout, EndsACaseWithItsEvidenceAndRunsTheNext) {
  const ProgramResult done = run({waiting_flow("case_timeout: 20s\n")});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  const std::string why = "the case did not end within 20 s; running step: expect: heading \"Nowhere\"";
  EXPECT_THAT(done.out, AllOf(HasSubstr(why), HasSubstr("✓ w › next"), HasSubstr("1 passed, 1 failed")));
  const json results = json::parse(bytes_of(reports() / "results.json"));
  const json& ended = results.at("suites").at(0).at("cases").at(0);
  EXPECT_EQ(ended.at("name"), "waits");
  EXPECT_TRUE(fs::exists(reports() / ended.at("attachments").at(0).at("path").get<std::string>()));
  EXPECT_THAT(ended.at("snapshot").get<std::string>(), HasSubstr("heading \"Here\""));
}

TEST_F(CaseTimeout, TheCommandLineOverridesTheFlow) {
  const std::string flow = waiting_flow("case_timeout: 600s\n");
  const ProgramResult done = run({flow, "--case-timeout", "15", "--case", "waits", "--retries", "1"});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("the case did not end within 15 s"));
  EXPECT_THAT(done.out, HasSubstr("↻ w › waits"));
  EXPECT_EQ(run({waiting_flow("case_timeout: 1ms\n"), "--case-timeout", "0", "--case", "next"}).exit_code, 0);
  EXPECT_EQ(run({flow, "--case-timeout", "soon"}).exit_code, 2);
  EXPECT_THAT(run({waiting_flow("case_timeout: soon\n")}).err, HasSubstr("'case_timeout' must be a duration such as"));
}

TEST_F(CaseTimeout, ATerminalShowsTheStepAndTheTime) {
  std::string command =
      "'" CASEMENT_RUNNER "' run '" + waiting_flow() + "' --case-timeout 15 --report-dir '" + reports().string() + "'";
  const std::string shown = on_terminal(command, environment_).out;
  EXPECT_THAT(shown, ContainsRegex("\r\x1b\\[2K[^\r\n]*0/2 done · [1-9][0-9]* s waits › expect: heading \"Nowhere\""));
  // What comes after it begins at the line's begin.
  EXPECT_THAT(shown, ContainsRegex("\r\x1b\\[2K  [^\r\n]*✗[^\r\n]* w › waits"));
  EXPECT_THAT(run({waiting_flow(), "--case", "next"}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(run({waiting_flow(), "--case", "next"}).out, Not(HasSubstr(" done · ")));
}

}  // namespace
}  // namespace casement
