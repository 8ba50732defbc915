#include "casement/browser/page/socket_log.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/base64.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

constexpr std::size_t kRecordingMessages = 100'000;
constexpr std::size_t kRecordingBytes = std::size_t{64} << 20;
constexpr int kText = 1, kBinary = 2;  // opcodes, RFC 6455 section 5.2

void set_text(SocketMessage& message, const std::string& text) {
  message.bytes = text.size();
  std::size_t length = std::min(text.size(), kLongestMessage);
  while (length < text.size() && length > 0 && (text[length] & 0xC0) == 0x80) --length;  // UTF-8: a continuation byte
  message.data = text.substr(0, length);
}

void set_bytes(SocketMessage& message, const std::string& base64) {
  constexpr std::size_t kLongest = kLongestMessage / 3 * 4;  // whole groups of four characters
  message.binary = true;
  const std::string_view end = std::string_view(base64).substr(base64.size() - std::min<std::size_t>(2, base64.size()));
  message.bytes = base64.size() / 4 * 3 - static_cast<std::size_t>(std::ranges::count(end, '='));
  try {
    message.data = decode_base64(std::string_view(base64).substr(0, kLongest));
  } catch (const Error&) {  // not base64: the message still counts
  }
}

// Avoids a copy, because a socket may have thousands of messages a second.
const std::string& text_in(const Json& params, const char* key) {
  static const std::string none;
  const auto found = params.find(key);
  return found != params.end() && found->is_string() ? found->get_ref<const std::string&>() : none;
}

}  // namespace

SocketLog::SocketLog(PageSession& page) : clock_(page.clock()), network_(page.network()) {
  register_events(page.events());
  register_events(page.worker_events());
}

void SocketLog::register_events(EventTable& events) {
  using Direction = SocketMessage::Direction;
  events.on("Network.requestWillBeSent", [this](const cdp::Event& event) {
    if (text_in(event.params, "type") == "EventSource") begin(event.params, SocketRecord::Kind::EventSource);
  });
  events.on("Network.eventSourceMessageReceived",
            [this](const cdp::Event& event) { on_event_of_source(event.params); });
  for (const char* const method : {"Network.loadingFinished", "Network.loadingFailed", "Network.webSocketClosed"}) {
    events.on(method, [this](const cdp::Event& event) { on_end(event.params); });
  }
  events.on("Network.webSocketCreated",
            [this](const cdp::Event& event) { begin(event.params, SocketRecord::Kind::WebSocket); });
  events.on("Network.webSocketWillSendHandshakeRequest",
            [this](const cdp::Event& event) { on_handshake(event.params); });
  events.on("Network.webSocketFrameSent", [this](const cdp::Event& event) { on_frame(event.params, Direction::Sent); });
  events.on("Network.webSocketFrameReceived",
            [this](const cdp::Event& event) { on_frame(event.params, Direction::Received); });
}

const SocketRecord* SocketLog::find(EventNumber socket) const {
  const auto at = std::ranges::lower_bound(sockets_, socket, {}, &SocketRecord::number);
  return at == sockets_.end() || at->number != socket ? nullptr : &*at;
}

SocketRecord* SocketLog::known(const Json& params) {
  if (open_.empty()) return nullptr;
  const auto found = open_.find(text_in(params, "requestId"));
  return found == open_.end() ? nullptr : found->second;
}

void SocketLog::begin(const Json& params, SocketRecord::Kind kind) {
  const RequestRecord* const request = network_.find(text_in(params, "requestId"));
  if (request == nullptr) return;
  if (const SocketRecord* before = known(params); before != nullptr) on_end(params);  // redirected
  SocketRecord socket;
  socket.number = request->number;
  socket.kind = kind;
  socket.id = request->id;
  socket.url = request->url;
  socket.place = request->place;
  socket.started = request->started;
  socket.monotonic_start = request->monotonic_start;
  if (sockets_.size() >= kMostSockets) {
    open_.erase(sockets_.front().id);
    sockets_.pop_front();
  }
  SocketRecord& added = sockets_.emplace_back(std::move(socket));  // later sockets do not move it
  open_[added.id] = &added;
}

