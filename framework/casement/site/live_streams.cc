#include "casement/site/live_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/event_stream.h"
#include "casement/site/socket_stream.h"

namespace casement::site {
namespace {

constexpr std::size_t kMaxConnections = 1'000;  // that are remembered
constexpr std::size_t kMaxMessages = 10'000;
constexpr std::size_t kMaxMessageBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxListed = 10;

std::string address_of(const StreamFilter& filter) {
  if (!filter.url_glob.empty()) return shorten(filter.url_glob, 200);
  return fmt::format("{}{}{}", filter.is_socket ? "ws://" : "http://", filter.host, filter.path_glob);
}

std::string describe(const SiteMessageMatch& match) {
  std::string words;
  if (match.equals) words += " that is " + dump_json(Json(shorten(*match.equals, 200)));
  if (match.glob != "*") words += " that is " + dump_json(Json(shorten(match.glob, 200)));
  for (const auto& [pointer, glob] : match.json) words += fmt::format(" with {} at {}", shorten(glob, 100), pointer);
  return words;
}

bool is_for(const StreamFilter& filter, const ServedRequest& request) {
  return request.host == filter.host && glob_match(filter.path_glob, request.path);
}

double milliseconds_since_1970() {
  return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

std::shared_ptr<http::HttpStream> LiveStreams::open(const SiteRule& rule, const ServedRequest& request,
                                                    std::string protocol, std::filesystem::path folder) {
  SiteConnection connection = number_connection(request, std::move(protocol));
  if (rule.answer == SiteRule::Answer::Socket) {
    return std::make_shared<SocketStream>(shared_from_this(), std::move(connection), std::move(folder), rule.socket);
  }
  return std::make_shared<EventStream>(shared_from_this(), std::move(connection), std::move(folder), rule.events);
}

SiteConnection LiveStreams::number_connection(const ServedRequest& request, std::string protocol) {
  const std::lock_guard lock(mutex_);
  return {.number = ++last_connection_, .request = request, .protocol = std::move(protocol)};
}

void LiveStreams::add(std::shared_ptr<LiveStream> stream) {
  if (is_stopped_) return;
  if (streams_.size() >= kMaxConnections) {
    const auto oldest = std::ranges::find_if(streams_, [](const auto& one) { return one->has_ended(); });
    if (oldest != streams_.end()) streams_.erase(oldest);
  }
  streams_.push_back(std::move(stream));
  changed();
}

void LiveStreams::note_refusal(const ServedRequest& request, int status) {
  const std::lock_guard lock(mutex_);
  if (refusals_.size() == kMaxListed) refusals_.pop_front();
  refusals_.emplace_back(request, status);
}

void LiveStreams::note_failure(const std::string& url, const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (failures_.size() == kMaxListed) failures_.pop_front();
  failures_.emplace_back(url, why);
}

void LiveStreams::reset() {
  const std::lock_guard lock(mutex_);
  streams_.clear();
  messages_.clear();
  refusals_.clear();
  failures_.clear();
  message_bytes_ = 0;
}

void LiveStreams::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  streams_.clear();  // each stream holds this object
  wake_ = [] {};
  changed();
}

bool LiveStreams::is_wanted(const StreamFilter& filter, const LiveStream& stream) {
  const SiteConnection& connection = stream.connection();
  if (!filter.url_glob.empty()) return glob_match(filter.url_glob, connection.url);
  return stream.is_socket() == filter.is_socket && is_for(filter, connection.request);
}

LiveStreams::Streams LiveStreams::wanted(const StreamFilter& filter) const {
  Streams found;
  std::ranges::copy_if(streams_, std::back_inserter(found), [&](const auto& one) { return is_wanted(filter, *one); });
  return found;
}

LiveStreams::Streams LiveStreams::active(const StreamFilter& filter) const {
  Streams found = wanted(filter);
  std::erase_if(found, [](const auto& stream) { return !stream->is_active(); });
  return found;
}

bool LiveStreams::belongs(const StreamFilter& filter, const SiteMessage& message) const {
  const auto is_its = [&](const auto& stream) { return stream->connection().number == message.connection; };
  const auto stream = std::ranges::find_if(streams_, is_its);
  return stream != streams_.end() && is_wanted(filter, **stream);
}

void LiveStreams::add_message(std::uint64_t connection, const std::string& data, bool is_binary) {
  messages_.push_back({++last_message_, connection, data, is_binary, milliseconds_since_1970()});
  message_bytes_ += data.size();
  while (messages_.size() > kMaxMessages || (message_bytes_ > kMaxMessageBytes && messages_.size() > 1)) {
    message_bytes_ -= messages_.front().data.size();
    messages_.pop_front();
  }
  changed();
}

std::vector<SiteConnection> LiveStreams::connections(const StreamFilter& filter) const {
  const std::lock_guard lock(mutex_);
  std::vector<SiteConnection> found;
  for (const auto& stream : wanted(filter)) found.push_back(stream->connection());
  return found;
}

std::vector<SiteMessage> LiveStreams::messages(const StreamFilter& filter) const {
  const std::lock_guard lock(mutex_);
  std::vector<SiteMessage> found;
  std::ranges::copy_if(messages_, std::back_inserter(found), [&](const auto& one) { return belongs(filter, one); });
  return found;
}

std::vector<std::string> LiveStreams::trail(const StreamFilter& filter) const {
  std::vector<std::string> lines;
  const Streams known = wanted(filter);
  if (known.empty()) lines.emplace_back("no page has connected there");
  for (std::size_t i = known.size() - std::min(known.size(), kMaxListed); i < known.size(); ++i) {
    lines.push_back(known[i]->connection().summary());
  }
  for (const auto& [request, status] : refusals_) {
    if (!filter.is_socket || !filter.url_glob.empty() || !is_for(filter, request)) continue;
    const std::string answer = status == 0 ? "was not answered" : fmt::format("was answered with status {}", status);
    lines.push_back(fmt::format("{} {}, because no rule with 'socket' fits", request.summary(), answer));
  }
  for (const auto& [url, why] : failures_) {
    if (!filter.url_glob.empty() && glob_match(filter.url_glob, url))
      lines.push_back(fmt::format("{} was not opened: {}", shorten(url, 200), why));
  }
  std::vector<std::string> texts;
  for (auto message = messages_.rbegin(); message != messages_.rend() && texts.size() < kMaxListed; ++message) {
    if (!belongs(filter, *message)) continue;
    texts.push_back(fmt::format("message of connection {}: {}", message->connection,
                                message->is_binary ? fmt::format("{} bytes", message->data.size())
                                                   : dump_json(Json(shorten(message->data, 200)))));
  }
  lines.insert(lines.end(), texts.rbegin(), texts.rend());
  return lines;
}

template <class Condition>
void LiveStreams::wait(std::unique_lock<std::mutex>& lock, const StreamFilter& filter, const Deadline& deadline,
                       const std::string& failure, Condition condition) const {
  const auto is_over = [&] { return is_stopped_ || condition(); };
  bool is_in_time = true;
  if (deadline.is_never())
    changed_.wait(lock, is_over);
  else
    is_in_time = changed_.wait_until(lock, deadline.when(), is_over);
  if (is_stopped_) throw Error(ErrorKind::Usage, "the fixture server has ended");
  if (!is_in_time) throw Error(ErrorKind::Timeout, failure, trail(filter));
}

SiteConnection LiveStreams::wait_for_open(const StreamFilter& filter, const Deadline& deadline) const {
  std::unique_lock lock(mutex_);
  Streams open;
  wait(lock, filter, deadline, "no connection to " + address_of(filter) + " is open",
       [&] { return !(open = active(filter)).empty(); });
  return open.back()->connection();
}

SiteConnection LiveStreams::wait_for_end(const StreamFilter& filter, std::size_t count,
                                         const Deadline& deadline) const {
  std::unique_lock lock(mutex_);
  std::vector<SiteConnection> ended;
  const auto have_ended = [&] {
    ended.clear();
    for (const auto& stream : wanted(filter)) {
      if (stream->has_ended()) ended.push_back(stream->connection());
    }
    return !ended.empty() && ended.size() >= count;
  };
  wait(lock, filter, deadline,
       count < 2 ? "no connection to " + address_of(filter) + " has ended"
                 : fmt::format("fewer than {} connections to {} have ended", count, address_of(filter)),
       have_ended);
  return ended.back();
}

SiteMessage LiveStreams::wait_for_message(const StreamFilter& filter, const SiteMessageMatch& match,
                                          std::uint64_t after, const Deadline& deadline) const {
  std::unique_lock lock(mutex_);
  std::uint64_t searched = after;
  const SiteMessage* found = nullptr;
  const auto has_come = [&] {
    for (const SiteMessage& message : messages_) {
      if (message.number <= searched) continue;
      searched = message.number;
      if (!belongs(filter, message) || !matches(match, message.data)) continue;
      found = &message;
      return true;
    }
    return false;
  };
  wait(lock, filter, deadline, "no message" + describe(match) + " came to " + address_of(filter), has_come);
  return *found;
}

void LiveStreams::act(const StreamFilter& filter, const StreamAction& action, const Deadline& deadline) {
  for_each(
      filter, deadline, [&](const LiveStream& stream) { return stream.can_do(action); },
      [&](LiveStream& stream) { stream.perform(action, nullptr, Deadline::Clock::now()); });
}

void LiveStreams::for_each(const StreamFilter& filter, const Deadline& deadline,
                           const std::function<bool(LiveStream&)>& can,
                           const std::function<void(LiveStream&)>& change) {
  std::unique_lock lock(mutex_);
  Streams open;
  wait(lock, filter, deadline, "no connection to " + address_of(filter) + " is open", [&] {
    open = wanted(filter);
    std::erase_if(open, [&](const auto& stream) { return !can(*stream); });
    return !open.empty();
  });
  for (const auto& stream : open) change(*stream);
  wake_();
}

}  // namespace casement::site
