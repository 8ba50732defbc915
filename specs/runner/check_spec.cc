// `casement check`: for programs and GitHub, and what it says of hosts that nothing serves.
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::on_terminal;
using specs::RunCommand;
using testing::IsEmpty;

class CheckCommand : public RunCommand {
 protected:
  ProgramResult check(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {CASEMENT_RUNNER, "check"});
    return run_program(arguments, environment_);
  }
  // The problems of a flow with these lines.
  json problems_of(const std::string& lines) {
    const std::string file = write("one.flow.yaml", "flow: one\n" + lines);
    const ProgramResult done = check({"--json", file});
    EXPECT_EQ(done.err, "");
    return json::parse(done.out)["problems"];
  }
};

TEST_F(CheckCommand, PrintsEveryProblemWithItsPlaceAsJson) {
  const std::string file = write("bad.flow.yaml", "flow: bad\nsteps:\n  - clik: button \"A\"\n  - open: shop.test/\n");
  const ProgramResult done = check({"--json", file, flow("good", "  - { case: a }\n")});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_EQ(done.err, "");
  const json told = json::parse(done.out);
  EXPECT_EQ(told["format"], 1);
  EXPECT_EQ(told["flows"], 2);
  EXPECT_EQ(told["cases"], 1);
  EXPECT_EQ(told["errors"], 2);
  EXPECT_EQ(told["warnings"], 0);
  EXPECT_EQ(told["problems"][0], (json{{"file", file},
                                       {"line", 3},
                                       {"column", 5},
                                       {"severity", "error"},
                                       {"message", "unknown step 'clik' (did you mean 'click'?)"},
                                       {"hint", "did you mean 'click'?"}}));
  EXPECT_EQ(told["problems"][1]["hint"], "write http://shop.test/");
  EXPECT_EQ(check({"--reporter", "json", file}).out, check({"--json", file}).out);
}

TEST_F(CheckCommand, NamesTheSiteWithTheHostOfAFlow) {
  const json told = problems_of("vars: { base: http://a.test }\nsteps:\n  - open: ${base}/\n  - open: ${base}/again\n");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0]["severity"], "warning");
  EXPECT_EQ(told[0]["line"], 4);
  EXPECT_EQ(told[0]["message"], "nothing serves a.test: the flow names no site");
  EXPECT_EQ(told[0]["hint"], "the site 'site' has it; write site: site in the flow's header");
}

TEST_F(CheckCommand, NamesTheNearestHostOfTheSite) {
  const json told = problems_of(
      "site: site\nsteps:\n  - if: { visible: heading }\n    then: [ { open: \"http://aa.test/\" } "
      "]\n");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0]["message"], "the site 'site' has no host aa.test (did you mean a.test?)");
  EXPECT_EQ(told[0]["hint"], "did you mean a.test?");
}

TEST_F(CheckCommand, ReportsTheMistakeInASiteOnce) {
  const std::string site =
      write("wrong/site.yaml", "hosts: { a.test: }\nrules:\n- { path: /feed, socket: { opne: [] } }\n");
  const std::string lines = "site: wrong\nsteps:\n  - open: http://a.test/\n";
  const ProgramResult done =
      check({"--json", write("one.flow.yaml", "flow: one\n" + lines), write("two.flow.yaml", "flow: two\n" + lines)});
  EXPECT_EQ(done.exit_code, 2);
  const json told = json::parse(done.out);
  EXPECT_EQ(told["errors"], 1);
  EXPECT_EQ(told["problems"][0]["file"], site);
  EXPECT_EQ(told["problems"][0]["line"], 3);
  EXPECT_EQ(told["problems"][0]["message"], "unknown key 'opne' (did you mean 'open'?)");
}

TEST_F(CheckCommand, AcceptsServersThatItCannotKnow) {
  EXPECT_THAT(problems_of("steps:\n  - open: http://localhost:8080/\n  - open: "
                          "https://shop.company.net/\n  - open: data:text/html,x\n"),
              IsEmpty());
  EXPECT_THAT(problems_of("site: site\nsteps:\n  - open: http://a.test/\n"), IsEmpty());
  EXPECT_THAT(problems_of("steps:\n  - route: { url: \"http://mock.test/*\", fulfil: { text: a } "
                          "}\n  - open: http://mock.test/x\n"),
              IsEmpty());
  EXPECT_THAT(problems_of("steps:\n  - evaluate: { expression: \"'http://a.test'\", to: where }\n  "
                          "- open: ${where}/\n"),
              IsEmpty());
}

