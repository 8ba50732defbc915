#include "casement/relay/relayed_socket.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::relay {
namespace {

using http::SocketOpcode;
using http::SocketSender;

constexpr std::size_t kMaxUnsent = std::size_t{256} << 20;  // bytes that the server may leave unread
constexpr std::size_t kMaxPending = 100'000;                // messages of one side that wait for their time

}  // namespace

RelayedSocket::RelayedSocket(std::shared_ptr<site::LiveStreams> all, SiteConnection connection, SocketHandler handler)
    : SocketStream(std::move(all), std::move(connection), {}, {}), handler_(std::move(handler)) {}

void RelayedSocket::receive(std::string_view bytes, Time now) {
  SocketStream::receive(bytes, now);
  decide(std::exchange(read_messages_, {}));
  if (!read_close_) return;
  const std::lock_guard lock(all_->mutex());
  enqueue(SocketSide::Page, {.kind = Pending::Kind::Close, .close = *std::exchange(read_close_, std::nullopt)});
}

// Called with the lock, by SocketStream::receive. The handler is called later and without the lock, because it may use
// handles.
void RelayedSocket::take_message(http::SocketInput input, Time) {
  const bool is_binary = input.kind == SocketOpcode::Binary;
  ++connection_.received;
  all_->add_message(connection_.number, input.data, is_binary);
  read_messages_.push_back({SocketSide::Page, std::move(input.data), is_binary, connection_.url, connection_.number});
}

void RelayedSocket::take_close(const http::SocketInput& input) {
  read_close_ = input;
  SocketStream::take_close(input);
}

void RelayedSocket::receive_from_server(std::string_view bytes, Time now) {
  Messages messages;
  std::optional<http::SocketInput> close;
  std::string problem;
  {
    const std::lock_guard lock(all_->mutex());
    if (is_server_read_) return;
    try {
      server_reader_.feed(bytes);
      close = read_server(messages);
    } catch (const http::SocketProblem& error) {
      problem = "the server broke the protocol: " + error.text;
    }
    is_server_read_ = close || !problem.empty();
  }
  decide(std::move(messages));
  const std::lock_guard lock(all_->mutex());
  if (close) enqueue(SocketSide::Server, {.kind = Pending::Kind::Close, .close = std::move(*close)});
  if (!problem.empty()) cut(std::move(problem), now);
}

// Returns the close frame, if one came.
std::optional<http::SocketInput> RelayedSocket::read_server(Messages& messages) {
  while (std::optional<http::SocketInput> input = server_reader_.next()) {
    if (input->kind == SocketOpcode::Close) return input;
    if (input->kind == SocketOpcode::Ping) {
      http::append_socket_frame(server_output_, SocketOpcode::Pong, input->data, SocketSender::Client);
    } else if (input->kind != SocketOpcode::Pong) {
      messages.push_back({SocketSide::Server, std::move(input->data), input->kind == SocketOpcode::Binary,
                          connection_.url, connection_.number});
    }
  }
  return std::nullopt;
}

void RelayedSocket::end_server(Time) {
  const std::lock_guard lock(all_->mutex());
  if (std::exchange(is_server_read_, true)) return;
  enqueue(SocketSide::Server, {.kind = Pending::Kind::End});
}

void RelayedSocket::decide(Messages messages) {
  for (RoutedMessage& message : messages) {
    Pending pending;
    std::string failure;
    if (handler_) {
      try {
        pending.answer = handler_(message);
      } catch (const std::exception& error) {
        failure = fmt::format("the handler of the route threw an exception: {}", error.what());
      }
    }
    const std::lock_guard lock(all_->mutex());
    if (!failure.empty()) return cut(std::move(failure), Deadline::Clock::now());
    const SocketSide from = message.from;
    pending.message = std::move(message);
    enqueue(from, std::move(pending));
  }
}

void RelayedSocket::enqueue(SocketSide from, Pending pending) {
  std::deque<Pending>& queue = from == SocketSide::Page ? from_page_ : from_server_;
  pending.when = Deadline::Clock::now() + pending.answer.delay();
  if (!queue.empty()) pending.when = std::max(pending.when, queue.back().when);
  queue.push_back(std::move(pending));
  if (queue.size() > kMaxPending) cut("more than 100000 messages are waiting", Deadline::Clock::now());
}

http::HttpStream::Wish RelayedSocket::advance(Time now) {
  std::optional<Time> next;
  bool is_page_gone = false;
  {
    const std::lock_guard lock(all_->mutex());
    do_what_is_due(now);
    is_page_gone = has_ended();
    for (const auto* queue : {&from_page_, &from_server_}) {
      if (!queue->empty() && (!next || queue->front().when < *next)) next = queue->front().when;
    }
  }
  Wish wish = SocketStream::advance(now);
  if (is_page_gone) wish.wake_at.reset();
  if (next && (!wish.wake_at || *next < *wish.wake_at)) wish.wake_at = next;
  return wish;
}

