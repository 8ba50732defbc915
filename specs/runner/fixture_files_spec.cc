// Files of the run in GoogleTest programs, and the flows of `setup` that write them.
#include "specs/runner/sample_program.h"

namespace casement {
namespace {

using specs::Fixtures;

class SetUpOfFixtures : public Fixtures {
 protected:
  void SetUp() override {
    Fixtures::SetUp();
    write("casement.yaml", "site: shop\nsetup: [flows/sign_in.flow.yaml]\nteardown: [flows/tidy.flow.yaml]\n");
    sign_in("Tea shop");
    write("flows/tidy.flow.yaml", "flow: Tidy\nsteps:\n  - open: http://shop.test/\n  - pdf: { save_to: tidy.pdf }\n");
    write("flows/account.flow.yaml",
          "flow: Account\nuse: { storage_state: state.json }\nsteps:\n  - open: http://shop.test/\n"
          "  - evaluate: document.querySelector('h1').textContent = localStorage.getItem('user')\n"
          "  - expect: heading \"ada\"\n    timeout: 1s\n");
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  void sign_in(const std::string& heading) const {
    write("flows/sign_in.flow.yaml", "flow: Sign in\nsteps:\n  - open: http://shop.test/\n  - expect: heading \"" +
                                         heading +
                                         "\"\n    timeout: 1s\n  - evaluate: localStorage.setItem('user', 'ada')\n"
                                         "  - save_storage_state: state.json\n");
  }
  // The test program, which calls run_project_setup().
  ProgramResult set_up_and_run(const std::string& filter, std::map<std::string, std::string> more = {}) {
    more["SAMPLE_SETUP"] = "1";
    more["CASEMENT_PROJECT"] = (folder_ / "casement.yaml").string();
    return run(filter, more);
  }
};

TEST_F(SetUpOfFixtures, RunsOnceBeforeTheTestsAndIsTornDown) {
  const ProgramResult done = set_up_and_run("SignedIn.*:RunFile.*");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("[  PASSED  ] 2 tests."));
  EXPECT_TRUE(fs::exists(folder_ / "files/state.json"));
  EXPECT_TRUE(fs::exists(folder_ / "files/tidy.pdf"));
}

TEST_F(SetUpOfFixtures, AFailureFailsTheProgramAndIsTornDown) {
  sign_in("Nowhere");
  const ProgramResult done = set_up_and_run("SignedIn.*");
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr(line_of("&& run_project_setup()") + ": Failure"),
                              HasSubstr("setup in " + (folder_ / "casement.yaml").string() + ": "),
                              HasSubstr("sign_in.flow.yaml:4: 'Sign in' failed"), Not(HasSubstr("[       OK ]"))));
  EXPECT_THAT(bytes_of(folder_ / "SignedIn.StateComesFromTheFlowOfSetup" / "results.json"),
              HasSubstr(line_of("&& run_project_setup()")));
  EXPECT_TRUE(fs::exists(folder_ / "files/tidy.pdf"));
}

TEST_F(SetUpOfFixtures, AMissingStateNamesTheWaysToSignIn) {
  const ProgramResult done = run("SignedIn.*", {{"CASEMENT_PROJECT", (folder_ / "casement.yaml").string()}});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("cannot read the storage state"),
                              HasSubstr("casement.yaml has 'setup': call run_project_setup() in the program")));
}

TEST_F(SetUpOfFixtures, AFailedSetUpIsToldOnceByATestWithASetUpOfItsOwn) {
  const ProgramResult done = run("OpensInSetUp.*", {{"CASEMENT_PROJECT", (folder_ / "casement.yaml").string()}});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("cannot read the storage state"), Not(HasSubstr("C++ exception")),
                              HasSubstr("PROPERTIES FIXTURES_REQUIRED casement.setup")));
}

TEST_F(SetUpOfFixtures, ATestSignsOutOfTheStateOfTheProject) {
  write("casement.yaml", "site: shop\nsetup: [flows/sign_in.flow.yaml]\nuse: { storage_state: state.json }\n");
  write("flows/sign_in.flow.yaml",
        "flow: Sign in\nuse: { storage_state: \"\" }\nsteps:\n  - open: http://shop.test/\n"
        "  - evaluate: localStorage.setItem('user', 'ada')\n"
        "  - save_storage_state: state.json\n");
  const ProgramResult done = set_up_and_run("SignedOut.*:ByProject.*");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("[  PASSED  ] 2 tests."));
}

