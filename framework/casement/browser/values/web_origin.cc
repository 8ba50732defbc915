#include "casement/browser/values/web_origin.h"

#include "casement/base/text.h"

namespace casement {

std::string web_origin_problem(const std::string& text) {
  const std::string lower = ascii_lower(text);
  const auto host = lower.find("://");
  const bool is_web = lower.starts_with("http://") || lower.starts_with("https://");
  if (is_web && lower.size() > host + 3 && lower.find_first_of("/?#@ ", host + 3) == std::string::npos) return "";
  return "'" + shorten(to_valid_utf8(text), 80) + "' is not an origin such as https://shop.test";
}

std::string tls_origin_problem(const std::string& text) {
  const std::string why = web_origin_problem(text);
  if (!why.empty() || ascii_lower(text).starts_with("https://")) return why;
  return "'" + shorten(to_valid_utf8(text), 80) + "' has no TLS; use an origin such as https://shop.test";
}

std::string canonical_origin(const std::string& origin) {
  std::string lower = ascii_lower(origin);
  const std::string_view own_port = lower.starts_with("https:") ? ":443" : ":80";
  if (lower.ends_with(own_port)) lower.resize(lower.size() - own_port.size());
  return lower;
}

}  // namespace casement
