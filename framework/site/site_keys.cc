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

std::span<const SiteKey> site_rule_keys() {
  static const std::vector<SiteKey> keys{
      {"host", Shape::Text, "The host that is asked; * is any run of characters."},
      {"path", Shape::Text, "The path that is asked for, without the query; * is any run of characters."},
      {"method",
       Shape::Word,
       "Only requests of this method.",
       0,
       0,
       {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}},
      {"query", Shape::Globs, "Parameters of the address with what they have to be."},
      {"body", Shape::Globs, "What has to be posted: fields of a form, or JSON pointers (/card) into a JSON body."},
      {"status", Shape::Number, "The status of the answer.", 200, 599},
      {"json", Shape::Any, "The answer, as JSON."},
      {"text", Shape::Text, "The answer, a text."},
      {"file", Shape::Text, "The answer, a file of the host's folder."},
      {"redirect", Shape::Text, "The address that the browser is sent to."},
      {"never", Shape::True, "Takes the request and never answers."},
      {"drop", Shape::True, "Ends the connection without an answer."},
      {"headers", Shape::Headers, "Headers of the answer, in the place of the server's own."},
      {"delay", Shape::Number, "Milliseconds before the answer.", 0, 600'000},
      {"content_type", Shape::Text, "The answer's content type."}};
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
