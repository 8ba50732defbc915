// The environment variables that Casement reads, and the warnings about others that look like them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct EnvironmentVariable {
  std::string_view name;
  std::string_view help;  // one sentence
};

// All but CASEMENT_VAR_NAME, of which there is one for each variable of a flow. Sorted by name.
std::span<const EnvironmentVariable> environment_variables();

// The names that are set in this process's environment.
std::vector<std::string> environment_names();

// A sentence for each of `set` that begins with CASEMENT_ and is not among them, with the nearest that is.
// Names of flows' variables (CASEMENT_VAR_…) are left to those who know the flows.
std::vector<std::string> tell_unknown_variables(std::span<const std::string> set);

}  // namespace casement
