// Files that flows write and read in a run: the output folder, projects, setup.
#include "specs/runner/ctest_project.h"
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using specs::bytes_of;
using specs::imported_program;

// Flows sign in, and download and upload a file, on the site a.test.
class RunFilesOfFlows : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    fs::permissions(folder_, fs::perms::owner_all);
    write("site/www/index.html",
          "<!doctype html><title>A</title><a href=receipt.txt download>Receipt</a><label>File <input type=file "
          "onchange=\"o.textContent=this.files[0].name+' '+this.files[0].size\"></label><output id=o></output>");
    write("site/www/receipt.txt", "12345");
    write(
        "flows/a_account.flow.yaml",
        "flow: Account\nsite: site\nuse: { storage_state: state.json }\ntimeout: 5s\nsteps:\n  - open: http://a.test/\n"
        "  - evaluate: { expression: \"localStorage.getItem('user')\", to: user }\n"
        "  - if: { var: user, is: ada }\n    then: [{ log: signed in }]\n    else: [{ click: button \"Sign in\", "
        "timeout: 1s }]\n");
    sign_in("localStorage.setItem('user', 'ada')");
  }
  void sign_in(const std::string& script) const {
    write("flows/b_sign_in.flow.yaml", "flow: Sign in\nsite: site\nsteps:\n  - open: http://a.test/\n  - evaluate: " +
                                           script + "\n  - save_storage_state: state.json\n");
  }
  std::string flow_of(const std::string& name) const { return (folder_ / "flows" / (name + ".flow.yaml")).string(); }
  ProgramResult check(const std::string& name) {
    return run_program({CASEMENT_RUNNER, "check", flow_of(name)}, environment_);
  }
};

