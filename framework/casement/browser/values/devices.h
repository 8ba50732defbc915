// Named devices that a page can be shown on. Plain data; any thread may call these functions.
#pragma once

#include <span>
#include <string>

#include "casement/browser/values/context_options.h"

namespace casement {

struct Device {  // a device with the options that emulate it
  std::string name = {};
  ContextOptions options = {};  // only viewport, scale, touch, mobile viewport, user agent and hints are set
};

// Generic devices: some phones, tablets and computers.
std::span<const Device> device_kinds();
// The generic devices, and models such as "iPhone 16" and "Pixel 10 landscape".
std::span<const Device> known_devices();
// nullptr if the name is unknown.
const Device* find_device(std::string_view name);
// The end of the sentence "there is no device 'name'": " (did you mean …?)", or the list of devices.
std::string device_hint(std::string_view name);

}  // namespace casement
