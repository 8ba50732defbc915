#include "casement/relay/socket_rules.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "casement/base/json.h"
#include "casement/base/quoted.h"
#include "casement/base/text.h"

namespace casement::relay {
namespace {

// The message with the values of the rule; null if it is no JSON, or has no such place.
std::optional<std::string> changed_message(const SocketRule& rule, const std::string& data) {
  Json message = Json::parse(data, nullptr, false);
  if (message.is_discarded()) return std::nullopt;
  for (const auto& [pointer, value] : rule.change) {
    const Json::json_pointer place(pointer);
    if (!message.contains(place)) return std::nullopt;
    message[place] = parse_json(value.dump());
  }
  return dump_json(message);
}

constexpr std::size_t kLongestMessage = 120;  // characters of a message

}  // namespace

SocketAnswer SocketRules::answer(const RoutedMessage& message) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const SocketRule& rule = rules_[i];
    if (rule.from != message.from) continue;
    const bool is_match = matches(rule.match, message.data);
    std::optional<std::string> data;
    if (is_match && !rule.change.empty()) data = changed_message(rule, message.data);
    const bool can_answer = is_match && (rule.change.empty() || data);
    const bool is_applied = can_answer && applies(i, message.connection);
    {
      const std::lock_guard lock(mutex_);
      Use& use = uses_[i];
      ++use.seen;
      if (is_match) ++use.matched;
      use.has_answered = use.has_answered || is_applied;
      if (!is_applied) use.newest = message.is_binary ? "binary" : json_quoted(shorten(message.data, kLongestMessage));
    }
    if (!is_applied) continue;
    return data ? SocketAnswer::text(*data).after(rule.answer.delay()) : rule.answer;
  }
  return SocketAnswer::pass();
}

bool SocketRules::applies(std::size_t index, std::uint64_t connection) {
  const std::lock_guard lock(mutex_);
  const SocketRule& rule = rules_[index];
  const int seen = ++counts_[{connection, index}];
  return seen > rule.skip && (rule.times == 0 || seen <= rule.skip + rule.times);
}

std::vector<std::string> SocketRules::unused_lines() const {
  constexpr std::size_t most = 3;
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < uses_.size() && lines.size() < most; ++i) {
    const Use& use = uses_[i];
    if (use.has_answered) continue;
    const char* const side = rules_[i].from == SocketSide::Page ? "page" : "server";
    if (use.seen == 0) {
      lines.push_back(fmt::format("rule {} saw no message of the {}", i + 1, side));
      continue;
    }
    const bool has_no_place = use.matched > 0 && !rules_[i].change.empty();
    lines.push_back(fmt::format("rule {} answered none of {} messages of the {}{}; the newest was {}", i + 1, use.seen,
                                side, has_no_place ? ", because they lack a place that 'change' names" : "",
                                use.newest));
  }
  return lines;
}

}  // namespace casement::relay
