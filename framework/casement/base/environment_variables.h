// Lists the environment variables that Casement reads, and warns about others that look like them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct EnvironmentVariable {
  std::string_view name;
  std::string_view help;         // one sentence
  bool decides_results = false;  // a command that runs a test again sets it
};

// All variables except CASEMENT_VAR_NAME, which exists once for each variable of a flow. Sorted by name.
std::span<const EnvironmentVariable> environment_variables();

// The names of all variables that are set in this process's environment.
std::vector<std::string> environment_names();

// Finds the value of a variable; nothing if the variable is not set.
using VariableLookup = std::function<std::optional<std::string>(const char* name)>;

// Looks into this process's environment.
std::optional<std::string> environment_variable(const char* name);

// Whether the variable of the environment has a value other than "".
bool is_set(const char* variable);

// Whether the variable is set to "1", or to another value than "" and "0".
bool is_flag_set(const char* variable);

// Whether ctest has started this program as a test. ctest sets CTEST_INTERACTIVE_DEBUG_MODE, and for a dashboard also
// DASHBOARD_TEST_FROM_CTEST.
bool is_test_of_ctest();

// Returns a warning for each name in `set` that begins with CASEMENT_ and is unknown, with the most similar known name.
// Ignores CASEMENT_VAR_…, because the callers that read the flows check these names.
std::vector<std::string> tell_unknown_variables(std::span<const std::string> set);

}  // namespace casement
