// The environment variables by which Bazel controls a test. The "test encyclopedia" of Bazel (bazel.build) is the
// standard.
#pragma once

#include <cstdint>
#include <string>

#include "casement/base/environment_variables.h"

namespace casement {

struct BazelTest {
  // Whether `bazel test` runs this program. Variables with common names count only then: TEST_TIMEOUT,
  // TEST_RANDOM_SEED, TEST_RUN_NUMBER and TEST_TMPDIR.
  bool is_there = false;
  // Paths; "" if Bazel names none.
  std::string xml_file;                 // XML_OUTPUT_FILE: results as JUnit
  std::string outputs_folder;           // TEST_UNDECLARED_OUTPUTS_DIR: files that Bazel keeps
  std::string annotations_folder;       // TEST_UNDECLARED_OUTPUTS_ANNOTATIONS_DIR: notes about these files
  std::string premature_exit_file;      // TEST_PREMATURE_EXIT_FILE: exists while the tests run
  std::string warnings_file;            // TEST_WARNINGS_OUTPUT_FILE
  std::string infrastructure_file;      // TEST_INFRASTRUCTURE_FAILURE_FILE
  std::string shard_status_file;        // TEST_SHARD_STATUS_FILE: a program that knows shards touches it
  std::string temporary_folder;         // TEST_TMPDIR: files that nobody keeps
  std::string target;                   // TEST_TARGET: the label of the test
  std::string only;                     // TESTBRIDGE_TEST_ONLY: the value of --test_filter; "" for all
  bool stops_at_first_failure = false;  // TESTBRIDGE_TEST_RUNNER_FAIL_FAST
  std::uint32_t seed = 0;               // TEST_RANDOM_SEED, or else TEST_RUN_NUMBER; 0 without them
  int timeout_seconds = 0;              // TEST_TIMEOUT: Bazel then ends the test; 0 for none

  // Returns the time after which the test ends itself, in seconds, so that it can report before Bazel ends it: 9/10 of
  // the timeout, 10 s before its end at least, but not less than half of it. 0 without a timeout.
  int own_timeout_seconds() const;
};

// Throws Error{Usage} if TEST_TIMEOUT, TEST_RANDOM_SEED or TEST_RUN_NUMBER is not a number.
BazelTest read_bazel_test(const VariableLookup& variable);

// The same for the environment of this process. All fields are empty in a test that ctest runs, because such a test is
// one of many that share the variables. Any thread.
BazelTest bazel_test();

// TEST_TMPDIR if `bazel test` runs this program; else "". Never throws. Any thread.
std::string bazel_temporary_folder();

}  // namespace casement