TEST_F(CheckCommand, WarnsOfVariablesAsOtherToolsWriteThem) {
  const auto told = problems_of(
      "vars: { user: ada, card: 1 }\nsteps:\n  - open: data:text/html,x\n  - expect: 'text \"Hello {{ user }}\"'\n"
      "  - fill: { textbox \"Card\": $card }\n");
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0]["message"], "'{{ user }}' is plain text");
  EXPECT_EQ(told[0]["hint"], "write ${user} for the variable");
  EXPECT_EQ(told[1]["message"], "'$card' is plain text");
  EXPECT_THAT(
      problems_of(
          "vars: { user: ada }\nsteps:\n  - open: data:text/html,x\n  - expect: 'text \"$users, $ user, {{other}}, "
          "$${user}, ${user} for $5\"'\n"),
      IsEmpty());
}

TEST_F(CheckCommand, AWarningIsNoError) {
  const ProgramResult done = check({write("one.flow.yaml", "flow: one\nsteps:\n  - open: http://a.test/\n")});
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_EQ(done.out, "1 flow, 1 case: no errors, 1 warning\n");
  EXPECT_THAT(done.err, HasSubstr("one.flow.yaml:3:5: warning: nothing serves a.test: the flow "
                                  "names no site\n  the site 'site' has it"));
}

TEST_F(CheckCommand, AnnotatesOnGitHub) {
  const std::string file = write("bad.flow.yaml", "flow: bad\nsteps:\n  - clik: button \"A\"\n");
  const std::string expected =
      "::error title=casement check,file=" + file + ",line=3,col=5::unknown step 'clik' (did you mean 'click'?)\n";
  EXPECT_EQ(check({"--reporter", "github", file}).out, expected);
  EXPECT_EQ(check({file}).out, "");
  environment_["GITHUB_ACTIONS"] = "true";
  EXPECT_EQ(check({file}).out, expected);
  const ProgramResult both = check({"--json", file});
  EXPECT_TRUE(json::accept(both.out)) << both.out;
  EXPECT_EQ(both.err, expected);
}

TEST_F(CheckCommand, PrintsNoJsonForAMissingFlow) {
  const ProgramResult done = check({"--json", "nowhere.flow.yaml"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_EQ(done.out, "");
  EXPECT_THAT(done.err, HasSubstr("there is no flow nowhere.flow.yaml"));
  EXPECT_THAT(check({"--reporter", "xml", "a.flow.yaml"}).err, HasSubstr("'xml' is not one of: console json github"));
}

TEST_F(CheckCommand, UsesColoursOnlyOnATerminal) {
  const std::string file = write("bad.flow.yaml", "flow: bad\nsteps:\n  - clik: button \"A\"\n");
  const std::string command = "'" CASEMENT_RUNNER "' check '" + file + "'";
  EXPECT_THAT(on_terminal(command).out,
              AllOf(HasSubstr("\x1b[31merror:\x1b[0m unknown step"), HasSubstr("\x1b[31m      |     ^~~~\x1b[0m")));
  EXPECT_THAT(on_terminal(command, {{"NO_COLOR", "1"}}).out, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(on_terminal(command, {{"TERM", "dumb"}}).out, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(on_terminal(command + " --color never").out, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(check({file}).err, testing::Not(HasSubstr("\x1b")));
  environment_["NO_COLOR"] = "1";
  EXPECT_THAT(check({file, "--color", "always"}).err, HasSubstr("\x1b[31merror:\x1b[0m"));
  EXPECT_THAT(check({file, "--color", "blue"}).err, HasSubstr("'blue' is not one of: auto always never"));
  EXPECT_THAT(on_terminal("'" CASEMENT_RUNNER "' check nowhere.flow.yaml").out,
              HasSubstr("\x1b[31mcasement:\x1b[0m there is no flow"));
}

}  // namespace
}  // namespace casement
