// A test that did not run is a failure or a visible skip, and never green.
#include <map>
#include <string>
#include <vector>

#include "specs/runner/ctest_project.h"
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using specs::bytes_of;
using specs::CtestScript;
using specs::imported_program;
using specs::RunCommand;

const std::map<std::string, std::map<std::string, std::string>> kShards{
    {"GitLab", {{"CI_NODE_INDEX", "2"}, {"CI_NODE_TOTAL", "2"}}},
    {"Kubernetes", {{"JOB_COMPLETION_INDEX", "7"}, {"JOB_COMPLETIONS", "8"}}},
    {"Bazel", {{"TEST_SHARD_INDEX", "3"}, {"TEST_TOTAL_SHARDS", "4"}}},
    {"GoogleTest", {{"GTEST_SHARD_INDEX", "4"}, {"GTEST_TOTAL_SHARDS", "5"}}},
    {"a filter", {{"GTEST_FILTER", "Nothing.*"}}},
    {"a filter of Bazel", {{"TESTBRIDGE_TEST_ONLY", "Nothing.*"}}}};

class NothingRan : public CtestScript {
 protected:
  ProgramResult test(std::map<std::string, std::string> environment = {}, std::vector<std::string> more = {}) {
    environment.insert({"SAMPLE_FLOWS", (folder_ / "flows").string()});
    std::vector<std::string> command{"ctest", "--test-dir", (folder_ / "build").string(), "--output-on-failure"};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command, environment);
  }
  void configure_flows(const std::string& rest = "casement_add_flows(../flows TARGET own_runner)\n") {
    configure(imported_program("own_runner", CASEMENT_RUNNER) + rest);
  }
};

TEST_F(NothingRan, CtestRunsAFlowOnEveryShard) {
  fs::create_directories(folder_ / "flows");
  write("flows/pays.flow.yaml",
        "flow: Pays\nsteps:\n  - open: about:blank\n  - expect: heading \"4000\"\n    timeout: 500ms\n");
  configure_flows();
  for (const auto& [machine, environment] : kShards) {
    const ProgramResult done = test(environment);
    EXPECT_THAT(done.out, HasSubstr("0% tests passed, 1 tests failed out of 1")) << machine;
    EXPECT_THAT(done.out, HasSubstr("0 passed, 1 failed")) << machine;
  }
}

TEST_F(NothingRan, CtestRunsATestOfAProgramOnEveryShard) {
  configure(imported_program("shop_spec", CRASH_SPECS) + "casement_discover_specs(shop_spec)\n");
  for (const auto& [machine, environment] : kShards) {
    const ProgramResult done = test(environment, {"-R", "^Ends.ATestCallsExit$|^Three.TheFirstPasses$"});
    EXPECT_THAT(done.out, HasSubstr("50% tests passed, 1 tests failed out of 2")) << machine;
  }
}

TEST_F(NothingRan, AFlowIsListedBeforeAnEarlierTestHasWrittenItsFiles) {
  fs::create_directories(folder_ / "flows");
  write("flows/a_sign_in.flow.yaml",
        "flow: Sign in\nsteps:\n  - open: \"data:text/html,<h1>In</h1>\"\n"
        "  - save_storage_state: " +
            (folder_ / "flows/state.json").string() + "\n");
  const std::string body =
      "steps:\n  - open: \"data:text/html,<h1>Hi</h1>\"\n  - expect: heading \"Nowhere\"\n    timeout: 1s\n";
  write("flows/b_account.flow.yaml", "flow: Account\nuse: { storage_state: state.json }\n" + body);
  write("flows/c_role.flow.yaml", "flow: Role\nusers: { clerk: { storage_state: state.json } }\n" + body);
  write("flows/d_upload.flow.yaml", "flow: Upload\n" + body + "  - upload: { label=\"File\": state.json }\n");
  write("flows/e_template.flow.yaml", "flow: Template\n" + body + "  - expect: { snapshot_file: state.json }\n");
  configure_flows();
  EXPECT_THAT(list(), AllOf(HasSubstr(" b_account.Account\n"), HasSubstr(" c_role.Role\n"),
                            HasSubstr(" d_upload.Upload\n"), HasSubstr(" e_template.Template\n")));
  const ProgramResult done = test();
  EXPECT_THAT(done.out, HasSubstr("20% tests passed, 4 tests failed out of 5"));
  // Without the file they fail as well.
  fs::remove(folder_ / "flows/state.json");
  const ProgramResult without = test({}, {"-E", "sign_in"});
  EXPECT_THAT(without.out, AllOf(HasSubstr("0% tests passed, 4 tests failed out of 4"),
                                 HasSubstr("there is no file 'state.json' beside the flow")));
}

