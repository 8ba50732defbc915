#include "casement/expect/message_wait.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/text.h"
#include "casement/browser/page/socket_log.h"
#include "casement/expect/page_waits.h"

namespace casement {
namespace {

using Direction = SocketMessage::Direction;

const char* verb_of(Direction direction) {
  return direction == Direction::Sent ? "sent to" : "received from";
}

std::string quoted(const SocketMessage& message) {
  if (message.binary) return fmt::format("{} bytes", message.bytes);
  return dump_json(Json(shorten(message.data, 200)));
}

}  // namespace

MessageSearch::MessageSearch(std::string_view url_glob, MessagePattern pattern, EventNumber since)
    : url_glob_(url_glob), pattern_(std::move(pattern)), searched_(since) {
  if (pattern_.text) text_.emplace(*pattern_.text);
  for (const auto& [pointer, value] : pattern_.json) check_json_pointer(pointer);
}

bool MessageSearch::matches(const SocketRecord& socket, const SocketMessage& message) const {
  if (!glob_match(url_glob_, socket.url)) return false;
  if (pattern_.direction && message.direction != *pattern_.direction) return false;
  if ((text_ || !pattern_.json.empty()) && message.binary) return false;
  if (text_ && !text_->matches(to_valid_utf8(message.data))) return false;
  if (pattern_.json.empty()) return true;
  const Json whole = Json::parse(message.data, nullptr, false);
  return std::ranges::all_of(pattern_.json, [&](const auto& expected) {
    const Json::json_pointer place(expected.first);
    return whole.contains(place) && expected.second == whole.at(place);
  });
}

const std::optional<SocketMessage>& MessageSearch::find(PageSession& page) {
  if (failure_) std::rethrow_exception(failure_);
  if (found_) return found_;
  const SocketLog& log = page.extension<SocketLog>();
  const auto& messages = log.messages();
  for (auto at = std::ranges::upper_bound(messages, searched_, {}, &SocketMessage::number); at != messages.end();
       ++at) {
    searched_ = at->number;
    const SocketRecord* const socket = log.find(at->socket);
    if (socket == nullptr || !matches(*socket, *at)) continue;
    found_ = log.copy(*at);
    break;
  }
  return found_;
}

void MessageSearch::see(const SocketRecord& socket, const SocketMessage& message) noexcept {
  if (found_ || failure_) return;
  try {
    searched_ = message.number;
    if (!matches(socket, message)) return;
    found_ = message;
    found_->url = socket.url;
  } catch (...) {
    failure_ = std::current_exception();
  }
}

std::shared_ptr<MessageSearch> begin_message_search(PageSession& page, std::string_view url_glob,
                                                    const MessagePattern& pattern) {
  // The watcher and its search end together.
  struct Watched {
    MessageSearch search;
    SocketLog::Watcher watcher;
  };
  const auto watched =
      std::make_shared<Watched>(Watched{MessageSearch(url_glob, pattern, page.clock().now()), nullptr});
  watched->watcher = [search = &watched->search](const SocketRecord& socket, const SocketMessage& message) {
    search->see(socket, message);
  };
  page.extension<SocketLog>().watch(std::shared_ptr<const SocketLog::Watcher>(watched, &watched->watcher));
  return {watched, &watched->search};
}

std::string describe_message(std::string_view url_glob, const MessagePattern& pattern) {
  std::string words = fmt::format("message {} {}", pattern.direction ? verb_of(*pattern.direction) : "of", url_glob);
  if (pattern.text) words += " that is " + describe(*pattern.text);
  // Addresses and rules of routes have globs, texts have none.
  if (pattern.text && !pattern.text->is_regex && pattern.text->text.find('*') != std::string::npos)
    words += " (* stands for itself here; a part of a text is /part/)";
  for (std::size_t i = 0; i < pattern.json.size(); ++i) {
    words += fmt::format("{}{} at {}", i == 0 ? " with " : " and ", shorten(pattern.json[i].second.dump(), 100),
                         pattern.json[i].first);
  }
  return words;
}

std::string describe_messages(PageSession& page, EventNumber since) {
  const SocketLog& log = page.extension<SocketLog>();
  const auto& messages = log.messages();
  const auto first = std::ranges::upper_bound(messages, since, {}, &SocketMessage::number);
  const auto count = messages.end() - first;
  if (count == 0) {
    const auto open = std::ranges::count_if(log.sockets(), [](const SocketRecord& one) { return !one.closed(); });
    return fmt::format("there was none; {} {} open", open, open == 1 ? "socket is" : "sockets are");
  }
  const SocketMessage newest = log.copy(messages.back());
  std::string text =
      fmt::format("{}{} {} {}", count == 1 ? "there was only " : fmt::format("the last of {} was ", count),
                  quoted(newest), verb_of(newest.direction), shorten(newest.url, 200));
  std::size_t left_out = 0;
  for (const SocketRecord& socket : log.sockets()) left_out += socket.left_out;
  if (left_out > 0) text += fmt::format("; {} older messages are no longer stored", left_out);
  return text;
}

void await_message(PageSession& page, std::string_view url_glob, const MessagePattern& pattern, Negated negated,
                   const WaitBudget& within) {
  MessageSearch search(url_glob, pattern, 0);
  await_event(
      page, describe_message(url_glob, pattern), [&] { return search.find(page).has_value(); },
      [&] { return describe_messages(page, 0); }, negated, within);
}

}  // namespace casement
