#include "casement/site/live_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/http/socket_frames.h"
#include "casement/site/live_streams.h"
#include "casement/site/static_file.h"

namespace casement::site {
namespace {

constexpr std::size_t kMaxUnread = std::size_t{256} << 20;  // bytes that a client may leave unread
constexpr int kServerError = 1011;

// The text with values of the message at the places of `action.copy`; null if the message has no such value.
std::string with_copies(const StreamAction& action, const ActionCause& cause) {
  Json text = parse_json(action.content.data.value_or(""));
  Json message;
  try {
    message = parse_json(cause.data);
  } catch (const Error&) {
    message = nullptr;  // not JSON, so that it has no values
  }
  for (const auto& [into, from] : action.copy) {
    const Json::json_pointer place(from);
    text[Json::json_pointer(into)] = message.contains(place) ? message.at(place) : Json();
  }
  return dump_json(text);
}

}  // namespace

LiveStream::LiveStream(std::shared_ptr<LiveStreams> all, SiteConnection connection, std::filesystem::path folder)
    : all_(std::move(all)), connection_(std::move(connection)), folder_(std::move(folder)) {}

void LiveStream::begin(Time now) {
  const std::lock_guard lock(all_->mutex());
  reply(first_actions(), nullptr, now);
  all_->add(shared_from_this());
}

void LiveStream::receive(std::string_view bytes, Time now) {
  const std::lock_guard lock(all_->mutex());
  if (!is_cut_ && !is_over_) read(bytes, now);
}

void LiveStream::take_output(std::string& output, std::size_t limit) {
  const std::lock_guard lock(all_->mutex());
  if (is_stalled_) return;
  before_output();
  const std::size_t count = std::min(limit, output_.size() - taken_);
  output.append(output_, taken_, count);
  taken_ += count;
  if (taken_ == output_.size()) {
    output_.clear();
    if (output_.capacity() > (std::size_t{1} << 20)) output_.shrink_to_fit();
    taken_ = 0;
  }
}

void LiveStream::end() {
  const std::lock_guard lock(all_->mutex());
  connection_.is_open = false;
  schedule_.clear();
  std::string().swap(output_);
  taken_ = 0;
  note_end();
  all_->changed();
}

http::HttpStream::Wish LiveStream::advance(Time now) {
  const std::lock_guard lock(all_->mutex());
  do_what_is_due(now);
  Wish wish;
  if (is_cut_ || (close_deadline_ && now >= *close_deadline_)) {
    wish.close = Wish::Close::Now;
    return wish;
  }
  if (is_stalled_) return wish;
  before_output();
  wish.has_output = has_output();
  if (is_over_) wish.close = Wish::Close::AfterOutput;
  wish.is_client_sending = is_client_sending_;
  wish.wake_at = is_closing_ ? close_deadline_ : schedule_.next();
  return wish;
}

void LiveStream::perform(const StreamAction& action, const ActionCause* cause, Time now) {
  switch (action.kind) {
    case StreamAction::Kind::Close:
      is_closing_ = true;
      send_close(action.close_code, action.reason, now);
      break;
    case StreamAction::Kind::Drop:
      drop(now);
      break;
    case StreamAction::Kind::Stall:
      is_stalled_ = true;
      break;
    default:
      send_content(action, cause, now);
      return;
  }
  schedule_.clear();
}

// Sends the messages before the drop, but waits no longer for a client that does not read them.
void LiveStream::drop(Time now) {
  if (is_stalled_ || !has_output()) {
    is_cut_ = true;
    return;
  }
  is_closing_ = is_over_ = true;
  close_deadline_ = now + kTimeToEnd;
}

void LiveStream::send_content(const StreamAction& action, const ActionCause* cause, Time now) {
  const bool is_binary = action.is_binary || action.kind == StreamAction::Kind::Binary;
  switch (action.kind) {
    case StreamAction::Kind::Echo:
      if (cause != nullptr) send(action, cause->data, cause->is_binary);
      break;
    case StreamAction::Kind::File: {
      const FoundFile found = folder_.empty() ? FoundFile() : find_file(folder_, "/" + action.path);
      std::optional<std::string> bytes;
      if (found.kind == FoundFile::Kind::File) {
        bytes = read_whole_file(found.path.string(), http::kMaxSocketMessage);
      }
      if (bytes) {
        send(action, std::move(*bytes), is_binary);
        break;
      }
      connection_.failure = "the file " + action.path + " cannot be read, or is longer than 64 MiB";
      is_closing_ = true;
      schedule_.clear();
      send_close(kServerError, connection_.failure.substr(0, http::kMaxControlPayload - 2), now);
      break;
    }
    default:
      send(action,
           action.copy.empty() || cause == nullptr ? action.content.data.value_or("") : with_copies(action, *cause),
           is_binary);
  }
}

void LiveStream::reply(const std::vector<StreamAction>& actions, std::shared_ptr<const ActionCause> cause, Time now) {
  if (!is_active()) return;
  if (!schedule_.add(actions, std::move(cause), now)) return fail("more than 100000 actions are waiting");
  do_what_is_due(now);  // before the next message of the client is read
}

void LiveStream::do_what_is_due(Time now) {
  while (is_active()) {
    const std::optional<ActionSchedule::Due> due = schedule_.take(now);
    if (!due) break;
    perform(*due->action, due->cause.get(), now);
  }
}

void LiveStream::put(std::string_view bytes) {
  if (output_.size() - taken_ + bytes.size() > kMaxUnread) {
    return fail(fmt::format("the client left more than {} MiB unread", kMaxUnread >> 20));
  }
  output_ += bytes;
}

void LiveStream::fail(std::string why) {
  connection_.failure = std::move(why);
  schedule_.clear();
  std::string().swap(output_);
  taken_ = 0;
  is_cut_ = true;
}

}  // namespace casement::site
