#include "casement/mcp/http_outlet.h"

namespace casement::mcp {
namespace {

constexpr std::size_t kMostWaiting = 100;  // events; then the oldest is dropped

std::string event_of(const Json& message) {
  return "event: message\ndata: " + dump_json(message) + "\n\n";
}

HttpHeaders stream_headers() {
  return {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}};
}

}  // namespace

void PostOutlet::begin_stream() {
  if (streams_) return;
  streams_ = true;
  reply_->begin(200, stream_headers());
}

void PostOutlet::send(const Json& message) {
  const std::lock_guard lock(mutex_);
  if (over_) return;
  begin_stream();
  reply_->write(event_of(message));
  if (message.contains("method")) return;
  over_ = true;
  reply_->end();
}

void PostOutlet::finish(const Answer& answer, HttpHeaders headers) {
  const std::lock_guard lock(mutex_);
  if (over_ || answer.held) return;
  over_ = true;
  if (answer.message && !streams_) {
    headers.emplace_back("Content-Type", "application/json");
    headers.emplace_back("Cache-Control", "no-store");
    reply_->send(status_of(answer), std::move(headers), dump_json(*answer.message));
    return;
  }
  begin_stream();  // a cancelled request gets a stream without an answer
  if (answer.message) reply_->write(event_of(*answer.message));
  reply_->end();
}

void PostOutlet::keep_alive() {
  const std::lock_guard lock(mutex_);
  if (streams_ && !over_) reply_->write(":\n\n");
}

void StandingOutlet::send(const Json& message) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  if (reply_) return reply_->write(event_of(message));
  if (waiting_.size() >= kMostWaiting) waiting_.pop_front();
  waiting_.push_back(event_of(message));
}

void StandingOutlet::open(std::shared_ptr<http::HttpReply> reply) {
  const std::lock_guard lock(mutex_);
  reply->begin(200, stream_headers());
  reply->write(":\n\n");  // tells the client at once that the stream is open
  if (closed_) return reply->end();
  if (reply_) reply_->end();
  reply_ = std::move(reply);
  for (const std::string& one : waiting_) reply_->write(one);
  waiting_.clear();
}

void StandingOutlet::left(const http::HttpReply* reply) {
  const std::lock_guard lock(mutex_);
  if (reply_.get() == reply) reply_.reset();
}

void StandingOutlet::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  if (reply_) reply_->end();
  reply_.reset();
}

void StandingOutlet::keep_alive() {
  const std::lock_guard lock(mutex_);
  if (reply_) reply_->write(":\n\n");
}

bool StandingOutlet::is_open() const {
  const std::lock_guard lock(mutex_);
  return reply_ != nullptr;
}

int status_of(const Answer& answer) {
  // Clients of the older revisions treat any other status as a broken transport.
  if (!answer.newest || !answer.message || !answer.message->contains("error")) return 200;
  if (answer.of_envelope) return 400;
  const auto code = static_cast<RpcCode>((*answer.message)["error"]["code"].get<int>());
  return code == RpcCode::MethodNotFound ? 404 : 200;
}

}  // namespace casement::mcp
