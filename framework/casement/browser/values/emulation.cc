#include "casement/browser/values/emulation.h"

#include <fmt/format.h>

#include <cmath>

#include "casement/base/text.h"
#include "casement/browser/values/throttle.h"
#include "casement/browser/values/user_agent.h"
#include "casement/browser/values/web_origin.h"

namespace casement {
namespace {

// W3C Permissions registry → Chrome's Browser.PermissionType.
const std::map<std::string, std::string>& known_permissions() {
  static const std::map<std::string, std::string> permissions{{"accelerometer", "sensors"},
                                                              {"ambient-light-sensor", "sensors"},
                                                              {"background-sync", "backgroundSync"},
                                                              {"camera", "videoCapture"},
                                                              {"clipboard-read", "clipboardReadWrite"},
                                                              {"clipboard-write", "clipboardSanitizedWrite"},
                                                              {"geolocation", "geolocation"},
                                                              {"gyroscope", "sensors"},
                                                              {"local-fonts", "localFonts"},
                                                              {"magnetometer", "sensors"},
                                                              {"microphone", "audioCapture"},
                                                              {"midi", "midi"},
                                                              {"midi-sysex", "midiSysex"},
                                                              {"notifications", "notifications"},
                                                              {"payment-handler", "paymentHandler"},
                                                              {"persistent-storage", "durableStorage"},
                                                              {"screen-wake-lock", "wakeLockScreen"},
                                                              {"storage-access", "storageAccess"},
                                                              {"window-management", "windowManagement"}};
  return permissions;
}

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorKind::Usage, message);
}

bool has_line_break(const std::string& text) {
  return text.find_first_of(std::string("\r\n\0", 3)) != std::string::npos;
}

}  // namespace

