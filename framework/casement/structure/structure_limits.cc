#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include "casement/base/error.h"
#include "casement/structure/structure.h"

namespace casement {
namespace {

void read_limit(const StructureVariables& environment, const char* variable, int& into) {
  const std::optional<std::string> text = environment(variable);
  if (!text || text->empty()) return;
  int value = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, value);
  constexpr int most = 1'000'000;
  if (error != std::errc() || stop != end || value < 1 || value > most) {
    throw Error(ErrorKind::Usage,
                fmt::format("{} is '{}', but must be a whole number from 1 to {}", variable, *text, most));
  }
  into = value;
}

}  // namespace

StructureLimits structure_limits(const StructureVariables& environment) {
  StructureLimits limits;
  read_limit(environment, "CASEMENT_STRUCTURE_DEPTH", limits.depth);
  read_limit(environment, "CASEMENT_STRUCTURE_SIBLINGS", limits.siblings);
  read_limit(environment, "CASEMENT_STRUCTURE_DESCENDANTS", limits.descendants);
  return limits;
}

StructureLimits structure_limits() {
  return structure_limits([](const char* variable) -> std::optional<std::string> {
    const char* const value = std::getenv(variable);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  });
}

}  // namespace casement
