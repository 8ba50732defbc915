#include "casement/grid/capabilities.h"

#include <cerrno>
#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"

namespace casement::grid {
namespace {

constexpr std::size_t kLongestCapabilities = 1024 * 1024;
constexpr const char* kChromeOptions = "goog:chromeOptions";

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorKind::Usage, "the capabilities for the Grid cannot be used: " + why +
                                    "; write a JSON object: {\"platformName\": \"linux\"}");
}

// The key for the options of a browser that is based on Chrome.
std::string options_key(const std::string& browser) {
  return browser == "MicrosoftEdge" ? "ms:edgeOptions" : kChromeOptions;
}

void merge(Json& into, const Json& own) {
  for (const auto& [key, value] : own.items()) {
    Json& place = into[key];
    if (place.is_object() && value.is_object())
      merge(place, value);
    else if (key == "args" && place.is_array() && value.is_array())
      place.insert(place.end(), value.begin(), value.end());
    else
      place = value;
  }
}

Json read_own(const std::string& text) {
  if (text.empty()) return Json::object();
  Json own;
  try {
    own = parse_json(text);
  } catch (const Error& error) {
    refuse(error.message());
  }
  if (!own.is_object()) refuse("they are not a JSON object");
  if (const auto whole = own.find("capabilities"); whole != own.end() && whole->is_object()) own = Json(*whole);
  if (const auto first = own.find("firstMatch"); first != own.end()) {
    refuse("\"firstMatch\" has several alternatives; give one, as \"alwaysMatch\"");
  }
  if (const auto always = own.find("alwaysMatch"); always != own.end()) {
    if (!always->is_object()) refuse("\"alwaysMatch\" is not an object");
    own = Json(*always);
  }
  return own;
}

}  // namespace

SessionBody session_body(const Wanted& wanted) {
  const Json own = read_own(wanted.own);
  std::string browser = wanted.browser;
  if (const auto named = own.find("browserName"); named != own.end() && named->is_string()) browser = *named;
  Json always{{"browserName", browser}};
  if (!wanted.version.empty()) always["browserVersion"] = wanted.version;
  if (!wanted.platform.empty()) always["platformName"] = wanted.platform;
  if (!wanted.name.empty()) always["se:name"] = wanted.name;
  if (!wanted.arguments.empty()) always[options_key(browser)]["args"] = wanted.arguments;
  merge(always, own);
  const auto name = always.find("se:name");
  return {dump_json({{"capabilities", {{"alwaysMatch", always}}}}),
          name != always.end() && name->is_string() ? name->get<std::string>() : ""};
}

std::string read_capabilities(const std::string& written) {
  if (!written.starts_with('@')) return written;
  const std::string file = written.substr(1);
  if (auto text = read_whole_file(file, kLongestCapabilities)) return *std::move(text);
  throw Error(ErrorKind::Usage, "the capabilities for the Grid cannot be read from " +
                                    shorten(to_valid_utf8(file), 200) + ": " + system_message(errno));
}

}  // namespace casement::grid
