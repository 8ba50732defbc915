// The keys of a rule, each with its reader. See rule_check.cc for checking rules, site_rule.cc for matching them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/site_keys.h"
#include "casement/site/site_rule.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using At = SiteRuleError::At;

// Escapes ~ and / in a name for a JSON pointer (RFC 6901 section 3).
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

// Whole numbers and booleans are their own text; a fraction is not (1.50).
std::string read_word(const Json& value, const std::string& pointer) {
  if (value.is_number_integer() || value.is_boolean()) return value.dump();
  return read_text(value, pointer);
}

std::string read_text(const Json& value, const site::SiteKey& key) {
  return read_text(value, child("", std::string(key.name)));
}

int read_number(const Json& value, const site::SiteKey& key) {
  if (value.is_number_integer() && value >= key.least && value <= key.most) return value.get<int>();
  throw SiteRuleError("'" + std::string(key.name) + "' must be a whole number from " + std::to_string(key.least) +
                          " to " + std::to_string(key.most),
                      child("", std::string(key.name)), At::Value);
}

Milliseconds read_duration(const Json& value, const site::SiteKey& key) {
  std::optional<Milliseconds> duration;
  if (value.is_string()) duration = parse_duration(value.get<std::string>());
  if (value.is_number_integer() && value >= key.least && value <= key.most) duration = Milliseconds(value.get<int>());
  if (duration && *duration <= Milliseconds(key.most)) return *duration;
  throw SiteRuleError("'" + std::string(key.name) +
                          "' must be a duration such as 300ms or 1s, or a whole number of milliseconds from " +
                          std::to_string(key.least) + " to " + std::to_string(key.most),
                      child("", std::string(key.name)), At::Value);
}

void check_true(const Json& value, const site::SiteKey& key) {
  if (value == true) return;
  throw SiteRuleError("'" + std::string(key.name) + "' can only be true; leave it out otherwise",
                      child("", std::string(key.name)), At::Value);
}

const Json& expect_map(const Json& value, const std::string& pointer) {
  if (value.is_object()) return value;
  throw SiteRuleError(
      (pointer.empty() ? "a rule" : "'" + pointer.substr(1) + "'") + " must be a map, not " + type_of(value), pointer,
      At::Value);
}

std::map<std::string, std::string> read_globs(const Json& value, const site::SiteKey& key) {
  const std::string pointer = child("", std::string(key.name));
  std::map<std::string, std::string> globs;
  for (const auto& [name, glob] : expect_map(value, pointer).items()) {
    globs[name] = read_word(glob, child(pointer, name));
  }
  return globs;
}

