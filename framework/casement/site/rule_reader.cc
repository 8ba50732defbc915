// The keys of a rule, each with its reader. See rule_check.cc for checking rules, site_rule.cc for matching them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/rule_reads.h"
#include "casement/site/site_keys.h"
#include "casement/site/site_rule.h"
#include "casement/site/stream_check.h"
#include "casement/site/stream_reader.h"

namespace casement::site {
namespace {

using At = SiteRuleError::At;

HttpHeaders read_headers(const Json& value, const std::string& place) {
  HttpHeaders headers;
  for (const auto& [name, given] : expect_map(value, place).items()) {
    const std::string pointer = child(place, name);
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
  const std::string answer = only_one_of(keys, site_answer_keys(), "", "a rule can have only one answer");
  const auto refuse = [&](const std::string& key) {
    if (!keys.contains(key)) return;
    throw SiteRuleError("'" + key + "' has no meaning beside '" + answer + "'", "/" + key, At::Key);
  };
  const bool silent = answer == "never" || answer == "drop";
  const bool is_stream = answer == "socket" || answer == "events";
  if (silent || is_stream) refuse("status");
  if (silent) refuse("headers");
  if (answer == "never") refuse("delay");
  if (silent || is_stream || answer == "redirect") refuse("content_type");
  if (answer == "socket") {
    refuse("method");
    refuse("body");
  }
}

void answer_with(SiteRule& rule, std::string content) {
  rule.answer = SiteRule::Answer::Content;
  rule.content = std::move(content);
}

}  // namespace

std::span<const SiteKey> site_rule_keys() {
  using Shape = SiteKey::Shape;
  using Key = SiteKey;
  static const std::vector<SiteKey> keys{
      {.name = "host",
       .shape = Shape::Text,
       .help = "The host of the request; * matches any characters.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.host = ascii_lower(read_text(value, at)); }},
      {.name = "path",
       .shape = Shape::Text,
       .help = "The path of the request, without the query; * matches any characters.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.path = read_text(value, at); }},
      {.name = "method",
       .shape = Shape::Word,
       .help = "Only requests with this method.",
       .words = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"},
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.method = read_text(value, at); }},
      {.name = "query",
       .shape = Shape::Globs,
       .help = "Query parameters with their required values.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.query = read_words(value, at); }},
      {.name = "body",
       .shape = Shape::Globs,
       .help = "The data that must be posted: fields of a form, or JSON pointers (/card) into a JSON body.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.body = read_words(value, at); }},
      {.name = "status",
       .shape = Shape::Number,
       .help = "The status of the answer.",
       .least = 200,
       .most = 599,
       .read = [](SiteRule& rule, const Json& value, const Key& key,
                  const std::string& at) { rule.status = read_number(value, key, at); }},
      {.name = "json",
       .shape = Shape::Any,
       .help = "The body of the answer, as JSON.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string&) { answer_with(rule, dump_json(value)); }},
      {.name = "text",
       .shape = Shape::Text,
       .help = "The body of the answer, a text.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { answer_with(rule, read_text(value, at)); }},
      {.name = "file",
       .shape = Shape::Text,
       .help = "The body of the answer, a file in the host's folder.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.file = read_text(value, at); }},
      {.name = "redirect",
       .shape = Shape::Text,
       .help = "The URL to redirect to.",
       .read =
           [](SiteRule& rule, const Json& value, const Key&, const std::string& at) {
             rule.answer = SiteRule::Answer::Redirect;
             rule.redirect_to = read_text(value, at);
           }},
      {.name = "never",
       .shape = Shape::True,
       .help = "Accepts the request and never answers.",
       .read =
           [](SiteRule& rule, const Json& value, const Key&, const std::string& at) {
             check_true(value, at);
             rule.answer = SiteRule::Answer::Never;
           }},
      {.name = "drop",
       .shape = Shape::True,
       .help = "Ends the connection without an answer.",
       .read =
           [](SiteRule& rule, const Json& value, const Key&, const std::string& at) {
             check_true(value, at);
             rule.answer = SiteRule::Answer::Drop;
           }},
      {.name = "headers",
       .shape = Shape::Headers,
       .help = "Headers of the answer; they replace the server's own.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.headers = read_headers(value, at); }},
      {.name = "delay",
       .shape = Shape::Duration,
       .help = "The delay before the answer. A number without a unit is in milliseconds.",
       .least = 0,
       .most = kLongestDelay,
       .read = [](SiteRule& rule, const Json& value, const Key& key,
                  const std::string& at) { rule.delay = read_duration(value, key, at); }},
      {.name = "content_type",
       .shape = Shape::Text,
       .help = "The content type of the answer.",
       .read = [](SiteRule& rule, const Json& value, const Key&,
                  const std::string& at) { rule.content_type = read_text(value, at); }},
      {.name = "socket",
       .shape = Shape::Socket,
       .help = "Agrees to WebSockets, and sends messages; see below. Other requests do not match.",
       .read =
           [](SiteRule& rule, const Json& value, const Key&, const std::string& at) {
             rule.answer = SiteRule::Answer::Socket;
             rule.socket = read_socket(value, at);
           }},
      {.name = "events",
       .shape = Shape::Events,
       .help = "Responds with an event stream (text/event-stream); see below.",
       .read = [](SiteRule& rule, const Json& value, const Key&, const std::string& at) {
         rule.answer = SiteRule::Answer::Events;
         rule.events = read_events(value, at);
       }}};
  return keys;
}

}  // namespace casement::site

namespace casement {

SiteRule parse_site_rule(const Json& keys) {
  using namespace site;  // NOLINT(google-build-using-namespace)
  expect_map(keys, "");
  SiteRule rule;
  const std::span<const SiteKey> known = site_rule_keys();
  check_known(keys, known, "", "a rule");
  refuse_contradictions(keys);
  for (const auto& [name, value] : keys.items()) {
    const auto key = std::ranges::find(known, name, &SiteKey::name);
    key->read(rule, value, *key, child("", name));
  }
  if (rule.content_type.empty() && rule.answer == SiteRule::Answer::Content) {
    rule.content_type = keys.contains("json") ? "application/json" : "text/plain; charset=utf-8";
  }
  check_site_rule(rule);
  return rule;
}

}  // namespace casement
