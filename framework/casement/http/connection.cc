#include "casement/http/connection.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace casement::http {

HttpConnection::~HttpConnection() {
  if (stream_) stream_->end();
}

HttpConnection::Next HttpConnection::on_bytes(std::string_view bytes) {
  if (problem_ || state_ == State::Finished) return Next::Read;  // bytes after a refused request are ignored
  if (state_ == State::Streaming) {
    stream_->receive(bytes, Deadline::Clock::now());
    return advance_stream();
  }
  if (stream_ && state_ == State::Ending) return Next::Read;
  reader_.feed(bytes);
  if (state_ == State::Reading) return start_next_request();
  // Limits the bytes that the client sends while its request is being answered.
  return reader_.buffered() > kMaxHead + kMaxBody ? Next::Close : Next::Read;
}

HttpConnection::Next HttpConnection::start_next_request() {
  state_ = State::Reading;
  try {
    const std::optional<HttpRequest> http = reader_.next();
    if (!http) return Next::Read;
    after_ = http->keep_alive ? Connection::KeepAlive : Connection::Close;
    head_request_ = http->request.method == "HEAD";
    if (http->request.method == "CONNECT") return start_tunnel(http->request);
    answer_ = handler_(*http);
  } catch (const HttpProblem& problem) {
    after_ = Connection::Close;
    head_request_ = false;
    problem_ = true;
    answer_ = answer_problem(problem);
    if (!reader_.is_admitted() && problem.status != 407) answer_.kind = ServedAnswer::Kind::Drop;
  }
  if (answer_.kind == ServedAnswer::Kind::Never) {
    state_ = State::Held;
    return Next::Read;
  }
  if (answer_.delay > std::chrono::milliseconds(0)) {
    state_ = State::Delayed;
    return Next::WaitDelay;
  }
  return start_answer();
}

HttpConnection::Next HttpConnection::delay_over() {
  if (state_ == State::Streaming) return advance_stream();
  return state_ == State::Delayed ? start_answer() : Next::Read;
}

HttpConnection::Next HttpConnection::wake() {
  return state_ == State::Streaming ? advance_stream() : Next::Read;
}

HttpConnection::Next HttpConnection::start_tunnel(const ServedRequest& request) {
  if (request.path != ":80") throw HttpProblem{502, "this proxy reaches only port 80"};
  reader_.admit();
  answer_ = ServedAnswer();
  state_ = State::Sending;
  head_ = "HTTP/1.1 200 Connection established\r\n\r\n";
  after_ = Connection::KeepAlive;
  sent_ = length_ = 0;
  return Next::Write;
}

HttpConnection::Next HttpConnection::start_stream() {
  state_ = State::Streaming;
  stream_ = std::move(answer_.stream);
  const HttpStream::Time now = Deadline::Clock::now();
  stream_->begin(now);
  stream_->receive(reader_.take_rest(), now);
  return advance_stream();
}

HttpConnection::Next HttpConnection::advance_stream() {
  wish_ = stream_->advance(Deadline::Clock::now());
  if (wish_.close == HttpStream::Wish::Close::Now) return Next::Close;
  if (wish_.close == HttpStream::Wish::Close::No || wish_.has_output) return Next::Stream;
  // The loop calls again when the last bytes have been written.
  state_ = State::Ending;
  return Next::Write;
}

HttpConnection::Next HttpConnection::start_answer() {
  if (answer_.kind == ServedAnswer::Kind::Drop) return Next::Close;
  state_ = State::Sending;
  head_ = format_head(answer_, after_);
  sent_ = 0;
  const bool has_body = !head_request_ && !answer_.stream && status_has_body(answer_.status);
  length_ = has_body ? body_length(answer_) : 0;
  return Next::Write;
}

HttpConnection::Next HttpConnection::take_output(std::string& output, std::size_t limit) {
  if (state_ == State::Ending) {
    state_ = State::Finished;
    return problem_ || wish_.is_client_sending ? Next::HalfClose : Next::Close;
  }
  if (state_ == State::Streaming) {
    stream_->take_output(output, limit);
    return advance_stream();
  }
  if (state_ != State::Sending) return Next::Read;
  const std::size_t from_head = std::min(limit, head_.size());
  output.append(head_, 0, from_head);
  head_.erase(0, from_head);
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(limit - from_head, length_ - sent_));
  if (wanted > 0 && !answer_.file) {
    output.append(answer_.body, static_cast<std::size_t>(sent_), wanted);
    sent_ += wanted;
  } else if (wanted > 0) {
    const std::size_t before = output.size();
    output.resize(before + wanted);
    const ssize_t got =
        ::pread(answer_.file.get(), output.data() + before, wanted, static_cast<off_t>(answer_.part.first + sent_));
    // The file is shorter than the promised length; HTTP reports this by closing the connection.
    if (got <= 0) return Next::Close;
    output.resize(before + static_cast<std::size_t>(got));
    sent_ += static_cast<std::uint64_t>(got);
  }
  if (!head_.empty() || sent_ < length_) return Next::Write;
  if (answer_.stream) return start_stream();
  answer_ = ServedAnswer();
  if (after_ == Connection::KeepAlive) return start_next_request();
  // The loop calls again when these last bytes have been written.
  state_ = State::Ending;
  return Next::Write;
}

}  // namespace casement::http