HttpHeaders read_headers(const Json& value, const site::SiteKey&) {
  HttpHeaders headers;
  for (const auto& [name, given] : expect_map(value, "/headers").items()) {
    const std::string pointer = child("/headers", name);
    if (!given.is_array()) {
      headers.emplace_back(name, read_word(given, pointer));
    } else {
      for (std::size_t i = 0; i < given.size(); ++i) {
        headers.emplace_back(name, read_word(given[i], child(pointer, std::to_string(i))));
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
      throw SiteRuleError("a rule can have only one answer, but '" + answer + "' and '" + key + "' are two; remove one",
                          "/" + key, At::Key);
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

void answer_with(SiteRule& rule, std::string content) {
  rule.answer = SiteRule::Answer::Content;
  rule.content = std::move(content);
}

}  // namespace

std::span<const site::SiteKey> site::site_rule_keys() {
  using Shape = SiteKey::Shape;
  using Key = SiteKey;
  static const std::vector<SiteKey> keys{
      {.name = "host",
       .shape = Shape::Text,
       .help = "The host of the request; * matches any characters.",
       .read = [](SiteRule& rule, const Json& value,
                  const Key& key) { rule.host = ascii_lower(read_text(value, key)); }},
      {.name = "path",
       .shape = Shape::Text,
       .help = "The path of the request, without the query; * matches any characters.",
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.path = read_text(value, key); }},
      {.name = "method",
       .shape = Shape::Word,
       .help = "Only requests with this method.",
       .words = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"},
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.method = read_text(value, key); }},
      {.name = "query",
       .shape = Shape::Globs,
       .help = "Query parameters with their required values.",
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.query = read_globs(value, key); }},
      {.name = "body",
       .shape = Shape::Globs,
       .help = "The data that must be posted: fields of a form, or JSON pointers (/card) into a JSON body.",
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.body = read_globs(value, key); }},
      {.name = "status",
       .shape = Shape::Number,
       .help = "The status of the answer.",
       .least = 200,
       .most = 599,
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.status = read_number(value, key); }},
      {.name = "json",
       .shape = Shape::Any,
       .help = "The body of the answer, as JSON.",
       .read = [](SiteRule& rule, const Json& value, const Key&) { answer_with(rule, dump_json(value)); }},
      {.name = "text",
       .shape = Shape::Text,
       .help = "The body of the answer, a text.",
       .read = [](SiteRule& rule, const Json& value, const Key& key) { answer_with(rule, read_text(value, key)); }},
      {.name = "file",
       .shape = Shape::Text,
       .help = "The body of the answer, a file in the host's folder.",
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.file = read_text(value, key); }},
      {.name = "redirect",
       .shape = Shape::Text,
       .help = "The URL to redirect to.",
       .read =
           [](SiteRule& rule, const Json& value, const Key& key) {
             rule.answer = SiteRule::Answer::Redirect;
             rule.redirect_to = read_text(value, key);
           }},
      {.name = "never",
       .shape = Shape::True,
       .help = "Accepts the request and never answers.",
       .read =
           [](SiteRule& rule, const Json& value, const Key& key) {
             check_true(value, key);
             rule.answer = SiteRule::Answer::Never;
           }},
      {.name = "drop",
       .shape = Shape::True,
       .help = "Ends the connection without an answer.",
       .read =
           [](SiteRule& rule, const Json& value, const Key& key) {
             check_true(value, key);
             rule.answer = SiteRule::Answer::Drop;
           }},
      {.name = "headers",
       .shape = Shape::Headers,
       .help = "Headers of the answer; they replace the server's own.",
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.headers = read_headers(value, key); }},
      {.name = "delay",
       .shape = Shape::Duration,
       .help = "The delay before the answer. A number without a unit is in milliseconds.",
       .least = 0,
       .most = 600'000,
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.delay = read_duration(value, key); }},
      {.name = "content_type",
       .shape = Shape::Text,
       .help = "The content type of the answer.",
       .read = [](SiteRule& rule, const Json& value, const Key& key) { rule.content_type = read_text(value, key); }}};
  return keys;
}

SiteRule parse_site_rule(const Json& keys) {
  expect_map(keys, "");
  SiteRule rule;
  const std::span<const site::SiteKey> known = site::site_rule_keys();
  for (const auto& [name, value] : keys.items()) {
    if (std::ranges::find(known, name, &site::SiteKey::name) != known.end()) continue;
    const std::string meant = nearest_word(name, site::names_of(known));
    throw SiteRuleError(
        "unknown key '" + shorten(name, 40) + "'" + (meant.empty() ? " in a rule" : " (did you mean '" + meant + "'?)"),
        child("", name), At::Key);
  }
  refuse_contradictions(keys);
  for (const auto& [name, value] : keys.items()) {
    const auto key = std::ranges::find(known, name, &site::SiteKey::name);
    key->read(rule, value, *key);
  }
  if (rule.content_type.empty() && rule.answer == SiteRule::Answer::Content) {
    rule.content_type = keys.contains("json") ? "application/json" : "text/plain; charset=utf-8";
  }
  check_site_rule(rule);
  return rule;
}

}  // namespace casement
