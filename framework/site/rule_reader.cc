// Reading and checking rules; matching them is site_rule.cc.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/http_reader.h"
#include "casement/site/site_keys.h"
#include "casement/site/site_rule.h"
#include "casement/site/static_file.h"

namespace casement {
namespace {

using At = SiteRuleError::At;

constexpr int kMaxDelay = 600'000;  // ms

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = site::names_of(site::site_rule_keys());
  return keys;
}

const site::SiteKey& key_named(std::string_view name) {
  const std::span<const site::SiteKey> keys = site::site_rule_keys();
  return *std::ranges::find(keys, name, &site::SiteKey::name);
}

// Names are data; only ~ and / need care in a pointer (RFC 6901 section 3).
std::string child(const std::string& pointer, const std::string& name) {
  return (Json::json_pointer(pointer) / name).to_string();
}

std::string type_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "nothing";
    case Json::value_t::object:
      return "a map";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::string:
      return "text";
    case Json::value_t::boolean:
      return "true or false";
    default:
      return "a number";
  }
}

std::string read_text(const Json& value, const std::string& pointer) {
  if (value.is_string()) return value.get<std::string>();
  const std::string name = pointer.substr(pointer.rfind('/') + 1);
  throw SiteRuleError("'" + name + "' must be text, not " + type_of(value) +
                          (value.is_primitive() && !value.is_null() ? "; put it in quotes" : ""),
                      pointer, At::Value);
}

int read_number(const Json& value, const std::string& pointer, int least, int most) {
  if (value.is_number_integer() && value >= least && value <= most) return value.get<int>();
  throw SiteRuleError("'" + pointer.substr(1) + "' must be a whole number from " + std::to_string(least) + " to " +
                          std::to_string(most),
                      pointer, At::Value);
}

bool read_true(const Json& value, const std::string& pointer) {
  if (value == true) return true;
  throw SiteRuleError("'" + pointer.substr(1) + "' can only be true; leave it out otherwise", pointer, At::Value);
}

const Json& expect_map(const Json& value, const std::string& pointer) {
  if (value.is_object()) return value;
  throw SiteRuleError(
      (pointer.empty() ? "a rule" : "'" + pointer.substr(1) + "'") + " must be a map, not " + type_of(value), pointer,
      At::Value);
}

std::map<std::string, std::string> read_globs(const Json& value, const std::string& pointer) {
  std::map<std::string, std::string> globs;
  for (const auto& [name, glob] : expect_map(value, pointer).items()) {
    globs[name] = read_text(glob, child(pointer, name));
  }
  return globs;
}

HttpHeaders read_headers(const Json& value) {
  HttpHeaders headers;
  for (const auto& [name, given] : expect_map(value, "/headers").items()) {
    const std::string pointer = child("/headers", name);
    if (!given.is_array()) {
      headers.emplace_back(name, read_text(given, pointer));
    } else {
      for (std::size_t i = 0; i < given.size(); ++i) {
        headers.emplace_back(name, read_text(given[i], child(pointer, std::to_string(i))));
      }
    }
  }
  return headers;
}

void refuse_contradictions(const Json& keys) {
  std::string answer;
  for (const std::string& key : site::site_answer_keys()) {
    if (!keys.contains(key)) continue;
    if (!answer.empty()) {
      throw SiteRuleError("a rule has one answer, but '" + answer + "' and '" + key + "' are two", "/" + key, At::Key);
    }
    answer = key;
  }
  const auto refuse = [&](const std::string& key) {
    if (!keys.contains(key)) return;
    throw SiteRuleError("'" + key + "' has no meaning beside '" + answer + "'", "/" + key, At::Key);
  };
  const bool silent = answer == "never" || answer == "drop";
  if (silent) refuse("status");
  if (silent) refuse("headers");
  if (answer == "never") refuse("delay");
  if (silent || answer == "redirect") refuse("content_type");
}

