#include "casement/browser/values/frame_settings.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "casement/base/error.h"

namespace casement {
namespace {

std::optional<Milliseconds> read(const FrameSettings::Lookup& environment, const char* variable) {
  const std::optional<std::string> text = environment(variable);
  if (!text || text->empty()) return std::nullopt;
  int value = 0;
  const char* const end = text->data() + text->size();
  const auto [stopped, problem] = std::from_chars(text->data(), end, value);
  if (problem != std::errc() || stopped != end || value < 1 || value > 600'000) {
    throw Error(ErrorKind::Usage, fmt::format("{} is '{}', but must be a whole number of milliseconds from 1 to 600000",
                                              variable, *text));
  }
  return Milliseconds(value);
}

}  // namespace

FrameSettings FrameSettings::from(const Lookup& environment) {
  FrameSettings settings;
  settings.timeout = read(environment, "CASEMENT_FRAME_TIMEOUT_MS");
  settings.wait = read(environment, "CASEMENT_FRAME_WAIT_MS").value_or(settings.wait);
  return settings;
}

FrameSettings FrameSettings::from_environment() {
  return from([](const char* variable) -> std::optional<std::string> {
    const char* value = std::getenv(variable);
    if (value == nullptr) return std::nullopt;
    return value;
  });
}

}  // namespace casement
