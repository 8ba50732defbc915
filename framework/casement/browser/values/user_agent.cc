#include "casement/browser/values/user_agent.h"

#include <nlohmann/json.hpp>

namespace casement {
namespace {

// An operating system: the word in the user agent, and the names in other places.
struct Platform {
  std::string_view in_agent;
  const char* hint;       // in `Sec-CH-UA-Platform`
  const char* navigator;  // in `navigator.platform`
};

// The user agent of Android also contains Linux, and that of an iPhone Mac OS X, so the specific names come first.
constexpr Platform kPlatforms[] = {
    {"Android", "Android", "Linux armv81"}, {"iPhone", "iOS", "iPhone"},       {"iPad", "iOS", "iPad"},
    {"Windows NT", "Windows", "Win32"},     {"Mac OS X", "macOS", "MacIntel"}, {"CrOS", "Chrome OS", "Linux x86_64"},
    {"Linux", "Linux", "Linux x86_64"},
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

const Platform* platform_of(std::string_view user_agent) {
  for (const Platform& one : kPlatforms) {
    if (contains(user_agent, one.in_agent)) return &one;
  }
  return nullptr;
}

std::string with_version(std::string text, const std::string& major) {
  constexpr std::string_view kVersion = "{chrome}";
  for (std::size_t at = 0; (at = text.find(kVersion, at)) != std::string::npos; at += major.size()) {
    text.replace(at, kVersion.size(), major);
  }
  return text;
}

Json brands_of(const std::string& version) {
  return {{{"brand", "Not:A-Brand"}, {"version", "8"}}, {{"brand", "Chromium"}, {"version", version}}};
}

// W3C User-Agent Client Hints, section 6.2. Only Chromium browsers have hints.
Json hints_of(std::string_view user_agent, const Platform& platform, const ClientHints& hints,
              const std::string& own_major) {
  const bool is_android = platform.in_agent == "Android";
  const bool is_mobile = contains(user_agent, "Mobile");
  Json metadata{{"platform", platform.hint},
                {"platformVersion", hints.platform_version},
                {"architecture", is_android ? "" : "x86"},
                {"bitness", is_android ? "" : "64"},
                {"model", hints.model},
                {"mobile", is_mobile},
                {"formFactors",
                 {is_mobile    ? "Mobile"
                  : is_android ? "Tablet"
                               : "Desktop"}}};
  // Without brands, Chrome reports its own.
  if (const std::string major = chrome_major(user_agent); major != own_major) {
    metadata["brands"] = brands_of(major);
    metadata["fullVersionList"] = brands_of(major + ".0.0.0");
  }
  return metadata;
}

}  // namespace

std::string chrome_major(std::string_view user_agent) {
  constexpr std::string_view kName = "Chrome/";
  const std::size_t at = user_agent.find(kName);
  if (at == std::string_view::npos) return "";
  const std::size_t begin = at + kName.size();
  return std::string(user_agent.substr(begin, user_agent.find_first_not_of("0123456789", begin) - begin));
}

Json user_agent_override(const ContextOptions& options, std::string_view own_user_agent) {
  const std::string own_major = chrome_major(own_user_agent);
  const std::string agent = with_version(options.user_agent, own_major);
  Json parameters{{"userAgent", agent}};
  if (!options.locale.empty()) parameters["acceptLanguage"] = options.locale;
  if (const Platform* platform = platform_of(agent)) {
    parameters["platform"] = platform->navigator;
    if (!chrome_major(agent).empty()) {
      parameters["userAgentMetadata"] = hints_of(agent, *platform, options.client_hints, own_major);
    }
  }
  return parameters;
}

}  // namespace casement