void SocketLog::on_handshake(const Json& params) {
  SocketRecord* const socket = known(params);
  if (socket == nullptr) return;
  socket->started = params.value("wallTime", socket->started);
  socket->monotonic_start = params.value("timestamp", 0.0);
}

void SocketLog::on_frame(const Json& params, SocketMessage::Direction direction) {
  SocketRecord* const socket = known(params);
  if (socket == nullptr) return;
  const Json& frame = params.at("response");
  const int opcode = frame.value("opcode", 0);
  if (opcode != kText && opcode != kBinary) return;
  SocketMessage message;
  message.direction = direction;
  (opcode == kBinary ? set_bytes : set_text)(message, text_in(frame, "payloadData"));
  const bool is_sent = direction == SocketMessage::Direction::Sent;
  ++(is_sent ? socket->sent : socket->received);
  (is_sent ? socket->sent_bytes : socket->received_bytes) += static_cast<double>(message.bytes);
  add(*socket, std::move(message), params.value("timestamp", socket->monotonic_start));
}

void SocketLog::on_event_of_source(const Json& params) {
  SocketRecord* const socket = known(params);
  if (socket == nullptr) return;
  SocketMessage message;
  set_text(message, text_in(params, "data"));
  message.event_name = text_in(params, "eventName");
  message.event_id = text_in(params, "eventId");
  ++socket->received;
  socket->received_bytes += static_cast<double>(message.bytes);
  add(*socket, std::move(message), params.value("timestamp", socket->monotonic_start));
}

void SocketLog::on_end(const Json& params) {
  SocketRecord* const socket = known(params);
  if (socket == nullptr) return;
  open_.erase(socket->id);
  socket->end_number = clock_.tick();
  if (const RequestRecord* const request = network_.find(socket->number)) {
    socket->milliseconds = request->milliseconds;
    socket->failure = request->failure;
  }
}

void SocketLog::add(SocketRecord& socket, SocketMessage message, double timestamp) {
  message.number = clock_.tick();
  message.socket = socket.number;
  message.time = (socket.started + timestamp - socket.monotonic_start) * 1000;
  bytes_ += message.data.size();
  messages_.push_back(std::move(message));
  tell_watchers(socket, messages_.back());
  while (messages_.size() > most_messages_ || bytes_ > most_bytes_) drop_oldest();
}

void SocketLog::tell_watchers(const SocketRecord& socket, const SocketMessage& message) {
  std::erase_if(watchers_, [&](const std::weak_ptr<const Watcher>& one) {
    const std::shared_ptr<const Watcher> watcher = one.lock();
    if (watcher != nullptr) (*watcher)(socket, message);
    return watcher == nullptr;
  });
}

void SocketLog::drop_oldest() {
  const SocketMessage& oldest = messages_.front();
  const auto socket = std::ranges::lower_bound(sockets_, oldest.socket, {}, &SocketRecord::number);
  if (socket != sockets_.end() && socket->number == oldest.socket) ++socket->left_out;
  bytes_ -= oldest.data.size();
  messages_.pop_front();
}

std::vector<SocketRecord> SocketLog::copy() const {
  std::vector<SocketRecord> all(sockets_.begin(), sockets_.end());
  for (const SocketMessage& message : messages_) {
    const auto socket = std::ranges::lower_bound(all, message.socket, {}, &SocketRecord::number);
    if (socket != all.end() && socket->number == message.socket) socket->messages.push_back(copy(message));
  }
  return all;
}

SocketMessage SocketLog::copy(const SocketMessage& message) const {
  SocketMessage copied = message;
  if (const SocketRecord* const socket = find(message.socket)) copied.url = socket->url;
  return copied;
}

void SocketLog::keep_everything() {
  most_messages_ = kRecordingMessages;
  most_bytes_ = kRecordingBytes;
}

}  // namespace casement
