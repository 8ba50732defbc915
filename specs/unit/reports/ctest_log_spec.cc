#include "casement/reports/ctest_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "example_runs.h"
#include "temp_folder.h"

namespace casement::reports {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A test in a log of ctest 3.25; `started` is empty for a test that was not run.
std::string logged(const std::string& name, const std::string& command, const std::string& started,
                   const std::string& output = "") {
  const std::string line(58, '-');
  return "2/5 Testing: " + name + "\n2/5 Test: " + name + "\nCommand: " + command + "\nDirectory: /build\n\"" + name +
         "\" start time: " + started + "\nOutput:\n" + line + "\n" + output +
         "<end of output>\nTest time =   0.00 sec\n" + line + "\nTest Passed.\n\"" + name +
         "\" end time: Nov 30 02:56 UTC\n" + line + "\n\n";
}

const std::string kTime = "Nov 30 02:56 UTC";
const std::string kStart = "Start testing: " + kTime + "\n\n";

std::vector<std::string> found_in(const std::string& log) {
  std::vector<std::string> found;
  for (const UnreportedTest& test : unreported_tests(log)) found.push_back(test.name + " | " + test.reason);
  return found;
}

TEST(CtestLog, ListsTestsThatCtestCouldNotRun) {
  EXPECT_THAT(found_in(kStart + logged("sign_in", "\"/usr/bin/casement\"", kTime) +
                       "Failed test dependencies: sign_in\n" + logged("pay.by card", "\"\"", "") +
                       "Unable to find executable: /build/shop_spec\n" + logged("Shop.Pays", "\"\"", "") +
                       logged("disabled", "\"\"", "") + logged("passes", "\"/usr/bin/casement\"", kTime)),
              ElementsAre("pay.by card | Failed test dependencies: sign_in",
                          "Shop.Pays | Unable to find executable: /build/shop_spec"));
}

TEST(CtestLog, IgnoresWhatATestPrints) {
  const std::string printed = "Failed test dependencies: a\n" + logged("b", "\"\"", "");
  EXPECT_THAT(found_in(kStart + logged("c", "\"/bin/c\"", kTime, printed.substr(0, printed.find("<end")))),
              ElementsAre());
}

TEST(CtestLog, ListsTestsThatReplaceUnlistedFlowsOnce) {
  const std::string failed =
      logged("flows-1", "\"cmake\" \"-P\" \"/share/CasementFailedTest.cmake\"", kTime, "cannot be listed: no flow\n");
  EXPECT_THAT(found_in(kStart + failed + failed), ElementsAre("flows-1 | cannot be listed: no flow\n"));
}

TEST(CtestLog, TestsThatWereNotRunMakeTheRunFail) {
  const TempFolder build;
  std::filesystem::create_directories(build.path() / "Testing/Temporary");
  std::ofstream(build.path() / "Testing/Temporary/LastTest.log.tmp")
      << kStart << "Failed test dependencies: sign_in\n"
      << logged("a", "\"\"", "") << "Failed test dependencies: sign_in\n"
      << logged("b", "\"\"", "");
  results::Run joined = all_passed();
  const std::size_t before = joined.suites.size();
  add_unreported_tests(joined, build.path());
  EXPECT_THAT(joined.errors, ElementsAre("ctest did not run 2 tests: Failed test dependencies: sign_in"));
  ASSERT_EQ(joined.suites.size(), before + 1);
  ASSERT_EQ(joined.suites.back().cases.size(), 2U);
  EXPECT_TRUE(joined.suites.back().cases[1].not_run);
  EXPECT_THAT(joined.suites.back().cases[1].skip_reason, HasSubstr("Failed test dependencies: sign_in"));
  results::Run untouched = all_passed();
  add_unreported_tests(untouched, build.path() / "none");
  EXPECT_TRUE(untouched.errors.empty());
}

}  // namespace
}  // namespace casement::reports
