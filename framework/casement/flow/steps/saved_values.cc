#include "casement/flow/steps/saved_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

constexpr std::size_t kShownOfJson = 200;

}  // namespace

std::string as_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string variable_to_set(const StepMap& map) {
  const YamlEntry& to = map.need("to");
  const std::string& name = read_text(map.scope().source(), to);
  check_variable_name(map.scope(), place_of(to), "'to'", name);
  return name;
}

void check_variable_name(const StepScope& scope, const YamlPlace& place, std::string_view what,
                         const std::string& name) {
  if (is_variable_name(name)) return;
  throw scope.source().error_at(place, fmt::format("{} must name a variable; '{}' is not a variable name", what, name));
}

std::vector<std::string> names_of_secrets(const StepScope& scope) {
  std::vector<std::string> secrets = scope.main_flow().secrets;
  secrets.insert(secrets.end(), scope.flow().secrets.begin(), scope.flow().secrets.end());
  return secrets;
}

void save_value(StepRun& run, const std::string& name, std::string value, const std::vector<std::string>& secrets) {
  if (std::find(secrets.begin(), secrets.end(), name) != secrets.end()) run.recorder.add_secret(value);
  if (run.variables != nullptr) set_variable(*run.variables, {name, std::move(value)});
}

void check_pointer(const StepScope& scope, const YamlPlace& place, const std::string& pointer) {
  if (const std::string problem = json_pointer_problem(pointer); !problem.empty())
    throw scope.source().error_at(place, problem);
}

nlohmann::json at_pointer(const nlohmann::json& whole, const std::string& pointer, std::string_view whose) {
  const nlohmann::json::json_pointer place(pointer);
  try {
    return whole.at(place);
  } catch (const nlohmann::json::exception&) {  // a missing member or item, or a pointer into a text
    throw Error(ErrorKind::Assertion, fmt::format("{} has nothing at {}", whose, pointer),
                {"it is: " + shorten(as_text(whole), kShownOfJson)});
  }
}

}  // namespace casement