void check_context_options(const ContextOptions& options) {
  if (const auto& place = options.geolocation) {
    if (!(std::abs(place->latitude) <= 90)) refuse("geolocation: latitude must be from -90 to 90");
    if (!(std::abs(place->longitude) <= 180)) refuse("geolocation: longitude must be from -180 to 180");
    if (!(place->accuracy >= 0)) refuse("geolocation: accuracy must not be negative");
  }
  constexpr int kLargest = 10'000'000;  // Chrome's own limit
  if (options.viewport_width < 1 || options.viewport_width > kLargest || options.viewport_height < 1 ||
      options.viewport_height > kLargest) {
    refuse(fmt::format("a viewport of {} × {} CSS pixels is invalid; use 1 to 10000000 each", options.viewport_width,
                       options.viewport_height));
  }
  if (!(options.device_scale >= 0 && options.device_scale <= 100)) {
    refuse(fmt::format("a device scale of {} is invalid; use 0 to 100", options.device_scale));
  }
  if (const std::string& medium = options.media.type; !medium.empty() && medium != "print" && medium != "screen") {
    refuse("the medium '" + shorten(to_valid_utf8(medium), 60) + "' is unknown; use print or screen");
  }
  for (const auto& [name, value] : options.extra_headers) {
    // RFC 9110 section 5.1: a token.
    const bool token =
        !name.empty() &&
        name.find_first_not_of("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
            std::string::npos;
    if (!token || has_line_break(value)) {
      refuse("the extra header '" + shorten(to_valid_utf8(name), 60) +
             "' cannot be sent, because its name or value is invalid");
    }
  }
  for (const HttpCredentials& one : options.http_credentials) {
    if (one.origin.empty()) continue;
    if (const std::string why = web_origin_problem(one.origin); !why.empty()) refuse("http_credentials: " + why);
  }
  for (const ClientCertificate& one : options.client_certificates) {
    const std::string why = tls_origin_problem(one.origin);
    if (!why.empty()) refuse("client_certificates: " + why);
  }
  if (has_line_break(options.user_agent)) refuse("a user agent must not contain line breaks");
  if (!is_attribute_name(options.test_id_attribute)) {
    refuse("'" + shorten(to_valid_utf8(options.test_id_attribute), 60) + "' is not an attribute name such as data-qa");
  }
  for (const NetworkThrottle& throttle : options.throttles) check_throttle(throttle);
  check_cpu_slowdown(options.cpu_slowdown);
  chrome_permissions(options);
}

bool is_attribute_name(std::string_view name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  return !name.empty() && letters.find(name.front()) != name.npos &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-:.") == name.npos;
}

Json chrome_permissions(const ContextOptions& options) {
  Json names = Json::array();
  if (options.geolocation) names.push_back("geolocation");
  for (const std::string& name : options.permissions) {
    const auto known = known_permissions().find(name);
    if (known == known_permissions().end()) {
      std::vector<std::string> all;
      for (const auto& [one, unused] : known_permissions()) all.push_back(one);
      const std::string meant = nearest_word(name, all);
      refuse("unknown permission '" + shorten(to_valid_utf8(name), 60) + "'" +
             (meant.empty() ? "; known permissions: " + join(all, ", ") : " (did you mean '" + meant + "'?)"));
    }
    names.push_back(known->second);
  }
  return names;
}

cdp::Command offline_command(bool offline, const cdp::SessionId& session) {
  return {session,
          "Network.emulateNetworkConditions",
          {{"offline", offline}, {"latency", 0}, {"downloadThroughput", -1}, {"uploadThroughput", -1}},
          nullptr};
}

cdp::Command geolocation_command(const std::optional<Geolocation>& place, const cdp::SessionId& session) {
  if (!place) return {session, "Emulation.clearGeolocationOverride", Json::object(), nullptr};
  return {session,
          "Emulation.setGeolocationOverride",
          {{"latitude", place->latitude}, {"longitude", place->longitude}, {"accuracy", place->accuracy}},
          nullptr};
}

cdp::Command headers_command(const std::map<std::string, std::string>& headers, const cdp::SessionId& session) {
  return {session, "Network.setExtraHTTPHeaders", {{"headers", headers}}, nullptr};
}

cdp::Command viewport_command(const ContextOptions& options, const cdp::SessionId& session) {
  return {session,
          "Emulation.setDeviceMetricsOverride",
          {{"width", options.viewport_width},
           {"height", options.viewport_height},
           {"deviceScaleFactor", options.device_scale},
           {"mobile", options.mobile}},
          nullptr};
}

cdp::Command own_viewport_command(const cdp::SessionId& session) {
  return {session, "Emulation.clearDeviceMetricsOverride", Json::object(), nullptr};
}

cdp::Command media_command(const Media& media, const cdp::SessionId& session) {
  Json features = Json::array();
  const auto say = [&](const char* name, const char* value) { features.push_back({{"name", name}, {"value", value}}); };
  if (media.colour_scheme) {
    say("prefers-color-scheme", *media.colour_scheme == ColourScheme::Dark ? "dark" : "light");
  }
  if (media.contrast) say("prefers-contrast", *media.contrast == Contrast::More ? "more" : "less");
  if (media.forced_colours) say("forced-colors", "active");
  if (media.reduced_motion) say("prefers-reduced-motion", "reduce");
  return {session, "Emulation.setEmulatedMedia", {{"media", media.type}, {"features", std::move(features)}}, nullptr};
}

cdp::Command throttling_command(double rate, const cdp::SessionId& session) {
  return {session, "Emulation.setCPUThrottlingRate", {{"rate", rate}}, nullptr};
}

std::vector<cdp::Command> emulation_commands(const ContextOptions& options, const cdp::SessionId& session,
                                             bool main_session, const std::string& own_user_agent) {
  std::vector<cdp::Command> commands;
  const auto add = [&](std::string method, Json params) {
    commands.push_back({session, std::move(method), std::move(params), nullptr});
  };
  if (main_session) {
    // Always set the viewport, because the window size of new headless includes the window's frame. Chrome refuses the
    // command for frames, whose size the page determines anyway.
    commands.push_back(viewport_command(options, session));
  }
  if (!options.locale.empty()) add("Emulation.setLocaleOverride", {{"locale", options.locale}});
  if (!options.locale.empty() || !options.user_agent.empty()) {
    add("Emulation.setUserAgentOverride", user_agent_override(options, own_user_agent));
  }
  if (!options.time_zone.empty()) {
    add("Emulation.setTimezoneOverride", {{"timezoneId", options.time_zone}});
  }
  // Chrome stores one location per page; the end of a frame's session would clear the location.
  if (options.geolocation && main_session) {
    commands.push_back(geolocation_command(options.geolocation, session));
  }
  if (options.touch) {
    add("Emulation.setTouchEmulationEnabled", {{"enabled", true}, {"maxTouchPoints", 5}});
  }
  if (options.media != Media{}) commands.push_back(media_command(options.media, session));
  if (!options.javascript) add("Emulation.setScriptExecutionDisabled", {{"value", true}});
  if (options.bypass_csp) add("Page.setBypassCSP", {{"enabled", true}});
  if (!options.extra_headers.empty()) {
    commands.push_back(headers_command(options.extra_headers, session));
  }
  if (options.offline || !options.throttles.empty()) {
    for (cdp::Command& command : network_condition_commands(options, session)) commands.push_back(std::move(command));
  }
  if (options.ignore_https_errors) add("Security.setIgnoreCertificateErrors", {{"ignore", true}});
  return commands;
}

}  // namespace casement
