#include "casement/relay/rule_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/site/rule_reads.h"
#include "casement/site/stream_check.h"
#include "casement/site/stream_reader.h"

namespace casement::relay {
namespace {

using site::child;
using site::SiteKey;
using At = SiteRuleError::At;

const SiteKey& key_of(const std::string& name) {
  return *std::ranges::find(socket_rule_keys(), name, &SiteKey::name);
}

SocketSide read_side(const Json& rule, const std::string& place) {
  if (!rule.contains("from")) throw SiteRuleError("a rule needs 'from': page or server", place, At::Value);
  const std::string side = site::read_text(rule.at("from"), child(place, "from"));
  if (side == "page") return SocketSide::Page;
  if (side == "server") return SocketSide::Server;
  throw SiteRuleError("'from' must be page or server", child(place, "from"), At::Value);
}

// The answer without its delay.
SocketAnswer read_answer(const Json& rule, const std::string& answer, const std::string& place) {
  const std::string at = child(place, answer);
  if (answer == "text") return SocketAnswer::text(site::read_text(rule.at(answer), at));
  if (answer == "json") return SocketAnswer::text(dump_json(rule.at(answer)));
  if (answer == "base64") return SocketAnswer::binary(decode_base64(site::read_text(rule.at(answer), at)));
  if (answer == "close") {
    const std::string reason =
        rule.contains("reason") ? site::read_text(rule.at("reason"), child(place, "reason")) : "";
    return SocketAnswer::close(site::read_number(rule.at(answer), key_of(answer), at), reason);
  }
  if (answer == "discard" || answer == "drop") {
    site::check_true(rule.at(answer), at);
    return answer == "drop" ? SocketAnswer::drop() : SocketAnswer::discard();
  }
  return SocketAnswer::pass();
}

void read_change(const Json& value, const std::string& place, SocketRule& rule) {
  for (const auto& [pointer, changed] : site::expect_map(value, place).items()) {
    if (!pointer.starts_with('/')) {
      throw SiteRuleError("'change' takes JSON pointers with values: { /price: 0 }", child(place, pointer), At::Key);
    }
    rule.change.emplace(pointer, JsonValue::parse(changed.dump()));
  }
}

SocketRule read_rule(const Json& value, const std::string& place) {
  static const std::vector<std::string> answers{"text", "json", "base64", "change", "discard", "close", "drop"};
  site::check_known(site::expect_map(value, place), socket_rule_keys(), place, "a rule of 'route_socket'");
  SocketRule rule;
  rule.from = read_side(value, place);
  if (value.contains("match")) rule.match = site::read_message_match(value.at("match"), child(place, "match"));
  const std::string answer = site::only_one_of(value, answers, place, "a rule does only one thing");
  if (value.contains("reason") && answer != "close")
    throw SiteRuleError("'reason' belongs to 'close'", child(place, "reason"), At::Key);
  if (answer.empty() && !value.contains("delay")) {
    throw SiteRuleError("a rule needs one of text, json, base64, change, discard, close, drop and delay", place,
                        At::Value);
  }
  try {
    rule.answer = read_answer(value, answer, place);
  } catch (const SiteRuleError&) {
    throw;
  } catch (const Error& error) {
    throw SiteRuleError(error.message(), child(place, answer), At::Value);
  }
  if (answer == "change") read_change(value.at(answer), child(place, answer), rule);
  const auto number = [&](const char* name) {
    return value.contains(name) ? site::read_number(value.at(name), key_of(name), child(place, name)) : 0;
  };
  rule.skip = number("skip");
  rule.times = number("times");
  if (value.contains("delay")) {
    rule.answer = rule.answer.after(site::read_duration(value.at("delay"), key_of("delay"), child(place, "delay")));
  }
  return rule;
}

}  // namespace

std::span<const SiteKey> socket_rule_keys() {
  using Shape = SiteKey::Shape;
  static const std::vector<SiteKey> keys{
      {.name = "from", .shape = Shape::Word, .help = "The sender: `page` or `server`."},
      {.name = "match",
       .shape = Shape::Match,
       .help = "The messages that the rule is for, as in a rule `socket` of a site. All messages if omitted."},
      {.name = "text", .shape = Shape::Text, .help = "The receiver gets this text instead."},
      {.name = "json", .shape = Shape::Any, .help = "The receiver gets this value instead, as JSON."},
      {.name = "base64", .shape = Shape::Text, .help = "The receiver gets these bytes instead, as a binary message."},
      {.name = "change",
       .shape = Shape::Any,
       .help = "JSON pointers with values: the receiver gets the message with these values."},
      {.name = "discard", .shape = Shape::True, .help = "The receiver gets nothing."},
      {.name = "close",
       .shape = Shape::Number,
       .help = "Both sides get a close with this code.",
       .least = 1000,
       .most = 4999},
      {.name = "reason", .shape = Shape::Text, .help = "The reason of the close."},
      {.name = "drop", .shape = Shape::True, .help = "Both connections end without a close, as in a broken network."},
      {.name = "delay",
       .shape = Shape::Duration,
       .help = "The receiver gets the message, or the end, so much later; alone: the unchanged message.",
       .least = 0,
       .most = site::kLongestDelay},
      {.name = "skip",
       .shape = Shape::Number,
       .help = "Leaves the first matching messages of each connection alone.",
       .least = 0,
       .most = 1'000'000},
      {.name = "times",
       .shape = Shape::Number,
       .help = "Applies at most so often in each connection.",
       .least = 1,
       .most = 1'000'000}};
  return keys;
}

std::vector<SocketRule> read_socket_rules(const Json& value, const std::string& pointer) {
  std::vector<SocketRule> rules;
  for (const Json& rule : site::expect_list(value, pointer))
    rules.push_back(read_rule(rule, child(pointer, std::to_string(rules.size()))));
  return rules;
}

}  // namespace casement::relay
