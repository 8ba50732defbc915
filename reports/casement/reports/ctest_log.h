// Reads ctest's log for tests that left no report, because ctest could not run them. One thread.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

struct UnreportedTest {
  std::string name;
  std::string reason;    // ctest's line, such as "Failed test dependencies: sign_in.Sign in"
  bool has_run = false;  // a test of CMake that replaces tests: they could not be listed
};

// Returns the tests without a report in a log of ctest, as ctest writes it during a run (LastTest.log.tmp).
std::vector<UnreportedTest> unreported_tests(std::string_view log);

// Adds the tests that the running ctest of this build folder could not run: each as a case that was not run, and each
// reason as an error of the run. Adds nothing if there is no log.
void add_unreported_tests(results::Run& joined, const std::filesystem::path& build_folder);

}  // namespace casement::reports
