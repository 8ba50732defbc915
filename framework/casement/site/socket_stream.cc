#include "casement/site/socket_stream.h"

#include <algorithm>
#include <utility>

#include "casement/base/text.h"
#include "casement/site/live_streams.h"

namespace casement::site {
namespace {

using http::SocketOpcode;

constexpr int kAbnormalEnd = 1006;

}  // namespace

SocketStream::SocketStream(std::shared_ptr<LiveStreams> all, SiteConnection connection, std::filesystem::path folder,
                           SocketScript script)
    : LiveStream(std::move(all), std::move(connection), std::move(folder)), script_(std::move(script)) {}

void SocketStream::send(const StreamAction&, std::string data, bool is_binary) {
  if (!is_binary && !is_valid_utf8(data)) data = to_valid_utf8(data);
  std::string frame;
  http::append_socket_frame(frame, is_binary ? SocketOpcode::Binary : SocketOpcode::Text, data);
  put(frame);
  ++connection_.sent;
}

void SocketStream::send_close(int code, std::string_view reason, Time now) {
  std::string frame;
  http::append_socket_close(frame, code, reason);
  put(frame);
  note_close(code, reason);
  close_deadline_ = now + kTimeToEnd;
}

void SocketStream::note_close(int code, std::string_view reason) {
  if (connection_.close_code != 0) return;
  connection_.close_code = code;
  connection_.close_reason = reason;
}

void SocketStream::read(std::string_view bytes, Time now) {
  try {
    reader_.feed(bytes);
    while (std::optional<http::SocketInput> input = reader_.next()) take(std::move(*input), now);
  } catch (const http::SocketProblem& problem) {
    connection_.failure = problem.text;
    schedule_.clear();
    if (!std::exchange(is_closing_, true)) send_close(problem.code, problem.text, now);
    is_over_ = is_client_sending_ = true;
  }
}

void SocketStream::take(http::SocketInput input, Time now) {
  if (is_over_) return;
  if (input.kind == SocketOpcode::Ping) {
    ping_ = std::move(input.data);
  } else if (input.kind == SocketOpcode::Close) {
    take_close(input);
  } else if (input.kind != SocketOpcode::Pong) {
    take_message(std::move(input), now);
  }
}

void SocketStream::take_close(const http::SocketInput& input) {
  note_close(input.code, input.data);
  if (!std::exchange(is_closing_, true)) {
    std::string frame;
    http::append_socket_close(frame, input.code, "");
    put(frame);
  }
  is_over_ = true;
}

void SocketStream::take_message(http::SocketInput input, Time now) {
  const bool is_binary = input.kind == SocketOpcode::Binary;
  ++connection_.received;
  all_->add_message(connection_.number, input.data, is_binary);
  if (is_closing_) return;
  const auto fits = [&](const SocketReply& reply) { return matches(reply.match, input.data); };
  const auto found = std::ranges::find_if(script_.messages, fits);
  if (found == script_.messages.end() || found->reply.empty()) return;
  reply(found->reply, std::make_shared<const ActionCause>(ActionCause{std::move(input.data), is_binary}), now);
}

void SocketStream::before_output() {
  if (!ping_ || has_output() || is_closing_) return;
  std::string frame;
  http::append_socket_frame(frame, SocketOpcode::Pong, *ping_);
  ping_.reset();
  put(frame);
}

void SocketStream::note_end() {
  note_close(kAbnormalEnd, "");
}

}  // namespace casement::site