TEST_F(RunFilesOfFlows, SetupWritesTheStateThatOthersRead) {
  write("casement.yaml", "setup: [flows/b_sign_in.flow.yaml]\n");
  EXPECT_EQ(check("a_account").exit_code, 0);
  const ProgramResult done = run({flow_of("a_account"), "-j2"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_TRUE(fs::exists(reports() / "files/state.json"));
  EXPECT_FALSE(fs::exists(folder_ / "flows/state.json"));
  // Without 'setup' a run reads what the run before has written.
  const ProgramResult again = run({flow_of("a_account"), "--no-setup"});
  EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
}

TEST_F(RunFilesOfFlows, TheStateOfTheProjectIsThatOfEveryFlowButOneWithItsOwn) {
  write("casement.yaml", "setup: [flows/sign_in.flow.yaml]\nsite: site\nuse: { storage_state: state.json }\n");
  write("flows/none.json", R"({"cookies": [], "origins": []})");
  write("flows/sign_in.flow.yaml",
        "flow: Sign in\nuse: { storage_state: none.json }\nsteps:\n  - open: http://a.test/\n"
        "  - evaluate: localStorage.setItem('user', 'ada')\n  - save_storage_state: state.json\n");
  const std::string other = write("flows/other.flow.yaml",
                                  "flow: Other\ntimeout: 5s\nsteps:\n  - open: http://a.test/\n"
                                  "  - evaluate: document.querySelector('output').textContent = "
                                  "localStorage.getItem('user')\n  - expect: text \"ada\"\n");
  const ProgramResult done = run({other});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(RunFilesOfFlows, AFlowThatRunsBeforeWritesTheStateToo) {
  const ProgramResult done = run({flow_of("b_sign_in"), flow_of("a_account")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(RunFilesOfFlows, AFlowThatRunsTooEarlyFailsAndNamesBothPlaces) {
  const ProgramResult done = run({flow_of("a_account"), flow_of("b_sign_in")});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("1 passed, 1 failed"),
                              HasSubstr("a_account.flow.yaml:3:23: error: there is no file 'state.json' beside the "
                                        "flow, and the run has not written it into " +
                                        (reports() / "files").string())));
}

TEST_F(RunFilesOfFlows, AFileOfAnEarlierRunIsIgnored) {
  write("casement.yaml", "setup: [flows/b_sign_in.flow.yaml]\n");
  ASSERT_EQ(run({flow_of("a_account")}).exit_code, 0);
  fs::remove(folder_ / "casement.yaml");
  const ProgramResult done = run({flow_of("a_account")});
  EXPECT_EQ(done.exit_code, 2) << done.out;
  EXPECT_THAT(done.err, HasSubstr("the existing file is from an earlier run and is used only with --files-dir"));
  const ProgramResult named = run({flow_of("a_account"), "--files-dir", (reports() / "files").string()});
  EXPECT_EQ(named.exit_code, 0) << named.out << named.err;
}

TEST_F(RunFilesOfFlows, ANewRunReadsItsOwnFileInPlaceOfTheEarlierOne) {
  write("casement.yaml", "setup: [flows/b_sign_in.flow.yaml]\n");
  ASSERT_EQ(run({flow_of("a_account")}).exit_code, 0);
  sign_in("localStorage.setItem('user', 'bob')");
  const ProgramResult done = run({flow_of("a_account")});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
}

TEST_F(RunFilesOfFlows, AFlowUploadsWhatItHasDownloaded) {
  const std::string file =
      write("flows/receipt.flow.yaml",
            "flow: Receipt\nsite: site\ntimeout: 5s\nsteps:\n  - open: http://a.test/\n"
            "  - click: link \"Receipt\"\n  - expect_download: { save_to: got/receipt.txt }\n"
            "  - upload: { label=\"File\": got/receipt.txt }\n  - expect: text \"receipt.txt 5\"\n");
  for (int i = 0; i < 2; ++i) {
    const ProgramResult done = run({file});
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  }
  EXPECT_EQ(bytes_of(reports() / "files/got/receipt.txt"), "12345");
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("saved to got/receipt.txt"));
}

TEST_F(RunFilesOfFlows, ProjectsDoNotShareThem) {
  write(
      "casement.yaml",
      "setup: [flows/b_sign_in.flow.yaml]\nprojects:\n  phone: { use: { device: phone } }\n  desktop: { vars: { user: "
      "ada } }\n");
  const ProgramResult done = run({flow_of("a_account"), "-j2"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_TRUE(fs::exists(reports() / "files/phone/state.json"));
  EXPECT_TRUE(fs::exists(reports() / "files/desktop/state.json"));
  EXPECT_FALSE(fs::exists(reports() / "files/state.json"));
  // Each project's file alone.
  fs::remove(reports() / "files/phone/state.json");
  const ProgramResult phone = run({flow_of("a_account"), "--no-setup", "--project=phone"});
  EXPECT_EQ(phone.exit_code, 1) << phone.out << phone.err;
  const ProgramResult desktop = run({flow_of("a_account"), "--no-setup", "--project=desktop"});
  EXPECT_EQ(desktop.exit_code, 0) << desktop.out << desktop.err;
}

TEST_F(RunFilesOfFlows, ARoleReadsTheStateThatTheFlowHasSaved) {
  const std::string file =
      write("flows/roles.flow.yaml",
            "flow: Roles\nsite: site\ntimeout: 5s\nusers: { ada: { storage_state: ada.json } }\nsteps:\n"
            "  - open: http://a.test/\n  - evaluate: localStorage.setItem('user', 'ada')\n"
            "  - save_storage_state: ada.json\n  - as: ada\n    steps:\n      - open: http://a.test/\n"
            "      - evaluate: document.querySelector('output').textContent = localStorage.getItem('user')\n"
            "      - expect: text \"ada\"\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(RunFilesOfFlows, CheckFindsAFileThatNobodyWrites) {
  EXPECT_EQ(check("b_sign_in").exit_code, 0);
  const ProgramResult alone = check("a_account");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(
      alone.err,
      HasSubstr(
          "there is no file 'state.json' beside the flow, and the run has not written it into build/reports/files"));
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "check", flow_of("a_account"), flow_of("b_sign_in")}, environment_).exit_code,
            0);
}

class FilesUnderCtest : public specs::CtestScript {};

TEST_F(FilesUnderCtest, TestsOfOneBuildShareThem) {
  fs::create_directories(folder_ / "flows");
  fs::permissions(folder_, fs::perms::owner_all);
  write("casement.yaml", "setup: [flows/sign_in.flow.yaml]\n");
  write("flows/sign_in.flow.yaml",
        "flow: Sign in\nsteps:\n  - open: \"data:text/html,<h1>Hi</h1>\"\n  - save_storage_state: state.json\n");
  write("flows/account.flow.yaml", "flow: Account\nuse: { storage_state: state.json }\nsteps: [{ log: a }]\n");
  write("flows/files.flow.yaml", "flow: Files\nsteps: [{ log: a }]\n");
  configure(imported_program("own_runner", CASEMENT_RUNNER) + "casement_add_flows(../flows TARGET own_runner)\n");
  const ProgramResult done =
      run_program({"ctest", "--test-dir", (folder_ / "build").string(), "-j3", "--output-on-failure"}, {});
  EXPECT_THAT(done.out, HasSubstr("100% tests passed, 0 tests failed out of 3")) << done.out;
  EXPECT_TRUE(fs::exists(folder_ / "build/casement-reports/files/state.json"));
}

}  // namespace
}  // namespace casement