TEST_F(SetUpOfFixtures, AMissingStateOfTheProjectNamesTheWaysToSignIn) {
  write("casement.yaml", "site: shop\nsetup: [flows/sign_in.flow.yaml]\nuse: { storage_state: state.json }\n");
  const std::map<std::string, std::string> named{{"CASEMENT_PROJECT", (folder_ / "casement.yaml").string()}};
  const ProgramResult done = run("SignedOut.*:ByProject.*", named);
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("casement.yaml:3:23: error: there is no file 'state.json' beside casement.yaml"),
                    HasSubstr("casement.yaml has 'setup': call run_project_setup() in the program"),
                    HasSubstr("set_context_options({.storage_state = \"\"})"), Not(HasSubstr("beside the flow")),
                    HasSubstr("[       OK ] SignedOut.")));
  write("casement.yaml", "site: shop\nuse: { storage_state: state.json }\n");
  EXPECT_THAT(run("ByProject.*", named).out,
              AllOf(HasSubstr("if a test signs in, run it before with the same CASEMENT_FILES_DIR"),
                    Not(HasSubstr("run_project_setup"))));
}

TEST_F(SetUpOfFixtures, AFlowOfTheProgramNamesTheWaysToSignIn) {
  const ProgramResult done = run("account.*", {{"SAMPLE_FLOWS", (folder_ / "flows").string()},
                                               {"CASEMENT_PROJECT", (folder_ / "casement.yaml").string()}});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("there is no file 'state.json' beside the flow"),
                              HasSubstr("call run_project_setup() in the program"), Not(HasSubstr("--no-setup"))));
}

TEST_F(SetUpOfFixtures, TheCommandThatRunsATestAgainHasTheFilesIfTheProgramDoesNotSignIn) {
  const std::map<std::string, std::string> of_ctest{{"CASEMENT_FILES_DIR", (folder_ / "shared/files").string()},
                                                    {"CASEMENT_SETUP", "done"},
                                                    {"DASHBOARD_TEST_FROM_CTEST", "3.28"}};
  const std::string test = "RunFile.StaysInTheOutputFolder";
  ASSERT_EQ(run(test, of_ctest).exit_code, 0);
  EXPECT_THAT(case_of(test).at("rerun").get<std::string>(), HasSubstr("CASEMENT_FILES_DIR="));
  ASSERT_EQ(set_up_and_run(test, of_ctest).exit_code, 0);
  EXPECT_THAT(case_of(test).at("rerun").get<std::string>(),
              AllOf(Not(HasSubstr("CASEMENT_FILES_DIR=")), Not(HasSubstr("CASEMENT_SETUP="))));
}

TEST_F(SetUpOfFixtures, ASkippedFlowFailsTheProgram) {
  write("flows/sign_in.flow.yaml",
        "flow: Sign in\nskip: the bank is closed\nsteps:\n  - save_storage_state: state.json\n");
  const ProgramResult done = set_up_and_run("SignedIn.*");
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("'Sign in' was skipped: the bank is closed"));
}

TEST_F(SetUpOfFixtures, FlowsOfTheProgramReadWhatItWrites) {
  const std::map<std::string, std::string> flows{{"SAMPLE_FLOWS", (folder_ / "flows").string()}};
  const ProgramResult done = set_up_and_run("account.*", flows);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("[  PASSED  ] 1 test."));
  // A file that no flow of 'setup' writes is known before.
  write("casement.yaml", "site: shop\nsetup: [flows/tidy.flow.yaml]\n");
  const ProgramResult without = set_up_and_run("Unreadable.account", flows);
  EXPECT_THAT(without.out, HasSubstr("there is no file 'state.json' beside the flow, and the run has not written it"));
}

TEST_F(SetUpOfFixtures, UnderCtestAnotherTestHasSetUp) {
  const std::string shared = (folder_ / "shared/files").string();
  const ProgramResult before = run_program({CASEMENT_RUNNER, "run", (folder_ / "flows/sign_in.flow.yaml").string(),
                                            "--files-dir", shared, "--report-dir", (folder_ / "reports").string()},
                                           {{"CASEMENT_SITES", CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages"}});
  ASSERT_EQ(before.exit_code, 0) << before.out << before.err;
  sign_in("Nowhere");
  const std::map<std::string, std::string> environment{{"CASEMENT_FILES_DIR", shared}, {"CASEMENT_SETUP", "done"}};
  const ProgramResult done = set_up_and_run("SignedIn.*", environment);
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_FALSE(fs::exists(folder_ / "shared/files/tidy.pdf"));
}

TEST_F(SetUpOfFixtures, NeedsAProjectFileWithSetup) {
  write("casement.yaml", "site: shop\n");
  const ProgramResult done = set_up_and_run("SignedIn.*");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("run_project_setup(): " + (folder_ / "casement.yaml").string() +
                                  " has no 'setup' or 'teardown'"));
  const ProgramResult none = run("SignedIn.*", {{"SAMPLE_SETUP", "1"}, {"CASEMENT_PROJECT", ""}});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.out, HasSubstr("run_project_setup(): found no casement.yaml in " + fs::current_path().string()));
}

}  // namespace
}  // namespace casement
