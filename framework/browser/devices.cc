#include "casement/browser/devices.h"

#include <algorithm>
#include <vector>

namespace casement {
namespace {

// As Chrome says it since it says the same on all devices of a kind (chromium.org, "User-Agent
// Reduction"): no model, no minor version.
constexpr const char* kPhoneAgent =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 "
    "Mobile Safari/537.36";
constexpr const char* kTabletAgent =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 "
    "Safari/537.36";

enum class Pointing { Finger, Mouse };

Device on_device(const char* name, int width, int height, double scale, Pointing pointing,
                 const char* user_agent = "") {
  ContextOptions options;
  options.viewport_width = width;
  options.viewport_height = height;
  options.device_scale = scale;
  options.mobile = options.touch = pointing == Pointing::Finger;
  options.user_agent = user_agent;
  return {name, options};
}

}  // namespace

std::span<const Device> known_devices() {
  static const std::vector<Device> table{
      on_device("phone", 390, 760, 3, Pointing::Finger, kPhoneAgent),
      on_device("small phone", 320, 570, 2, Pointing::Finger, kPhoneAgent),
      on_device("phone landscape", 760, 340, 3, Pointing::Finger, kPhoneAgent),
      on_device("tablet", 800, 1180, 2, Pointing::Finger, kTabletAgent),
      on_device("tablet landscape", 1180, 740, 2, Pointing::Finger, kTabletAgent),
      on_device("laptop", 1366, 660, 1, Pointing::Mouse),
      on_device("desktop", 1920, 970, 1, Pointing::Mouse),
      on_device("large desktop", 2560, 1300, 2, Pointing::Mouse),
  };
  return table;
}

const Device* find_device(std::string_view name) {
  const std::span<const Device> table = known_devices();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Device& one) { return one.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace casement
