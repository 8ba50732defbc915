// The devices that a visitor's page can be shown on, by name. Plain data; any thread.
#pragma once

#include <span>
#include <string>

#include "casement/browser/values/context_options.h"

namespace casement {

struct Device {  // a kind of device that people have
  std::string name = {};
  ContextOptions options = {};  // viewport, scale, touch, mobile viewport, user agent, hints; nothing else is set
};

// A few of each kind: phones, tablets, computers.
std::span<const Device> device_kinds();
// These, and models such as "iPhone 16" and "Pixel 10 landscape".
std::span<const Device> known_devices();
// nullptr where there is none of this name.
const Device* find_device(std::string_view name);
// The end of the sentence "there is no device 'name'": " (did you mean …?)", or which devices there are.
std::string device_hint(std::string_view name);

}  // namespace casement
