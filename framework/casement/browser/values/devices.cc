#include "casement/browser/values/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "casement/base/text.h"

namespace casement {
namespace {

enum class System { AndroidPhone, AndroidTablet, Iphone, Ipad, Desktop };
using enum System;

// Chrome's reduced user agent, without model and minor version (chromium.org, "User-Agent Reduction"). All devices of a
// kind have the same one. Safari on an iPad requests the pages of a Mac (iPadOS 13, "Request Desktop Website").
std::string user_agent_on(System system, std::string_view version) {
  switch (system) {
    case AndroidPhone:
    case AndroidTablet:
      return fmt::format(
          "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{{chrome}}.0.0.0 "
          "{}Safari/537.36",
          system == AndroidPhone ? "Mobile " : "");
    case Iphone: {
      std::string underscored(version);
      std::replace(underscored.begin(), underscored.end(), '.', '_');
      return fmt::format(
          "Mozilla/5.0 (iPhone; CPU iPhone OS {} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{} "
          "Mobile/15E148 Safari/604.1",
          underscored, version);
    }
    case Ipad:
      return fmt::format(
          "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{} "
          "Safari/605.1.15",
          version);
    case Desktop:
      return "";
  }
  return "";
}

struct Size {  // CSS pixels
  int width, height;
};

Device on_device(std::string name, System system, Size size, double scale, std::string_view version = "",
                 std::string model = "") {
  ContextOptions options;
  options.viewport_width = size.width;
  options.viewport_height = size.height;
  options.device_scale = scale;
  options.mobile = options.touch = system != Desktop;
  options.user_agent = user_agent_on(system, version);
  if (system == AndroidPhone || system == AndroidTablet) {
    options.client_hints = {std::move(model), fmt::format("{}.0.0", version)};
  }
  return {std::move(name), options};
}

const std::vector<Device>& kinds() {
  static const std::vector<Device> table{
      on_device("phone", AndroidPhone, {390, 760}, 3, "16"),
      on_device("small phone", AndroidPhone, {320, 570}, 2, "16"),
      on_device("phone landscape", AndroidPhone, {760, 340}, 3, "16"),
      on_device("tablet", AndroidTablet, {800, 1180}, 2, "16"),
      on_device("tablet landscape", AndroidTablet, {1180, 740}, 2, "16"),
      on_device("laptop", Desktop, {1366, 660}, 1),
      on_device("desktop", Desktop, {1920, 970}, 1),
      on_device("large desktop", Desktop, {2560, 1300}, 2),
  };
  return table;
}

struct Model {
  std::string_view name;
  System system;
  Size upright, landscape;  // viewport sizes: the screen without the browser's bars
  double scale;
  std::string_view version;     // version of Android or iOS
  std::string_view model = "";  // the device's own model name, if not `name`
};

// Data about the devices of three makers, as published by the npm package playwright-core (1.65.1, Apache 2.0).
constexpr Model kModels[] = {
    {"Galaxy S24", AndroidPhone, {360, 780}, {780, 360}, 3, "14", "SM-S921U"},
    {"Galaxy A55", AndroidPhone, {480, 1040}, {1040, 480}, 2.25, "14", "SM-A556B"},
    {"Galaxy Tab S9", AndroidTablet, {640, 1024}, {1024, 640}, 2.5, "14", "SM-X710"},
    {"Galaxy Z Fold 6", AndroidPhone, {928, 1004}, {1028, 876}, 2, "14", "SM-F956U"},
    {"Galaxy Z Fold 7", AndroidPhone, {984, 1016}, {1040, 932}, 2, "16", "SM-F966U"},
    {"Galaxy Z Flip 6", AndroidPhone, {360, 804}, {828, 308}, 3, "14", "SM-F741U"},
    {"Galaxy Z Flip 7", AndroidPhone, {360, 764}, {788, 308}, 3, "16", "SM-F761U"},
    {"iPad (gen 11)", Ipad, {656, 944}, {944, 656}, 2.5, "18.5"},
    {"iPad Mini", Ipad, {768, 1024}, {1024, 768}, 2, "12.2"},
    {"iPad Pro 11", Ipad, {834, 1194}, {1194, 834}, 2, "12.2"},
    {"iPhone SE (3rd gen)", Iphone, {375, 667}, {667, 375}, 2, "18.5"},
    {"iPhone 12", Iphone, {390, 664}, {750, 340}, 3, "14.4"},
    {"iPhone 12 Pro", Iphone, {390, 664}, {750, 340}, 3, "14.4"},
    {"iPhone 12 Pro Max", Iphone, {428, 746}, {832, 378}, 3, "14.4"},
    {"iPhone 12 Mini", Iphone, {375, 629}, {712, 325}, 3, "14.4"},
    {"iPhone 13", Iphone, {390, 664}, {750, 342}, 3, "15.0"},
    {"iPhone 13 Pro", Iphone, {390, 664}, {750, 342}, 3, "15.0"},
    {"iPhone 13 Pro Max", Iphone, {428, 746}, {832, 380}, 3, "15.0"},
    {"iPhone 13 Mini", Iphone, {375, 629}, {712, 327}, 3, "15.0"},
    {"iPhone 14", Iphone, {390, 664}, {750, 340}, 3, "16.0"},
    {"iPhone 14 Plus", Iphone, {428, 746}, {832, 378}, 3, "16.0"},
    {"iPhone 14 Pro", Iphone, {393, 660}, {734, 343}, 3, "16.0"},
    {"iPhone 14 Pro Max", Iphone, {430, 740}, {814, 380}, 3, "16.0"},
    {"iPhone 15", Iphone, {393, 659}, {734, 343}, 3, "17.5"},
    {"iPhone 15 Plus", Iphone, {430, 739}, {814, 380}, 3, "17.5"},
    {"iPhone 15 Pro", Iphone, {393, 659}, {734, 343}, 3, "17.5"},
    {"iPhone 15 Pro Max", Iphone, {430, 739}, {814, 380}, 3, "17.5"},
    {"iPhone 16", Iphone, {393, 659}, {734, 343}, 3, "18.7"},
    {"iPhone 16 Plus", Iphone, {430, 739}, {814, 380}, 3, "18.7"},
    {"iPhone 16 Pro", Iphone, {402, 681}, {756, 352}, 3, "18.7"},
    {"iPhone 16 Pro Max", Iphone, {440, 763}, {838, 390}, 3, "18.7"},
    {"iPhone 16e", Iphone, {390, 651}, {726, 340}, 3, "18.7"},
    {"iPhone 17", Iphone, {402, 681}, {756, 352}, 3, "18.7"},
    {"iPhone Air", Iphone, {420, 719}, {794, 370}, 3, "18.7"},
    {"iPhone 17 Pro", Iphone, {402, 681}, {756, 352}, 3, "18.7"},
    {"iPhone 17 Pro Max", Iphone, {440, 763}, {838, 390}, 3, "18.7"},
    {"iPhone 17e", Iphone, {390, 651}, {726, 340}, 3, "18.7"},
    {"Pixel 6", AndroidPhone, {412, 839}, {863, 360}, 2.625, "12"},
    {"Pixel 6 Pro", AndroidPhone, {412, 816}, {840, 360}, 3.5, "12"},
    {"Pixel 6a", AndroidPhone, {412, 839}, {863, 360}, 2.625, "12"},
    {"Pixel 7", AndroidPhone, {412, 839}, {863, 360}, 2.625, "14"},
    {"Pixel 7 Pro", AndroidPhone, {412, 816}, {840, 360}, 3.5, "13"},
    {"Pixel 7a", AndroidPhone, {412, 839}, {863, 360}, 2.625, "13"},
    {"Pixel 8", AndroidPhone, {412, 839}, {863, 360}, 2.625, "14"},
    {"Pixel 8 Pro", AndroidPhone, {448, 921}, {945, 396}, 3, "14"},
    {"Pixel 8a", AndroidPhone, {412, 839}, {863, 360}, 2.625, "14"},
    {"Pixel 9", AndroidPhone, {360, 732}, {756, 308}, 3, "14"},
    {"Pixel 9 Pro", AndroidPhone, {427, 876}, {900, 375}, 3, "14"},
    {"Pixel 9 Pro XL", AndroidPhone, {448, 921}, {945, 396}, 3, "14"},
    {"Pixel 10", AndroidPhone, {360, 732}, {756, 308}, 3, "16"},
    {"Pixel 10 Pro", AndroidPhone, {427, 876}, {900, 375}, 3, "16"},
    {"Pixel 10 Pro XL", AndroidPhone, {448, 921}, {945, 396}, 3, "16"},
};

std::vector<Device> all_devices() {
  std::vector<Device> all = kinds();
  for (const Model& one : kModels) {
    const std::string name(one.name), model(one.model.empty() ? one.name : one.model);
    all.push_back(on_device(name, one.system, one.upright, one.scale, one.version, model));
    all.push_back(on_device(name + " landscape", one.system, one.landscape, one.scale, one.version, model));
  }
  return all;
}

}  // namespace

std::span<const Device> device_kinds() {
  return kinds();
}

std::span<const Device> known_devices() {
  static const std::vector<Device> table = all_devices();
  return table;
}

const Device* find_device(std::string_view name) {
  const std::span<const Device> table = known_devices();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Device& one) { return one.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::string device_hint(std::string_view name) {
  std::vector<std::string> names, kinds;
  for (const Device& one : known_devices()) names.push_back(one.name);
  for (const Device& one : device_kinds()) kinds.push_back(one.name);
  const std::string nearest = nearest_word(name, names);
  return nearest.empty()
             ? fmt::format("; known devices: {}, and models such as iPhone 16, Pixel 10, Galaxy S24", join(kinds, ", "))
             : fmt::format(" (did you mean '{}'?)", nearest);
}

}  // namespace casement
