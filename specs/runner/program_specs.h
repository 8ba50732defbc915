// What specs of whole programs say in short.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "casement/base/deadline.h"
#include "specs/support/run_program.h"

namespace casement {

namespace fs = std::filesystem;
using specs::ProgramResult;
using specs::run_program;
using specs::RunningProgram;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace specs {

// Runs a command with a display that nobody sees.
inline constexpr const char* kWithDisplay = CASEMENT_SOURCE_DIR "/specs/tools/with_display";

inline std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// CMake's lines for a target that is a program which is there already.
inline std::string imported_program(const std::string& target, const std::string& path) {
  return "add_executable(" + target + " IMPORTED)\nset_target_properties(" + target +
         " PROPERTIES IMPORTED_LOCATION \"" + path + "\")\n";
}

// A CMake project that has Casement's functions and says this.
inline std::string cmake_project(const std::string& rest) {
  return "cmake_minimum_required(VERSION 3.25)\nproject(Shop NONE)\nenable_testing()\n"
         "include(\"" CASEMENT_SOURCE_DIR "/cmake/CasementTests.cmake\")\n" +
         rest;
}

// What a shell command says in a pseudo terminal, as util-linux makes one: 80 columns, no NO_COLOR.
inline ProgramResult on_terminal(const std::string& command, std::map<std::string, std::string> environment = {},
                                 const std::string& typed = "") {
  environment.insert({"TERM", "xterm"});
  environment.insert({"NO_COLOR", ""});
  const std::string script = "printf '%s' \"$1\" | script -qec \"stty cols 80; $0\" /dev/null";
  return run_program({"bash", "-c", script, command, typed}, environment);
}

// A folder of the test's own, gone at its end.
class ScratchTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  // A program that the test has ended, or one of its children, may be writing into it still.
  void TearDown() override {
    std::error_code failed;
    for (const Deadline end = Deadline::in(std::chrono::seconds(10));;) {
      fs::remove_all(folder_, failed);
      if (!failed || end.expired()) break;
    }
    EXPECT_FALSE(failed) << failed.message();
  }

  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("casement-spec-" + std::to_string(::getpid()) + "-" +
                                      testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() + "-" +
                                      testing::UnitTest::GetInstance()->current_test_info()->name());
};

}  // namespace specs

using specs::bytes_of;

}  // namespace casement
