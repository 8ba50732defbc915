// casement init, as a person calls it. That the project builds and its tests run is the consumer_init test.
#include "specs/runner/program_specs.h"

namespace casement::specs {
namespace {

class InitCommand : public ScratchTest {
 protected:
  ProgramResult look(const std::string& command, std::vector<std::string> more) const {
    more.insert(more.begin(), {CASEMENT_RUNNER, command});
    return run_program(more);
  }
};

TEST_F(InitCommand, WritesAProjectWhoseFlowRuns) {
  const std::string project = (folder_ / "tea shop").string();
  const ProgramResult done = look("init", {project});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("tea shop/CMakeLists.txt\n"), HasSubstr("\n  cd '" + project + "'\n"),
                              HasSubstr("\n  casement run flows\n")));
  const ProgramResult checked = look("check", {project});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("1 flow, 3 cases"));
  const ProgramResult run = look("run", {project + "/flows", "--report-dir", (folder_ / "reports").string()});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("3 passed in "));
}

TEST_F(InitCommand, OverwritesNothing) {
  std::ofstream(folder_ / "README.md") << "mine";
  const ProgramResult done = look("init", {folder_.string()});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, AllOf(HasSubstr("nothing was written"), HasSubstr("/README.md\n")));
  EXPECT_FALSE(fs::exists(folder_ / "CMakeLists.txt"));
  std::string text;
  std::getline(std::ifstream(folder_ / "README.md"), text);
  EXPECT_EQ(text, "mine");
}

std::string init_in(const fs::path& folder, const std::string& options = "") {
  return "cd '" + folder.string() + "' && '" CASEMENT_RUNNER "' init " + options;
}

TEST_F(InitCommand, AsksBeforeItWritesAmongFiles) {
  const fs::path here = folder_ / "here";
  fs::create_directories(here / ".git");
  std::ofstream(here / "mine") << "mine";
  const ProgramResult refused = run_program({"bash", "-c", init_in(here) + " </dev/null"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err,
            "casement: this folder is not empty, so nothing was written; choose one of:\n  use a new folder:  casement "
            "init my-tests\n  use this folder:  casement init --yes\n");
  const ProgramResult no = on_terminal(init_in(here), {}, "n\n");
  EXPECT_EQ(no.exit_code, 2);
  EXPECT_THAT(no.out, AllOf(HasSubstr("This folder is not empty. Write 9 files into it? [y/N] "),
                            HasSubstr("nothing was written")));
  EXPECT_FALSE(fs::exists(here / "CMakeLists.txt"));
  const ProgramResult yes = on_terminal(init_in(here), {}, "y\n");
  EXPECT_EQ(yes.exit_code, 0) << yes.out;
  EXPECT_TRUE(fs::exists(here / "CMakeLists.txt"));
  fs::create_directories(folder_ / "new" / ".git");
  EXPECT_EQ(run_program({"bash", "-c", init_in(folder_ / "new")}).exit_code, 0);
  fs::create_directories(folder_ / "told" / "src");
  EXPECT_EQ(run_program({"bash", "-c", init_in(folder_ / "told", "--yes")}).exit_code, 0);
}

TEST_F(InitCommand, WritesTheJobOfACiServerIntoTheProjectItIsCalledIn) {
  fs::create_directories(folder_ / "own");
  std::ofstream(folder_ / "own" / "CMakeLists.txt") << "project(own)\n";
  const ProgramResult done = run_program({"bash", "-c", init_in(folder_ / "own", "--ci github")});
  EXPECT_EQ(done.exit_code, 0);
  const std::string no_test =
      "CMakeLists.txt calls neither enable_testing() nor include(CTest), so ctest finds no test";
  EXPECT_THAT(done.out, HasSubstr(no_test));
  std::ofstream(folder_ / "own" / "CMakeLists.txt") << "project(own)\nenable_testing()\n";
  const std::string gitlab = run_program({"bash", "-c", init_in(folder_ / "own", "--ci gitlab")}).out;
  EXPECT_THAT(gitlab, AllOf(Not(HasSubstr(no_test)), Not(HasSubstr("The repository begins"))));
  fs::create_directories(folder_ / ".git");
  EXPECT_THAT(run_program({"bash", "-c", init_in(folder_ / "own", "--ci jenkins")}).out,
              HasSubstr("The repository begins in " + fs::weakly_canonical(folder_).string() +
                        ". Move Jenkinsfile there, let its script begin with cd own"));
  EXPECT_TRUE(fs::exists(folder_ / "own" / ".github" / "workflows" / "tests.yml"));
}

TEST_F(InitCommand, WritesTheJobOfACiServer) {
  const std::string project = (folder_ / "shop").string();
  const ProgramResult done = look("init", {project, "--ci", "github"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("shop/.github/workflows/tests.yml\n"), HasSubstr("packages/"),
                              HasSubstr("docs/ci.md, \"With an image or a prefix of your own\"\n")));
  EXPECT_THAT(bytes_of(CASEMENT_SOURCE_DIR "/docs/ci.md"), HasSubstr("\n## With an image or a prefix of your own\n"));
  EXPECT_THAT(bytes_of(project + "/.github/workflows/tests.yml"),
              AllOf(StartsWith("name: "), HasSubstr("- run: ctest "), HasSubstr("!build/casement-reports/files/**\n")));
  const ProgramResult again = look("init", {project, "--ci", "gitlab"});  // the project is there
  EXPECT_THAT(again.out, StartsWith("Written:\n  " + project + "/.gitlab-ci.yml\n\n"));
  EXPECT_THAT(bytes_of(project + "/.gitlab-ci.yml"), HasSubstr("exclude: [build/casement-reports/files/**/*]\n"));
  EXPECT_EQ(look("init", {project, "--ci", "jenkins"}).exit_code, 0);
  EXPECT_THAT(bytes_of(project + "/Jenkinsfile"),
              AllOf(StartsWith("pipeline {"), HasSubstr("excludes: 'build/casement-reports/files/**'"),
                    testing::EndsWith("}\n")));
  EXPECT_THAT(look("init", {project, "--ci", "github"}).err, HasSubstr("these files already exist"));
  EXPECT_THAT(look("init", {project, "--ci", "travis"}).err,
              HasSubstr("'travis' is not one of: github gitlab jenkins"));
}

TEST_F(InitCommand, NamesTheFileThatItCannotWrite) {
  std::ofstream(folder_ / "file") << "";
  const ProgramResult done = look("init", {(folder_ / "file" / "project").string()});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, AllOf(HasSubstr("cannot write "), HasSubstr("file/project")));
}

}  // namespace
}  // namespace casement::specs
