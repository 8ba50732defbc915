#include "casement/trace/page_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

// The address without a user and a password (RFC 3986, section 3.2.1).
std::string without_user(std::string address) {
  const std::size_t begin = address.find("//");
  if (begin == std::string::npos) return address;
  const std::size_t end = std::min(address.find_first_of("/?#", begin + 2), address.size());
  const std::size_t at = address.substr(0, end).rfind('@');
  if (at != std::string::npos && at > begin) address.erase(begin + 2, at - begin - 1);
  return address;
}

}  // namespace

std::vector<results::Property> page_facts(const PageSession& page) {
  const PageEnvironment& environment = page.environment();
  const ContextOptions& options = environment.options;
  std::vector<results::Property> facts;
  const auto add = [&](const char* name, std::string value) {
    if (!value.empty()) facts.push_back({name, std::move(value)});
  };
  add("browser", environment.browser_version);
  add("viewport", fmt::format("{} × {}", options.viewport_width, options.viewport_height));
  if (options.device_scale > 0) add("scale", fmt::format("{:g}", options.device_scale));
  add("base address", without_user(options.base_url));
  add("time of a step", fmt::format("at most {} ms", page.default_timeout().count()));
  add("language", options.locale);
  add("time zone", options.time_zone);
  add("user agent", options.user_agent);
  if (options.mobile) add("device", "mobile");
  if (!options.javascript) add("scripts", "off");
  return facts;
}

}  // namespace casement
