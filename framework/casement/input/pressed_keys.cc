#include "casement/input/pressed_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "casement/base/error.h"

namespace casement {
namespace {

using namespace std::string_view_literals;

// In the order of the enumerations.
constexpr std::array kButtons = {"left"sv, "right"sv, "middle"sv, "back"sv, "forward"sv};
constexpr std::array kModifiers = {"Alt"sv, "Control"sv, "Meta"sv, "Shift"sv};

}  // namespace

std::string_view word_of(MouseButton button) {
  return kButtons.at(static_cast<std::size_t>(button));
}

std::string_view word_of(Modifier modifier) {
  return kModifiers.at(static_cast<std::size_t>(modifier));
}

MouseButton mouse_button_of(std::string_view word) {
  const auto found = std::ranges::find(kButtons, word);
  if (found != kButtons.end()) return static_cast<MouseButton>(found - kButtons.begin());
  throw Error(ErrorKind::Usage,
              fmt::format("unknown mouse button '{}'; use left, right, middle, back or forward", word));
}

Modifier modifier_of(std::string_view word) {
  const auto found = std::ranges::find(kModifiers, word);
  if (found != kModifiers.end()) return static_cast<Modifier>(found - kModifiers.begin());
  throw Error(ErrorKind::Usage, fmt::format("'{}' is not a modifier key; use Alt, Control, Meta or Shift", word));
}

int button_bit(MouseButton button) {
  return 1 << static_cast<int>(button);
}

int modifier_bits(const std::vector<Modifier>& modifiers) {
  int bits = 0;
  for (const Modifier modifier : modifiers) bits |= 1 << static_cast<int>(modifier);
  return bits;
}

}  // namespace casement
