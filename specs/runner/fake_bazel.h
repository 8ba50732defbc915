// Runs a program as `bazel test` does: in a folder of links to its inputs, with all variables of the test encyclopedia,
// and without a home.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "specs/runner/program_specs.h"

namespace casement::specs {

class FakeBazel : public ScratchTest {
 protected:
  struct Test {
    std::string name;  // for messages
    std::vector<std::string> command;
  };

  void SetUp() override {
    ScratchTest::SetUp();
    for (const fs::path& folder : {outputs(), annotations(), temporary(), workspace(), files()}) {
      fs::create_directories(folder);
    }
    variables_ = {{"BAZEL_TEST", "1"},
                  {"TEST_SRCDIR", runfiles().string()},
                  {"RUNFILES_DIR", runfiles().string()},
                  {"TEST_WORKSPACE", "_main"},
                  {"TEST_TARGET", "//shop:shop"},
                  {"TEST_SIZE", "medium"},
                  {"TEST_TIMEOUT", "300"},
                  {"TEST_TMPDIR", temporary().string()},
                  {"TEST_UNDECLARED_OUTPUTS_DIR", outputs().string()},
                  {"TEST_UNDECLARED_OUTPUTS_ANNOTATIONS_DIR", annotations().string()},
                  {"TEST_PREMATURE_EXIT_FILE", premature_exit().string()},
                  {"TEST_WARNINGS_OUTPUT_FILE", (files() / "test.warnings").string()},
                  {"TEST_INFRASTRUCTURE_FAILURE_FILE", (files() / "test.infrastructure_failure").string()},
                  {"TEST_LOGSPLITTER_OUTPUT_FILE", (files() / "test.raw_splitlogs").string()},
                  {"XML_OUTPUT_FILE", xml().string()},
                  {"HOME", ""},
                  {"TMPDIR", ""},
                  {"LANG", ""},
                  {"TZ", "UTC"}};
    // What the build server that runs this spec may have set.
    for (const char* name : {"GTEST_TOTAL_SHARDS",
                             "GTEST_SHARD_INDEX",
                             "GTEST_FILTER",
                             "GTEST_OUTPUT",
                             "TEST_TOTAL_SHARDS",
                             "TEST_SHARD_INDEX",
                             "TESTBRIDGE_TEST_ONLY",
                             "TESTBRIDGE_TEST_RUNNER_FAIL_FAST",
                             "TEST_RANDOM_SEED",
                             "TEST_RUN_NUMBER",
                             "CI_NODE_TOTAL",
                             "CI_NODE_INDEX",
                             "JOB_COMPLETIONS",
                             "JOB_COMPLETION_INDEX",
                             "GITHUB_ACTIONS",
                             "GITHUB_STEP_SUMMARY",
                             "GITLAB_CI",
                             "JENKINS_URL",
                             "DASHBOARD_TEST_FROM_CTEST",
                             "CTEST_INTERACTIVE_DEBUG_MODE",
                             "CASEMENT_FLOWS",
                             "CASEMENT_SITES",
                             "CASEMENT_REPORT_DIR"}) {
      variables_[name] = "";
    }
  }

  fs::path runfiles() const { return folder_ / "execroot/bazel-out/k8-fastbuild/bin/shop/shop.runfiles"; }
  fs::path workspace() const { return runfiles() / "_main"; }
  fs::path files() const { return folder_ / "execroot/bazel-out/k8-fastbuild/testlogs/shop"; }
  fs::path outputs() const { return files() / "test.outputs"; }
  fs::path annotations() const { return files() / "test.outputs_manifest"; }
  fs::path premature_exit() const { return files() / "test.exited_prematurely"; }
  fs::path xml() const { return files() / "test.xml"; }
  fs::path temporary() const { return folder_ / "execroot/_main/_tmp/0123456789abcdef0123456789abcdef"; }

  // A source file, and a link to it among the runfiles.
  void declare(const std::string& name, const std::string& text) const {
    const std::string source = write("source/" + name, text);
    fs::create_directories((workspace() / name).parent_path());
    fs::create_symlink(source, workspace() / name);
  }
  // Removes the files of an earlier test.
  void clean() const {
    for (const fs::path& folder : {files(), temporary()}) fs::remove_all(folder);
    for (const fs::path& folder : {outputs(), annotations(), temporary()}) fs::create_directories(folder);
  }
  static std::vector<std::string> in(const fs::path& folder, const std::vector<std::string>& command) {
    std::vector<std::string> all{"env", "--chdir=" + folder.string()};
    all.insert(all.end(), command.begin(), command.end());
    return all;
  }
  ProgramResult run(const Test& test, const std::map<std::string, std::string>& more = {}) const {
    clean();
    std::map<std::string, std::string> variables = variables_;
    for (const auto& [name, value] : more) variables[name] = value;
    return run_program(in(workspace(), test.command), variables);
  }

  // What Bazel's reader finds in test.xml: "CLASS.NAME" and its outcome, if the case ran.
  std::map<std::string, std::string> results() const {
    const ProgramResult read =
        run_program({CASEMENT_PYTHON, CASEMENT_SOURCE_DIR "/specs/runner/bazel_xml.py", xml().string()});
    EXPECT_EQ(read.exit_code, 0) << read.err;
    std::map<std::string, std::string> found;
    std::istringstream lines(read.out);
    for (std::string line; std::getline(lines, line);) {
      found[line.substr(0, line.find('\t'))] = line.substr(line.find('\t') + 1);
    }
    return found;
  }
  // All files below the scratch folder, except those in the folders that Bazel gives to the test.
  std::set<std::string> files_elsewhere() const {
    std::set<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_)) {
      const std::string path = entry.path().string();
      if (path.starts_with(files().string() + "/") || path.starts_with(temporary().string() + "/")) continue;
      found.insert(path);
    }
    return found;
  }

  std::map<std::string, std::string> variables_;
};

}  // namespace casement::specs
