#include "casement/relay/socket_route.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/site_rule.h"
#include "casement/site/stream_check.h"

namespace casement {
namespace {

void check(const StreamAction& action) {
  try {
    site::check_stream_action(action, true);
  } catch (const SiteRuleError& error) {
    throw Error(ErrorKind::Usage, error.message());
  }
}

// The message with the values of the rule; null if it is no JSON, or has no such place.
std::optional<std::string> changed(const SocketRule& rule, const std::string& data) {
  Json message = Json::parse(data, nullptr, false);
  if (message.is_discarded()) return std::nullopt;
  for (const auto& [pointer, value] : rule.change) {
    const Json::json_pointer place(pointer);
    if (!message.contains(place)) return std::nullopt;
    message[place] = parse_json(value.dump());
  }
  return dump_json(message);
}

// The rules, and how often each has matched in each connection.
class Rules {
 public:
  explicit Rules(std::vector<SocketRule> rules) : rules_(std::move(rules)) {}

  SocketAnswer answer(const RoutedMessage& message) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const SocketRule& rule = rules_[i];
      if (rule.from != message.from || !matches(rule.match, message.data)) continue;
      std::optional<std::string> data = rule.change.empty() ? std::nullopt : changed(rule, message.data);
      if (!rule.change.empty() && !data) continue;
      if (!applies(i, message.connection)) continue;
      if (!data) return rule.answer;
      return SocketAnswer::text(*data).after(rule.answer.delay());
    }
    return SocketAnswer::pass();
  }

 private:
  bool applies(std::size_t index, std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    const SocketRule& rule = rules_[index];
    const int seen = ++counts_[{connection, index}];
    return seen > rule.skip && (rule.times == 0 || seen <= rule.skip + rule.times);
  }

  const std::vector<SocketRule> rules_;
  std::mutex mutex_;  // connections have threads of their own
  std::map<std::pair<std::uint64_t, std::size_t>, int> counts_;
};

}  // namespace

SocketAnswer SocketAnswer::pass() {
  return {};
}

SocketAnswer SocketAnswer::text(std::string_view text) {
  check(StreamAction::text(text));
  SocketAnswer answer;
  answer.kind_ = Kind::Replace;
  answer.data_ = text;
  return answer;
}

SocketAnswer SocketAnswer::json(const JsonValue& value) {
  return text(value.dump());
}

SocketAnswer SocketAnswer::binary(std::string_view bytes) {
  SocketAnswer answer;
  answer.kind_ = Kind::Replace;
  answer.data_ = bytes;
  answer.is_binary_ = true;
  return answer;
}

SocketAnswer SocketAnswer::discard() {
  SocketAnswer answer;
  answer.kind_ = Kind::Discard;
  return answer;
}

SocketAnswer SocketAnswer::close(int code, std::string_view reason) {
  check(StreamAction::close(code, reason));
  SocketAnswer answer;
  answer.kind_ = Kind::Close;
  answer.close_code_ = code;
  answer.data_ = reason;
  return answer;
}

SocketAnswer SocketAnswer::drop() {
  SocketAnswer answer;
  answer.kind_ = Kind::Drop;
  return answer;
}

SocketAnswer SocketAnswer::after(Milliseconds delay) const {
  SocketAnswer answer = *this;
  answer.delay_ = delay;
  return answer;
}

SocketAnswer SocketAnswer::replying(std::string_view text) const {
  check(StreamAction::text(text));
  SocketAnswer answer = *this;
  answer.replies_.emplace_back(text);
  return answer;
}

SocketHandler handler_of(std::vector<SocketRule> rules) {
  return
      [all = std::make_shared<Rules>(std::move(rules))](const RoutedMessage& message) { return all->answer(message); };
}

}  // namespace casement