void RelayedSocket::do_what_is_due(Time now) {
  for (const SocketSide from : {SocketSide::Page, SocketSide::Server}) {
    std::deque<Pending>& queue = from == SocketSide::Page ? from_page_ : from_server_;
    while (!queue.empty() && queue.front().when <= now) {
      Pending pending = std::move(queue.front());
      queue.pop_front();
      apply(from, std::move(pending), now);
    }
  }
}

void RelayedSocket::apply(SocketSide from, Pending pending, Time now) {
  switch (pending.kind) {
    case Pending::Kind::Message:
      answer(from, std::move(pending), now);
      return;
    case Pending::Kind::Close:
      close_server(pending.close.code, from == SocketSide::Page ? pending.close.data : "");
      if (from == SocketSide::Server && is_active())
        perform(StreamAction::close(pending.close.code, pending.close.data), nullptr, now);
      return;
    case Pending::Kind::End:
      is_server_cut_ = true;
      if (!is_active()) return;
      connection_.failure = "the server ended the connection";
      perform(StreamAction::drop(), nullptr, now);
      return;
  }
}

void RelayedSocket::answer(SocketSide from, Pending pending, Time now) {
  const SocketAnswer& answer = pending.answer;
  const SocketSide to = from == SocketSide::Page ? SocketSide::Server : SocketSide::Page;
  for (const std::string& reply : answer.replies()) deliver(from, reply, false);
  switch (answer.kind()) {
    case SocketAnswer::Kind::Pass:
      return deliver(to, std::move(pending.message.data), pending.message.is_binary);
    case SocketAnswer::Kind::Replace:
      return deliver(to, answer.data(), answer.is_binary());
    case SocketAnswer::Kind::Discard:
      return;
    case SocketAnswer::Kind::Close:
      close_server(answer.close_code(), answer.data());
      if (is_active()) perform(StreamAction::close(answer.close_code(), answer.data()), nullptr, now);
      return;
    case SocketAnswer::Kind::Drop:
      is_server_cut_ = true;
      if (is_active()) perform(StreamAction::drop(), nullptr, now);
      return;
  }
}

void RelayedSocket::deliver(SocketSide to, std::string data, bool is_binary) {
  if (to == SocketSide::Server) return send_to_server(data, is_binary);
  if (is_active()) send({}, std::move(data), is_binary);
}

void RelayedSocket::send_to_server(std::string_view data, bool is_binary) {
  if (is_server_closing_ || is_server_cut_) return;
  if (server_output_.size() + data.size() > kMaxUnsent)
    return cut("the server left more than 256 MiB unread", Deadline::Clock::now());
  http::append_socket_frame(server_output_, is_binary ? SocketOpcode::Binary : SocketOpcode::Text, data,
                            SocketSender::Client);
}

void RelayedSocket::close_server(int code, std::string_view reason) {
  if (std::exchange(is_server_closing_, true)) return;
  http::append_socket_close(server_output_, code, reason, SocketSender::Client);
}

void RelayedSocket::cut(std::string why, Time now) {
  is_server_cut_ = true;
  from_page_.clear();
  from_server_.clear();
  if (connection_.failure.empty()) connection_.failure = std::move(why);
  if (is_active()) perform(StreamAction::drop(), nullptr, now);
}

void RelayedSocket::take_server_output(std::string& output) {
  const std::lock_guard lock(all_->mutex());
  // The test, or a handler, has ended the page's side; messages of the page are delivered first.
  if ((is_closing_ || has_ended()) && from_page_.empty() && !is_server_closing_) {
    const int code = connection_.close_code;
    if (http::is_close_code(code) || code == http::kNoCloseCode)
      close_server(code, connection_.close_reason);
    else
      is_server_cut_ = true;
  }
  output += std::exchange(server_output_, {});
}

bool RelayedSocket::is_server_over() const {
  const std::lock_guard lock(all_->mutex());
  return is_server_closing_ && server_output_.empty();
}

bool RelayedSocket::is_server_cut() const {
  const std::lock_guard lock(all_->mutex());
  return is_server_cut_;
}

RelayedSocket& relayed(site::LiveStream& stream) {
  auto* const found = dynamic_cast<RelayedSocket*>(&stream);
  if (found == nullptr) throw Error(ErrorKind::Usage, "no server is behind this socket, because the route serves it");
  return *found;
}

}  // namespace casement::relay
