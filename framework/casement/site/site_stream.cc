#include "casement/site/site_stream.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/site/live_streams.h"
#include "casement/site/site_rule.h"
#include "casement/site/stream_check.h"

namespace casement {
namespace {

// The deadline of a wait; zero stands for the default.
Deadline deadline_of(Milliseconds timeout) {
  return timeout.count() == 0 ? Deadline::patient(Milliseconds(5'000)) : Deadline::in(timeout);
}

}  // namespace

std::string SiteConnection::summary() const {
  std::string text = fmt::format("connection {} ({}): ", number, request.summary());
  if (is_open) {
    text += "open";
  } else {
    text += close_code == 0 ? "ended" : fmt::format("ended with code {}", close_code);
    if (!close_reason.empty()) text += " " + shorten(to_valid_utf8(close_reason), 200);
  }
  if (!failure.empty()) text += ", because " + failure;
  return text + fmt::format("; {} sent, {} received", sent, received);
}

std::shared_ptr<site::LiveStreams> site::StreamHandle::streams() const {
  std::shared_ptr<LiveStreams> streams = streams_.lock();
  if (!streams) throw Error(ErrorKind::Usage, "the fixture server has ended");
  return streams;
}

void site::StreamHandle::act(const StreamAction& action, Milliseconds timeout) const {
  try {
    check_stream_action(action, filter.is_socket);
  } catch (const SiteRuleError& error) {
    throw Error(ErrorKind::Usage, error.message());
  }
  streams()->act(filter, action, deadline_of(timeout));
}

std::vector<SiteConnection> SiteStreams::connections() const {
  return handle_->streams()->connections(handle_->filter);
}

SiteConnection SiteStreams::wait_for_connection(Milliseconds timeout) const {
  return handle_->streams()->wait_for_open(handle_->filter, deadline_of(timeout));
}

SiteConnection SiteStreams::wait_for_end(std::size_t count, Milliseconds timeout) const {
  return handle_->streams()->wait_for_end(handle_->filter, count, deadline_of(timeout));
}

void SiteStreams::act(const StreamAction& action, Milliseconds timeout) const {
  handle_->act(action, timeout);
}

void SiteStreams::drop() const {
  handle_->act(StreamAction::drop());
}

void SiteStreams::stall() const {
  handle_->act(StreamAction::stall());
}

void SiteSocket::send(std::string_view text) const {
  handle_->act(StreamAction::text(text));
}

void SiteSocket::send_json(const JsonValue& value) const {
  handle_->act(StreamAction::json(value));
}

void SiteSocket::send_binary(std::string_view bytes) const {
  handle_->act(StreamAction::binary(bytes));
}

void SiteSocket::close(int code, std::string_view reason) const {
  handle_->act(StreamAction::close(code, reason));
}

std::vector<SiteMessage> SiteSocket::messages() const {
  return handle_->streams()->messages(handle_->filter);
}

SiteMessage SiteSocket::wait_for_message(std::string_view glob, Milliseconds timeout) {
  return wait_for_message(SiteMessageMatch{.glob = std::string(glob)}, timeout);
}

SiteMessage SiteSocket::wait_for_message(const SiteMessageMatch& match, Milliseconds timeout) {
  for (const auto& [pointer, unused] : match.json) check_json_pointer(pointer);
  SiteMessage found = handle_->streams()->wait_for_message(handle_->filter, match, last_, deadline_of(timeout));
  last_ = found.number;
  return found;
}

void SiteEvents::send(std::string_view data) const {
  send(SiteEvent{.data = std::string(data)});
}

void SiteEvents::send(const SiteEvent& event) const {
  handle_->act(StreamAction::event(event));
}

void SiteEvents::send_json(const JsonValue& value) const {
  handle_->act(StreamAction::json(value));
}

void SiteEvents::end() const {
  handle_->act(StreamAction::close());
}

}  // namespace casement
