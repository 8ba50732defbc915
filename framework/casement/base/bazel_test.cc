#include "casement/base/bazel_test.h"

#include <algorithm>
#include <charconv>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// The number in a variable; 0 if the variable is not set.
std::uint32_t number_in(const char* name, const std::string& text) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || (error == std::errc() && stopped == end)) return value;
  throw Error(ErrorKind::Usage, std::string(name) + " must be a whole number, not '" + shorten(text, 40) + "'");
}

// Bazel 4 does not set BAZEL_TEST.
bool is_bazel(const VariableLookup& variable) {
  const auto is_set = [&](const char* name) { return !variable(name).value_or("").empty(); };
  return is_set("BAZEL_TEST") || (is_set("TEST_SRCDIR") && is_set("TEST_TMPDIR"));
}

}  // namespace

int BazelTest::own_timeout_seconds() const {
  return std::max(std::min(timeout_seconds * 9 / 10, timeout_seconds - 10), (timeout_seconds + 1) / 2);
}

BazelTest read_bazel_test(const VariableLookup& variable) {
  const auto text = [&](const char* name) { return variable(name).value_or(""); };
  BazelTest bazel;
  bazel.is_there = is_bazel(variable);
  bazel.xml_file = text("XML_OUTPUT_FILE");
  bazel.outputs_folder = text("TEST_UNDECLARED_OUTPUTS_DIR");
  bazel.annotations_folder = text("TEST_UNDECLARED_OUTPUTS_ANNOTATIONS_DIR");
  bazel.premature_exit_file = text("TEST_PREMATURE_EXIT_FILE");
  bazel.warnings_file = text("TEST_WARNINGS_OUTPUT_FILE");
  bazel.infrastructure_file = text("TEST_INFRASTRUCTURE_FAILURE_FILE");
  bazel.shard_status_file = text("TEST_SHARD_STATUS_FILE");
  bazel.only = text("TESTBRIDGE_TEST_ONLY");
  bazel.stops_at_first_failure = text("TESTBRIDGE_TEST_RUNNER_FAIL_FAST") == "1";
  if (!bazel.is_there) return bazel;
  bazel.temporary_folder = text("TEST_TMPDIR");
  bazel.target = text("TEST_TARGET");
  bazel.timeout_seconds = static_cast<int>(std::min(number_in("TEST_TIMEOUT", text("TEST_TIMEOUT")), 1'000'000u));
  const std::uint32_t run = number_in("TEST_RUN_NUMBER", text("TEST_RUN_NUMBER"));
  const std::uint32_t seed = number_in("TEST_RANDOM_SEED", text("TEST_RANDOM_SEED"));
  bazel.seed = seed == 0 ? run : seed;
  return bazel;
}

BazelTest bazel_test() {
  if (is_test_of_ctest()) return {};
  return read_bazel_test(environment_variable);
}

std::string bazel_temporary_folder() {
  return !is_test_of_ctest() && is_bazel(environment_variable) ? environment_variable("TEST_TMPDIR").value_or("") : "";
}

}  // namespace casement
