// Checks rules from files and from C++.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/http/reader.h"
#include "casement/site/site_keys.h"
#include "casement/site/site_rule.h"
#include "casement/site/static_file.h"
#include "casement/site/stream_check.h"

namespace casement {
namespace {

using At = SiteRuleError::At;

std::string pointer_below(const std::string& pointer, const std::string& name) {
  return (Json::json_pointer(pointer) / name).to_string();
}

const site::SiteKey& key_named(std::string_view name) {
  const std::span<const site::SiteKey> keys = site::site_rule_keys();
  return *std::ranges::find(keys, name, &site::SiteKey::name);
}

// These headers tell the browser how many bytes follow, so no rule may set them.
bool is_framing_header(std::string_view name) {
  const std::string lowered = ascii_lower(name);
  return lowered == "content-length" || lowered == "transfer-encoding" || lowered == "connection";
}

void check_matching(const SiteRule& rule) {
  const std::vector<std::string>& methods = key_named("method").words;
  if (!rule.method.empty() && std::ranges::find(methods, rule.method) == methods.end()) {
    throw SiteRuleError("'" + shorten(rule.method, 40) + "' is not one of the methods " + join(methods, ", "),
                        "/method", At::Value);
  }
  if (!rule.path.starts_with('/') && !rule.path.starts_with('*')) {
    throw SiteRuleError("a path must begin with '/' or '*'", "/path", At::Value);
  }
  for (const auto& [name, glob] : rule.body) {
    const std::string problem = name.starts_with('/') ? json_pointer_problem(name) : "";
    if (!problem.empty()) throw SiteRuleError(problem, pointer_below("/body", name), At::Key);
  }
}

}  // namespace

SiteRuleError::SiteRuleError(const std::string& message, std::string pointer, At at)
    : Error(ErrorKind::Authoring, message), pointer_(std::move(pointer)), at_(at) {}

void check_site_rule(const SiteRule& rule) {
  using http::is_header_value;
  check_matching(rule);
  const site::SiteKey &status = key_named("status"), &delay = key_named("delay");
  if (rule.status && (*rule.status < status.least || *rule.status > status.most)) {
    throw SiteRuleError(
        "a status must be a number from " + std::to_string(status.least) + " to " + std::to_string(status.most),
        "/status", At::Value);
  }
  if (rule.delay < Milliseconds(delay.least) || rule.delay > Milliseconds(delay.most)) {
    throw SiteRuleError("a delay is " + std::to_string(delay.least) + " to " + std::to_string(delay.most) + " ms",
                        "/delay", At::Value);
  }
  if (rule.answer == SiteRule::Answer::Redirect) {
    constexpr std::array redirects{301, 302, 303, 307, 308};
    if (rule.status && std::ranges::find(redirects, *rule.status) == redirects.end()) {
      throw SiteRuleError("the status of a redirect must be 301, 302, 303, 307 or 308", "/status", At::Value);
    }
    if (rule.redirect_to.empty() || !is_header_value(rule.redirect_to)) {
      throw SiteRuleError("'redirect' must be a URL without control characters", "/redirect", At::Value);
    }
  }
  if (!is_header_value(rule.content_type)) {
    throw SiteRuleError("'content_type' contains a control character", "/content_type", At::Value);
  }
  if (!rule.file.empty() && !site::is_safe_relative(rule.file)) {
    throw SiteRuleError("'file' must name a file beneath the host's folder", "/file", At::Value);
  }
  site::check_stream_actions(rule);
  for (const auto& [name, value] : rule.headers) {
    const std::string pointer = pointer_below("/headers", name);
    if (!http::is_token(name)) {
      throw SiteRuleError("'" + shorten(to_valid_utf8(name), 40) + "' is not a header name", pointer, At::Key);
    }
    if (is_framing_header(name)) {
      throw SiteRuleError("'" + name + "' is set by the server itself", pointer, At::Key);
    }
    if (!is_header_value(value)) {
      throw SiteRuleError("header '" + name + "' contains a line break or control character", pointer, At::Value);
    }
  }
}

}  // namespace casement
