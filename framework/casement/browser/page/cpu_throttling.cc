#include "casement/browser/page/cpu_throttling.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement {

double cpu_throttling(const EnvironmentLookup& environment) {
  const std::optional<std::string> text = environment("CASEMENT_CPU_THROTTLING");
  if (!text || text->empty()) return 1;
  double rate = 0;
  const char* const end = text->data() + text->size();
  const auto [stopped, problem] = std::from_chars(text->data(), end, rate, std::chars_format::fixed);
  if (problem != std::errc() || stopped != end || !(rate >= 1 && rate <= 100)) {
    throw Error(ErrorKind::Usage, fmt::format("CASEMENT_CPU_THROTTLING is '{}', but must be a number from 1 to 100",
                                              shorten(to_valid_utf8(*text), 40)));
  }
  return rate;
}

double cpu_throttling_from_environment() {
  return cpu_throttling([](const char* variable) -> std::optional<std::string> {
    const char* const value = std::getenv(variable);
    if (value == nullptr) return std::nullopt;
    return value;
  });
}

}  // namespace casement
