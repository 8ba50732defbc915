// The program of sample tests, run as a user runs it: one test or flow each time, with reports of its own.
#pragma once

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "specs/runner/program_specs.h"

namespace casement::specs {

using Json = nlohmann::json;

class Fixtures : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-fixtures-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  ProgramResult run(const std::string& filter, std::map<std::string, std::string> more = {}) {
    more["CASEMENT_REPORT_DIR"] = folder_.string();
    more["CASEMENT_SITES"] = CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages";
    return run_program(
        {SAMPLE_SPECS, "--gtest_filter=" + filter, "--gtest_output=xml:" + (folder_ / "gtest.xml").string()}, more);
  }
  // What results.json says of the one test that was run, "SUITE.TEST".
  Json case_of(const std::string& test) const {
    return Json::parse(bytes_of(folder_ / test / "results.json")).at("suites").at(0).at("cases").at(0);
  }
  // "/…/sample_specs.cc:12", the first line that holds this.
  static std::string line_of(const std::string& words) {
    const std::string file = CASEMENT_SOURCE_DIR "/specs/runner/sample_specs.cc";
    const std::string text = bytes_of(file);
    const std::size_t at = text.find(words);
    if (at == text.npos) throw std::runtime_error("no line of sample_specs.cc holds " + words);
    return file + ":" +
           std::to_string(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
  }
  void expect_valid_xml(const fs::path& file) const {
    const ProgramResult lint = run_program({"xmllint", "--noout", file.string()});
    EXPECT_EQ(lint.exit_code, 0) << lint.err;
  }
  void expect_valid_junit(const fs::path& file) const {
    const ProgramResult lint =
        run_program({"xmllint", "--noout", "--schema", CASEMENT_SOURCE_DIR "/specs/reports/junit.xsd", file.string()});
    EXPECT_EQ(lint.exit_code, 0) << lint.err;
  }
  // Runs the tests of this flow.
  ProgramResult run_flow(const std::string& name, const std::string& text,
                         std::map<std::string, std::string> more = {}) {
    fs::create_directories(folder_ / "flows");
    std::ofstream(folder_ / "flows" / (name + ".flow.yaml")) << text;
    more["SAMPLE_FLOWS"] = (folder_ / "flows").string();
    return run(name + ".*", more);
  }

  fs::path folder_;
};

}  // namespace casement::specs
