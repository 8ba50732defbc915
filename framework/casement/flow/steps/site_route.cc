#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/site/site_keys.h"
#include "casement/site/stream_reader.h"
#include "casement/yaml/yaml_json.h"

namespace casement {
namespace {

// The place in the YAML to which the rule's error points.
YamlPlace place_of_problem(const YamlEntry& rule, const SiteRuleError& error) {
  if (error.pointer().empty()) return rule.key.place;
  return place_of_pointer(rule.value, error.pointer(), error.at() == SiteRuleError::At::Key).value_or(rule.key.place);
}

// Whether the text at `place` is in quotes, and would be a number or a flag without quotes.
bool is_quoted_value(const YamlEntry& rule, const YamlPlace& place) {
  for (const YamlEntry& entry : rule.value.entries) {
    const YamlNode& value = entry.value;
    if (value.place.offset != place.offset || !value.is_text() || value.plain) continue;
    const Json read = Json::parse(value.text, nullptr, false);
    return read.is_number() || read.is_boolean();
  }
  return false;
}

}  // namespace

Error error_in_step(const StepScope& scope, const SiteRuleError& error) {
  const YamlPlace place = place_of_problem(scope.entry(), error);
  const bool is_quoted = error.at() == SiteRuleError::At::Value && is_quoted_value(scope.entry(), place);
  return scope.source().error_at(place, is_quoted ? "write this without quotes" : error.message());
}

namespace {

std::string rule_title(const SiteRule& rule) {
  const std::string what = fmt::format("{}{}", rule.host, rule.path);
  switch (rule.answer) {
    case SiteRule::Answer::Never:
      return what + " never answers";
    case SiteRule::Answer::Drop:
      return what + " drops the connection";
    case SiteRule::Answer::Redirect:
      return fmt::format("{} redirects to {}", what, rule.redirect_to);
    case SiteRule::Answer::Socket:
      return what + " agrees to WebSockets";
    case SiteRule::Answer::Events:
      return what + " sends an event stream";
    default:
      return rule.status ? fmt::format("{} answers {}", what, *rule.status) : what;
  }
}

ArgSpec::Shape shape_of(const site::SiteKey& key) {
  using From = site::SiteKey::Shape;
  switch (key.shape) {
    case From::Number:
      return ArgSpec::Shape::Number;
    case From::Duration:
      return ArgSpec::Shape::Duration;
    case From::True:
      return ArgSpec::Shape::Flag;
    case From::Word:
      return ArgSpec::Shape::Word;
    case From::Headers:
      return ArgSpec::Shape::Map;
    case From::Text:
      return ArgSpec::Shape::Text;
    default:
      return ArgSpec::Shape::Any;
  }
}

// "of a rule of the site: the path of the request" for "The path of the request."
std::string help_of(const site::SiteKey& key) {
  std::string help(key.help);
  help.front() = ascii_lower(help.substr(0, 1)).front();
  if (help.ends_with('.')) help.pop_back();
  return "of a rule of the site: " + help;
}

PlannedStep plan_send(const StepScope& scope, bool is_socket) {
  const YamlEntry& entry = scope.entry();
  if (scope.main_flow().site.empty()) {
    throw scope.source().error_at(
        entry.key.place, fmt::format("'{}' sends from the flow's site, but the header has no 'site'", entry.key.text));
  }
  const StepMap map(scope);
  if (is_socket && !map.has("host")) {
    throw scope.source().error_at(entry.key.place,
                                  "'send_message' needs 'host', a host of the site, or 'url', a routed socket");
  }
  FlowEnvironment::SiteSend send{is_socket, map.some_text("host"), map.text("path", "*"), {}, scope.timeout_or_flow()};
  try {
    Json keys = to_json(scope, entry.value);
    keys.erase("host");
    keys.erase("path");
    send.action = site::read_live_action(keys, is_socket, "'" + entry.key.text + "'");
  } catch (const SiteRuleError& error) {
    throw error_in_step(scope, error);
  }
  const std::string title = fmt::format("{}{}", send.host, send.path);
  PlannedStep step;
  step.actions.push_back(scope.action(entry.key, title, entry.key.text,
                                      [send = std::move(send)](StepRun& run) { run.environment.send(send); }));
  return step;
}

PlannedStep parse_send_message(const StepScope& scope) {
  return scope.entry().value.find("url") != nullptr ? plan_send_to_socket(scope) : plan_send(scope, true);
}

PlannedStep parse_send_event(const StepScope& scope) {
  return plan_send(scope, false);
}

}  // namespace

std::span<const ArgSpec> site_route_keys() {
  static const std::vector<std::string> helps = [] {
    std::vector<std::string> texts;
    for (const site::SiteKey& key : site::site_rule_keys()) texts.push_back(help_of(key));
    return texts;
  }();
  static const std::vector<ArgSpec> keys = [] {
    std::vector<ArgSpec> made;
    for (const site::SiteKey& key : site::site_rule_keys()) {
      made.push_back({key.name, shape_of(key), helps[made.size()], key.words, static_cast<double>(key.least),
                      static_cast<double>(key.most)});
    }
    return made;
  }();
  return keys;
}

std::vector<StepSpec> send_steps() {
  using enum ArgumentShape;
  using KeyShape = ArgSpec::Shape;
  const std::vector<ArgSpec> of_both{
      by_default({"path", KeyShape::Text, "the path; * is any run of characters"}, "\"*\""),
      {"text", KeyShape::Text, "sends this text"},
      {"json", KeyShape::Any, "sends this value as JSON"},
      {"file", KeyShape::Text, "sends the content of this file in the host's folder"},
      {"drop", KeyShape::Flag, "true: ends the connection without a close, as a broken network does"},
      {"stall", KeyShape::Flag, "true: sends nothing from now on, and leaves the connection open"}};
  std::vector<ArgSpec> of_messages = of_both, of_events = of_both;
  const ArgSpec host{"host", KeyShape::Text, "the host of the socket or the stream"};
  of_events.insert(of_events.begin(), needed(host));
  of_messages.insert(of_messages.begin(), host);
  of_messages.insert(
      of_messages.begin() + 1,
      {{"url", KeyShape::Text, "instead of `host`: the address of a socket that `route_socket` routes"},
       by_default(only_beside("url", {"to", KeyShape::Word, "the receiver", {"page", "server"}}), "\"page\"")});
  of_messages.insert(of_messages.end(),
                     {{"base64", KeyShape::Text, "sends these bytes as a binary message"},
                      only_beside("file", {"binary", KeyShape::Flag, "true: as a binary message"}),
                      {"close", KeyShape::Number, "closes the socket with this code", {}, 1000, 4999},
                      only_beside("close", {"reason", KeyShape::Text, "the reason of the close"})});
  of_events.insert(of_events.end(), {{"event", KeyShape::Text, "the name of the event; `message` without it"},
                                     {"id", KeyShape::Text, "the id, which the browser sends when it connects again"},
                                     {"retry", KeyShape::Duration, "the time before the browser connects again"},
                                     {"end", KeyShape::Flag, "true: ends the stream; the browser connects again"}});
  return {{"send_message",
           Map,
           "Sends a message in the WebSockets that pages have opened at an address of the site, or at one that "
           "`route_socket` routes; waits for the first.",
           "{ host: shop.test, path: /feed, json: { price: 3 } }",
           parse_send_message,
           of_messages,
           StepBlocks::None,
           {},
           {"text", "json", "file", "base64", "close", "drop", "stall"}},
          {"send_event",
           Map,
           "Sends an event to the event streams that pages have opened at an address of the site; waits for the first.",
           "{ host: shop.test, path: /prices, event: price, text: \"3\" }",
           parse_send_event,
           of_events,
           StepBlocks::None,
           {},
           {"text", "json", "file", "end", "drop", "stall"}}};
}

PlannedStep plan_site_route(const StepScope& scope) {
  const YamlEntry& entry = scope.entry();
  if (scope.main_flow().site.empty()) {
    throw scope.source().error_at(
        entry.key.place,
        "'route' changes the flow's site, but the header has no 'site'; for requests to another server, write 'url' "
        "(with the query: \"*/orders?state=open*\") and 'fulfil'");
  }
  SiteRule rule;
  try {
    rule = parse_site_rule(to_json(scope, entry.value));
  } catch (const SiteRuleError& error) {
    throw error_in_step(scope, error);
  }
  const std::string title = rule_title(rule);
  PlannedStep step;
  step.actions.push_back(scope.action(entry.key, title, "route",
                                      [rule = std::move(rule)](StepRun& run) { run.environment.add_route(rule); }));
  return step;
}

}  // namespace casement