TEST_F(NothingRan, OneTestRunsAllCasesOfATableThatComesLater) {
  fs::create_directories(folder_ / "flows");
  write("flows/pays.flow.yaml", "flow: Pays\nvars: { a: }\ncases: cases.csv\nsteps:\n  - log: \"card ${a}\"\n");
  configure_flows();
  EXPECT_THAT(list(), HasSubstr(" pays.Pays\n"));
  EXPECT_THAT(test().out,
              AllOf(HasSubstr("0% tests passed"), HasSubstr("there is no file 'cases.csv' beside the flow")));
  configure_flows("add_test(NAME table COMMAND ${CMAKE_COMMAND} -E copy " + (folder_ / "table").string() + " " +
                  (folder_ / "flows/cases.csv").string() +
                  ")\nset_tests_properties(table PROPERTIES FIXTURES_SETUP table)\n"
                  "casement_add_flows(../flows TARGET own_runner PROPERTIES FIXTURES_REQUIRED table)\n");
  write("table", "case,a\none,1\ntwo,2\n");
  const ProgramResult done = test({}, {"-V"});
  EXPECT_EQ(done.exit_code, 0) << done.out;
  EXPECT_THAT(done.out, HasSubstr("2 passed"));
}

TEST_F(NothingRan, AFlowThatIsMendedWhileCtestRunsIsRun) {
  fs::create_directories(folder_ / "flows");
  const std::string good =
      "flow: Pays\nsteps:\n  - open: about:blank\n  - expect: heading \"4000\"\n    timeout: 500ms\n";
  write("flows/pays.flow.yaml", "flow: Pays\nsteps:\n  - clik: button \"A\"\n");
  write("mended", good);
  configure_flows("add_test(NAME mends COMMAND ${CMAKE_COMMAND} -E copy " + (folder_ / "mended").string() + " " +
                  (folder_ / "flows/pays.flow.yaml").string() +
                  ")\nset_tests_properties(mends PROPERTIES FIXTURES_SETUP mended)\n"
                  "casement_add_flows(../flows TARGET own_runner PROPERTIES FIXTURES_REQUIRED mended)\n");
  const ProgramResult done = test();
  EXPECT_THAT(done.out, AllOf(HasSubstr("50% tests passed, 1 tests failed out of 2"), HasSubstr("0 passed, 1 failed")));
}

TEST_F(NothingRan, FlowsThatCannotBeListedFailThoughTheyCouldLater) {
  configure_flows("add_test(NAME writes COMMAND ${CMAKE_COMMAND} -E copy " + (folder_ / "flow").string() + " " +
                  (folder_ / "flows/pays.flow.yaml").string() + ")\ncasement_add_flows(../flows TARGET own_runner)\n");
  write("flow", "flow: Pays\nsteps: [{ log: a }]\n");
  const ProgramResult done = test();
  EXPECT_THAT(done.out, AllOf(HasSubstr("50% tests passed, 1 tests failed out of 2"), HasSubstr("could not be listed"),
                              HasSubstr("no *.flow.yaml file in")));
}

TEST_F(NothingRan, AProgramThatListsNoTestFails) {
  write("empty", "#!/bin/sh\nexit 0\n");
  fs::permissions(folder_ / "empty", fs::perms::owner_all);
  configure(imported_program("shop_spec", (folder_ / "empty").string()) + "casement_discover_specs(shop_spec)\n");
  EXPECT_THAT(test().out, AllOf(HasSubstr("shop_spec_LISTS_NO_TEST"), HasSubstr("0% tests passed")));
}

// The program that takes the place of the test program cannot be stopped; what the crash reporter says of it
// fails.
TEST_F(NothingRan, AProgramThatEndsWithinATestFails) {
  configure(imported_program("shop_spec", CRASH_SPECS) + "casement_discover_specs(shop_spec SITE " CASEMENT_SOURCE_DIR
                                                         "/specs/consumers/shop/pages)\n");
  const ProgramResult done = test({}, {"-R", "^Succeeds|^FailsInSetUp"});
  EXPECT_THAT(done.out, AllOf(HasSubstr("0% tests passed"), Not(HasSubstr("(Skipped)")), Not(HasSubstr("   Passed"))));
  const ProgramResult skipped = test({{"SET_UP", "skip"}}, {"-R", "^Three.TheFirstPasses$|^SkipsIn|^Excused"});
  EXPECT_THAT(skipped.out, AllOf(HasSubstr("Three.TheFirstPasses (Skipped)"),
                                 HasSubstr("SkipsInSetUpOfTheSuite.IsSkipped (Skipped)"),
                                 HasSubstr("Excused.ATestSkipsItself (Skipped)")));
}

