#include "casement/site/site_keys.h"

namespace casement::site {

using Shape = SiteKey::Shape;

std::span<const SiteKey> site_keys() {
  static const std::vector<SiteKey> keys{
      {"hosts", Shape::Hosts,
       "Host names, each with a folder beside this file; empty for a host that only rules answer."},
      {"tls", Shape::HostList, "Hosts that also answer https://."},
      {"rules", Shape::Rules, "Answers that replace files; the first rule that matches a request is used."}};
  return keys;
}

std::span<const std::string> site_answer_keys() {
  static const std::vector<std::string> keys{"json", "text", "file", "redirect", "never", "drop", "socket", "events"};
  return keys;
}

std::vector<std::string> names_of(std::span<const SiteKey> keys) {
  std::vector<std::string> names;
  for (const SiteKey& key : keys) names.emplace_back(key.name);
  return names;
}

}  // namespace casement::site