void read_key(SiteRule& rule, const std::string& key, const Json& value) {
  const std::string at = "/" + key;
  if (key == "host") rule.host = ascii_lower(read_text(value, at));
  if (key == "path") rule.path = read_text(value, at);
  if (key == "method") rule.method = read_text(value, at);
  if (key == "query") rule.query = read_globs(value, at);
  if (key == "body") rule.body = read_globs(value, at);
  if (key == "status") rule.status = read_number(value, at, 200, 599);
  if (key == "headers") rule.headers = read_headers(value);
  if (key == "delay") rule.delay = Milliseconds(read_number(value, at, 0, kMaxDelay));
  if (key == "never" && read_true(value, at)) rule.answer = SiteRule::Answer::Never;
  if (key == "drop" && read_true(value, at)) rule.answer = SiteRule::Answer::Drop;
  if (key == "file") rule.file = read_text(value, at);
  if (key == "content_type") rule.content_type = read_text(value, at);
  if (key == "redirect") {
    rule.answer = SiteRule::Answer::Redirect;
    rule.redirect_to = read_text(value, at);
  }
  if (key == "json" || key == "text") {
    rule.answer = SiteRule::Answer::Content;
    rule.content = key == "json" ? dump_json(value) : read_text(value, at);
  }
}

// The browser waits for as many bytes as these headers say, so no rule may set them.
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
    throw SiteRuleError("a path begins with '/' or '*'", "/path", At::Value);
  }
  for (const auto& [name, glob] : rule.body) {
    try {
      if (name.starts_with('/')) Json::json_pointer{name};
    } catch (const Json::exception&) {
      throw SiteRuleError("'" + name + "' is not a JSON pointer", child("/body", name), At::Key);
    }
  }
}

}  // namespace

SiteRuleError::SiteRuleError(const std::string& message, std::string pointer, At at)
    : Error(ErrorKind::Authoring, message), pointer_(std::move(pointer)), at_(at) {}

SiteRule parse_site_rule(const Json& keys) {
  expect_map(keys, "");
  for (const auto& [key, value] : keys.items()) {
    if (std::ranges::find(known_keys(), key) != known_keys().end()) continue;
    const std::string meant = nearest_word(key, known_keys());
    throw SiteRuleError(
        "unknown key '" + shorten(key, 40) + "'" + (meant.empty() ? " in a rule" : " (did you mean '" + meant + "'?)"),
        child("", key), At::Key);
  }
  refuse_contradictions(keys);
  SiteRule rule;
  for (const auto& [key, value] : keys.items()) read_key(rule, key, value);
  if (rule.content_type.empty() && rule.answer == SiteRule::Answer::Content) {
    rule.content_type = keys.contains("json") ? "application/json" : "text/plain; charset=utf-8";
  }
  check_site_rule(rule);
  return rule;
}

void check_site_rule(const SiteRule& rule) {
  using site::is_header_value;
  check_matching(rule);
  if (rule.status && (*rule.status < 200 || *rule.status > 599)) {
    throw SiteRuleError("a status is a number from 200 to 599", "/status", At::Value);
  }
  if (rule.delay < Milliseconds(0) || rule.delay > Milliseconds(kMaxDelay)) {
    throw SiteRuleError("a delay is 0 to 600000 ms", "/delay", At::Value);
  }
  if (rule.answer == SiteRule::Answer::Redirect) {
    constexpr std::array redirects{301, 302, 303, 307, 308};
    if (rule.status && std::ranges::find(redirects, *rule.status) == redirects.end()) {
      throw SiteRuleError("a redirect's status is 301, 302, 303, 307 or 308", "/status", At::Value);
    }
    if (rule.redirect_to.empty() || !is_header_value(rule.redirect_to)) {
      throw SiteRuleError("'redirect' must be a URL without control characters", "/redirect", At::Value);
    }
  }
  if (!is_header_value(rule.content_type)) {
    throw SiteRuleError("'content_type' holds a control character", "/content_type", At::Value);
  }
  if (!rule.file.empty() && !site::is_safe_relative(rule.file)) {
    throw SiteRuleError("'file' must name a file beneath the host's folder", "/file", At::Value);
  }
  for (const auto& [name, value] : rule.headers) {
    const std::string pointer = child("/headers", name);
    if (!site::is_token(name)) {
      throw SiteRuleError("'" + shorten(to_valid_utf8(name), 40) + "' is not a header name", pointer, At::Key);
    }
    if (is_framing_header(name)) {
      throw SiteRuleError("'" + name + "' is set by the server itself", pointer, At::Key);
    }
    if (!is_header_value(value)) {
      throw SiteRuleError("header '" + name + "' holds a line break or control character", pointer, At::Value);
    }
  }
}

}  // namespace casement
