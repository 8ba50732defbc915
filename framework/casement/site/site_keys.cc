#include "casement/site/site_keys.h"

namespace casement::site {

using Shape = SiteKey::Shape;

std::span<const SiteKey> site_keys() {
  static const std::vector<SiteKey> keys{
      {"hosts", Shape::Hosts,
       "Host names, each with its folder beside this file; nothing for a host that only rules answer for."},
      {"tls", Shape::HostList, "Hosts that answer https:// too."},
      {"rules", Shape::Rules, "What is answered instead of a file; the first that fits a request counts."}};
  return keys;
}

std::span<const std::string> site_answer_keys() {
  static const std::vector<std::string> keys{"json", "text", "file", "redirect", "never", "drop"};
  return keys;
}

std::vector<std::string> names_of(std::span<const SiteKey> keys) {
  std::vector<std::string> names;
  for (const SiteKey& key : keys) names.emplace_back(key.name);
  return names;
}

}  // namespace casement::site
