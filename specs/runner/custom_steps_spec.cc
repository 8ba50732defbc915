// Custom steps in a program of flows: how they run, fail and are reported, and how commands read their list.
#include "casement/results/model.h"
#include "specs/runner/sample_program.h"

namespace casement {
namespace {

using specs::Fixtures;
using specs::Json;
using testing::ContainsRegex;
using testing::EndsWith;

class CustomStepsOfAProgram : public Fixtures {
 protected:
  ProgramResult run_steps(const std::string& steps, const std::string& header = "") {
    return run_flow("own", "flow: Own\nsite: shop\n" + header + "steps:\n  - open: http://shop.test/\n" + steps);
  }
  Json steps() const { return case_of("own.Own").at("steps"); }
  static results::Outcome outcome_of(const Json& step) { return results::Outcome(step.value("outcome", 0)); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  // The output of `--casement-steps`, in a file.
  std::string list() const {
    const ProgramResult done = run_program({SAMPLE_SPECS, "--casement-steps"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return write("steps.json", done.out);
  }
};

TEST_F(CustomStepsOfAProgram, RunAndAreReportedWithTheirArgumentsAndPlace) {
  const ProgramResult done = run_steps("  - pay with: ${code}\n  - show: Bought\n  - expect: heading \"Bought\"\n",
                                       "vars: { code: hidden-code }\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  const Json pay = steps().at(1);
  EXPECT_EQ(pay.at("title"), "pay with: voucher: •••");
  EXPECT_EQ(pay.at("where").at("line"), 6);
  EXPECT_GT(pay.at("milliseconds").get<double>(), 0);
  EXPECT_FALSE(pay.at("attempts").empty());
  EXPECT_EQ(pay.value("depth", 0), 0);
  const Json fill = steps().at(2);
  EXPECT_EQ(fill.at("title"), "fill textbox 'Voucher'");
  EXPECT_EQ(fill.at("depth"), 1);
  EXPECT_THAT(fill.at("where").at("file").get<std::string>(), EndsWith("sample_steps.cc"));
  EXPECT_EQ(fill.at("source"), "  page.fill(\"textbox 'Voucher'\", step.text(\"voucher\"));");
  EXPECT_EQ(steps().at(3).at("title"), "click button 'Pay'");
  EXPECT_EQ(steps().at(4).at("title"), "show: Bought");
  const fs::path own = folder_ / "own.Own";
  expect_valid_junit(own / "junit.xml");
  EXPECT_THAT(bytes_of(own / "junit.xml"), HasSubstr("pay with: voucher: •••"));
  EXPECT_THAT(bytes_of(own / "index.html"), HasSubstr("show: Bought"));
  EXPECT_EQ(case_of("own.Own").at("attachments").at(0).at("name"), "heading.txt");
  for (const char* const file : {"junit.xml", "index.html", "results.json"}) {
    EXPECT_THAT(bytes_of(own / file), Not(HasSubstr("hidden-code"))) << file;
  }
}

TEST_F(CustomStepsOfAProgram, TakeArgumentsOfEveryKind) {
  const ProgramResult done = run_steps(
      "  - take all: { text: \"${t}\", secret: hidden-code, texts: [a, b], word: left, number: \"${n}\", flag: true,\n"
      "                duration: 3s, target: heading }\n",
      "vars: { t: tea, n: 42 }\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(CustomStepsOfAProgram, RunInBlocksAndWithOptions) {
  const ProgramResult done = run_steps(
      "  - for_each: { name: word, in: [One, Two] }\n    steps: [ { show: \"${word}\" } ]\n"
      "  - fail by: expect\n    optional: true\n"
      "  - retry: 2\n    steps: [ { show: Tea shop }, { fail by: call } ]\n    optional: true\n"
      "  - expect: heading \"Tea shop\"\n"
      "  - pay with: { voucher: v, button: button 'Pay' }\n    in: iframe \"Payment\"\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(folder_ / "own.Own" / "results.json"), HasSubstr("optional: "));
}

TEST_F(CustomStepsOfAProgram, FailWithGoogleTestsFailures) {
  const ProgramResult expect = run_steps(
      "  - take all: { text: t, secret: hidden-code, texts: a, word: left, number: 42, flag: true, duration: "
      "3s, target: heading }\n    soft: true\n  - fail by: expect\n");
  EXPECT_EQ(expect.exit_code, 1);
  EXPECT_THAT(expect.out, AllOf(HasSubstr("own.flow.yaml:5"), HasSubstr("own.flow.yaml:7"), HasSubstr("Coffee shop"),
                                HasSubstr("the heading is •••"), HasSubstr("sample_steps.cc:")));
  const Json failures = case_of("own.Own").at("failures");
  EXPECT_EQ(failures.size(), 2u);
  EXPECT_EQ(failures.at(1).at("where").at("line"), 7);
  EXPECT_EQ(outcome_of(steps().back()), results::Outcome::Passed);  // the call; the failure is the body's
  const ProgramResult fatal = run_steps("  - fail by: assert\n");
  EXPECT_EQ(fatal.exit_code, 1);
  EXPECT_THAT(fatal.out, HasSubstr("way.empty()"));
  EXPECT_THAT(run_steps("  - fail by: skip\n").out, HasSubstr("the step 'fail by' calls GTEST_SKIP"));
}

TEST_F(CustomStepsOfAProgram, FailWithExceptions) {
  const ProgramResult call = run_steps("  - fail by: call\n");
  EXPECT_EQ(call.exit_code, 1);
  EXPECT_THAT(call.out, AllOf(HasSubstr("own.flow.yaml:5"), HasSubstr("cannot click button 'Pay now'"),
                              HasSubstr("nearest: button \"Pay\""),
                              ContainsRegex("at [^ ]*sample_steps.cc:[0-9]+\nin the step 'fail by'")));
  EXPECT_EQ(outcome_of(steps().at(1)), results::Outcome::Failed);
  EXPECT_EQ(steps().at(2).at("title"), "click button 'Pay now'");
  EXPECT_EQ(outcome_of(steps().at(2)), results::Outcome::Failed);
  EXPECT_THAT(steps().at(2).at("message").get<std::string>(), HasSubstr("cannot click"));
  EXPECT_EQ(case_of("own.Own").at("failures").at(0).at("type"), "fail by.not_found");
  EXPECT_THAT(run_steps("  - fail by: both\n").out,
              AllOf(HasSubstr("cannot click button 'Pay now'"), HasSubstr("seen before")));
  EXPECT_THAT(run_steps("  - fail by: std\n").out, HasSubstr("no such tea"));
  EXPECT_THAT(run_steps("  - fail by: int\n").out, HasSubstr("an exception that is no std::exception"));
}

TEST_F(CustomStepsOfAProgram, ReportTheirFirst200Calls) {
  EXPECT_EQ(run_steps("  - look often\n").exit_code, 0);
  EXPECT_EQ(steps().size(), 202u);  // with open and the step itself
  EXPECT_THAT(case_of("own.Own").at("warnings").dump(), HasSubstr("only the first 200 calls of a custom step"));
}

TEST_F(CustomStepsOfAProgram, TheTimeoutIsForTheWholeStep) {
  const ProgramResult done = run_steps("  - press slowly:\n    timeout: 600ms\n");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("cannot click button 'Pay now': nothing matches it within"));
  EXPECT_LT(steps().at(1).at("milliseconds").get<double>(), 4000);
}

TEST_F(CustomStepsOfAProgram, MistakesAreFoundBeforeTheFlowRuns) {
  run_flow("own",
           "flow: Own\nsteps:\n  - pay wit: x\n  - pay with: { code: x }\n  - sign in: ada\n"
           "  - pay with: { button: button 'Pay' }\n");
  const ProgramResult read =
      run_program({SAMPLE_SPECS, "--gtest_filter=Unreadable.*"}, {{"SAMPLE_FLOWS", (folder_ / "flows").string()}});
  EXPECT_THAT(read.out, AllOf(HasSubstr(":3:5: error: unknown step 'pay wit' (did you mean 'pay with'?)"),
                              HasSubstr(":4:17: error: unknown key 'code' in 'pay with'"),
                              ContainsRegex(":5:5: error: unknown step 'sign in'.*; no CASEMENT_STEP of this program"),
                              HasSubstr(":6:5: error: 'pay with' needs 'voucher'")));
}

TEST_F(CustomStepsOfAProgram, CheckExplainAndSchemaReadTheirList) {
  const std::string steps = list();
  const std::string flow = write("own.flow.yaml", "flow: Own\nsteps:\n  - pay with: hidden-code\n  - show: Bought\n");
  const auto casement = [&](const std::string& command, std::vector<std::string> more) {
    more.insert(more.begin(), {CASEMENT_RUNNER, command});
    return run_program(more);
  };
  EXPECT_EQ(casement("check", {"--steps", steps, flow}).exit_code, 0);
  const ProgramResult without = casement("check", {flow});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err,
              ContainsRegex(":3:5: error: unknown step 'pay with'.*; if a C\\+\\+ program defines this step, "
                            "write PROGRAM --casement-steps > FILE and pass --steps FILE"));
  const ProgramResult run = casement("run", {flow});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err,
              ContainsRegex(":3:5: error: unknown step 'pay with'.*only that program can run the flow; casement "
                            "check --steps FILE"));
  const std::string other = write("other.flow.yaml", "flow: Other\nsteps:\n  - sign in: ada\n");
  EXPECT_THAT(casement("check", {"--steps", steps, other}).err, HasSubstr("; no list of --steps contains this step"));
  const std::string bad = write("bad.flow.yaml", "flow: Bad\nsteps:\n  - pay with: { voucher: x, times: 9 }\n");
  const ProgramResult checked = casement("check", {"--steps", steps, bad});
  EXPECT_EQ(checked.exit_code, 2);
  EXPECT_THAT(checked.err, HasSubstr(":3:36: error: 'times' must be a whole number from 1 to 3"));
  const ProgramResult explained = casement("explain", {"--steps", steps, flow});
  EXPECT_EQ(explained.exit_code, 0) << explained.err;
  EXPECT_THAT(explained.out, AllOf(HasSubstr("pay with: voucher: •••"), HasSubstr("show: Bought")));
  EXPECT_THAT(explained.out, Not(HasSubstr("hidden-code")));
  const Json schema = Json::parse(casement("schema", {"--steps", steps}).out);
  EXPECT_TRUE(schema["$defs"].contains("argument_of_pay with"));
  EXPECT_FALSE(Json::parse(casement("schema", {}).out)["$defs"].contains("argument_of_pay with"));
}

TEST_F(CustomStepsOfAProgram, ANameThatIsTakenEndsTheProgramAtItsStart) {
  const auto start = [](const std::string& name) {
    return run_program({SAMPLE_SPECS, "--gtest_filter=Sample.Passes"}, {{"SAMPLE_STEP", name}});
  };
  const ProgramResult ours = start("click");
  EXPECT_EQ(ours.exit_code, 2);
  EXPECT_EQ(ours.out, "");
  EXPECT_EQ(ours.err, "named.cc:1: error: cannot register the step 'click': Casement has a step of this name\n");
  const ProgramResult twice = start("show");
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.err, HasSubstr("cannot register the step 'show': it is already registered at "));
  EXPECT_THAT(twice.err, HasSubstr("sample_steps.cc:"));
  for (const auto& [name, why] :
       {std::pair("a:b", "its name needs letters or digits"), std::pair("no body", "it needs a body"),
        std::pair("timeout", "flows use this word as a key beside steps")}) {
    const ProgramResult refused = start(name);
    EXPECT_EQ(refused.exit_code, 2) << name;
    EXPECT_THAT(refused.err,
                HasSubstr("named.cc:1: error: cannot register the step '" + std::string(name) + "': " + why));
  }
}

TEST_F(CustomStepsOfAProgram, AnInvalidListIsAnError) {
  for (const std::string& file : {write("no.json", "[]"), (folder_ / "missing.json").string()}) {
    const ProgramResult done = run_program({CASEMENT_RUNNER, "schema", "--steps", file});
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_THAT(done.err, HasSubstr(file));
  }
}

}  // namespace
}  // namespace casement
