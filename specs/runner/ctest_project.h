// A folder of flows, and a CMake project around them.
#pragma once

#include "specs/runner/program_specs.h"

namespace casement::specs {

class CtestScript : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-ctest-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  ProgramResult script(std::vector<std::string> more = {}) {
    std::vector<std::string> command{CASEMENT_RUNNER, "ctest-script"};
    command.insert(command.end(), more.begin(), more.end());
    command.insert(command.end(), {"--", folder_.string()});
    // No Chrome can be found or started: none is needed.
    return run_program(command, {{"PATH", "/nonexistent"}, {"CASEMENT_BROWSER", "/nonexistent"}});
  }
  // A project that says this; its build folder is `build`.
  void configure(const std::string& rest) {
    fs::create_directories(folder_ / "project");
    fs::create_directories(folder_ / "flows");
    write("project/CMakeLists.txt", cmake_project(rest));
    const ProgramResult configured =
        run_program({"cmake", "-S", (folder_ / "project").string(), "-B", (folder_ / "build").string(), "-G", "Ninja"});
    EXPECT_EQ(configured.exit_code, 0) << configured.err;
  }
  std::string list(const std::string& how = "-N") {
    return run_program({"ctest", "--test-dir", (folder_ / "build").string(), how},
                       {{"SAMPLE_FLOWS", (folder_ / "flows").string()}})
        .out;
  }
  // What ctest makes of a set of flows: each test's name, command and properties, as JSON.
  ProgramResult ctest() {
    const ProgramResult listed = script();
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    write("CTestTestfile.cmake", listed.out);
    return run_program({"ctest", "--test-dir", folder_.string(), "--show-only=json-v1"});
  }

  fs::path folder_;
};

}  // namespace casement::specs