class ProgramExit : public specs::ScratchTest {
 protected:
  ProgramResult run(const std::string& filter, std::map<std::string, std::string> more = {},
                    const std::string& option = "--gtest_repeat=1") {
    more.insert({"CASEMENT_REPORT_DIR", folder_.string()});
    more.insert({"CASEMENT_SITES", CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages"});
    return run_program({CRASH_SPECS, "--gtest_filter=" + filter, option}, more);
  }
};

TEST_F(ProgramExit, IsNoSuccessIfATestEndsTheProgram) {
  for (const std::string& folder : std::vector<std::string>{"", folder_.string()}) {
    for (const char* test :
         {"Succeeds.ATestCallsExit", "Succeeds.ATestCallsUnderscoreExit", "Succeeds.ATestCallsCapitalExit",
          "Succeeds.ATestCallsQuickExit", "Succeeds.AThreadCallsExit", "SucceedsInSetUp.SetUpCallsExit",
          "SucceedsInSetUpOfTheSuite.SetUpTestSuiteCallsExit"}) {
      const ProgramResult done = run(test, {{"CASEMENT_REPORT_DIR", folder}});
      EXPECT_EQ(done.exit_code, 1) << test;
      EXPECT_THAT(done.err, HasSubstr("before its tests: exit code 1 instead of 0")) << test;
      if (folder.empty()) continue;
      EXPECT_THAT(bytes_of(folder_ / test / "junit.xml"),
                  Not(testing::ContainsRegex("<testsuites [^>]*failures=\"0\" errors=\"0\"")))
          << test;
    }
  }
}

TEST_F(ProgramExit, IsNoSuccessIfTheTestsThreadEnds) {
  EXPECT_NE(run("Succeeds.TheTestsThreadEnds", {{"CASEMENT_TEST_DEADLINE", "30"}}).exit_code, 0);
}

TEST_F(ProgramExit, IsNoSuccessIfAForkedChildReturnsFromItsTest) {
  for (const char* test : {"Succeeds.AForkedChildReturns", "Alone.AForkedChildReturns"}) {
    const ProgramResult done = run(std::string(test) + ":Three.TheFirstPasses");
    EXPECT_EQ(done.exit_code, 1) << test;
    EXPECT_THAT(done.out, HasSubstr(std::string("[  FAILED  ] ") + test)) << test;
    EXPECT_EQ(done.out.find("[       OK ] Three.TheFirstPasses"), done.out.rfind("[       OK ] Three.TheFirstPasses"))
        << test;
    EXPECT_THAT(bytes_of(folder_ / "junit.xml"), HasSubstr("tests=\"2\" failures=\"1\"")) << test;
  }
}

TEST_F(ProgramExit, IsNoSuccessIfAnEnvironmentEndsTheProgramOrFails) {
  for (const char* phase : {"SET_UP", "TEAR_DOWN"}) {
    for (const char* way : {"exit", "no tea"}) {
      const ProgramResult done = run("Three.TheFirstPasses", {{phase, way}});
      EXPECT_EQ(done.exit_code, 1) << phase << way;
      EXPECT_THAT(done.out, Not(HasSubstr("[  SKIPPED ]"))) << phase << way;
      EXPECT_THAT(bytes_of(folder_ / "Three.TheFirstPasses" / "junit.xml"), HasSubstr("errors=\"1\"")) << phase << way;
    }
  }
}

TEST_F(ProgramExit, IsNoSuccessIfASuitesSetUpOrTearDownFails) {
  for (const char* test : {"FailsInSetUpOfTheSuite.IsNotRun", "FailsInTearDownOfTheSuite.Passes"}) {
    const ProgramResult done = run(test);
    EXPECT_EQ(done.exit_code, 1) << test;
    EXPECT_THAT(done.out, Not(HasSubstr("[  SKIPPED ]"))) << test;
    EXPECT_THAT(bytes_of(folder_ / test / "junit.xml"), AllOf(HasSubstr("errors=\"1\""), HasSubstr("no tea"))) << test;
  }
}

TEST_F(ProgramExit, IsNoSuccessIfNothingIsSelected) {
  EXPECT_EQ(run("Nothing.*").exit_code, 2);
  EXPECT_EQ(run("Three.TheFirstPasses", {}, "--gtest_repeat=0").exit_code, 2);
  EXPECT_EQ(run("Nothing.*", {{"GTEST_TOTAL_SHARDS", "2"}, {"GTEST_SHARD_INDEX", "0"}}).exit_code, 2);
}

TEST_F(ProgramExit, IsASuccessOfAnEmptyShard) {
  const ProgramResult done =
      run("Three.TheFirstPasses:Three.TheThirdPasses", {{"GTEST_TOTAL_SHARDS", "8"}, {"GTEST_SHARD_INDEX", "7"}});
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_THAT(done.out, HasSubstr("[  SHARD   ] shard 8/8: 0 of 2 tests"));
}

TEST_F(RunCommand, AnEmptyShardPassesAndIsPrinted) {
  const std::string file = flow("f", "  - { case: a }\n  - { case: b }\n  - { case: c }\n");
  const ProgramResult empty = run({file, "--shard", "8/8"});
  EXPECT_EQ(empty.exit_code, 0) << empty.err;
  EXPECT_THAT(empty.out, HasSubstr("shard 8/8: 0 of 3 cases\n"));
  environment_["CI_NODE_INDEX"] = environment_["CI_NODE_TOTAL"] = "2";
  EXPECT_THAT(run({file, "--json"}).err, HasSubstr("shard 2/2: 1 of 3 cases\n"));
  EXPECT_EQ(run({file, "--tag", "none"}).exit_code, 2);
}

}  // namespace
}  // namespace casement
