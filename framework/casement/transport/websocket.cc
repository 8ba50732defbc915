#include "casement/transport/websocket.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "casement/base/text.h"
#include "casement/http/lws_client.h"
#include "casement/http/request_headers.h"

namespace casement {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kReceiveBuffer = 64 * 1024;
constexpr std::size_t kQueueLimit = 1024 * 1024;
constexpr seconds kWebsocketSendTimeout{10};
constexpr milliseconds kFlushTimeout{500};

}  // namespace

// The state shared by both threads, and the callbacks of the service thread.
class WebsocketTransport::Service {
 public:
  Service(std::string_view url, WebsocketOptions options)
      : endpoint_(parse_endpoint(url)), options_(options), host_(endpoint_.authority()) {
    if (!endpoint_.is_websocket()) {
      throw Error(ErrorKind::Usage, shown_url(url) + " is not the address of a websocket");
    }
    static const lws_protocols protocols[] = {{"cdp", on_event, 0, kReceiveBuffer, 0, nullptr, 0},
                                              {nullptr, nullptr, 0, 0, 0, nullptr, 0}};
    context_ = make_lws_context(protocols, this, endpoint_.is_secure());
    thread_ = std::thread([this] { run(); });
  }

  ~Service() {
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, kFlushTimeout, [this] { return queued_bytes_ == 0 || closed_; });
      stopping_ = true;
    }
    ::lws_cancel_service(context_.get());
    thread_.join();
  }

  void wait_until_open(Deadline deadline) {
    std::unique_lock lock(mutex_);
    wait(lock, deadline, [this] { return open_ || closed_; });
    if (open_) return;
    throw connect_error(endpoint_, closed_ ? failure_ : "no answer in time");
  }

  void send(std::string_view message) {
    std::string frame(LWS_PRE, '\0');  // room for the frame header that libwebsockets writes
    frame += message;
    std::unique_lock lock(mutex_);
    if (closed_) throw Error(ErrorKind::ConnectionLost, close_reason_);
    queued_bytes_ += frame.size();
    outgoing_.push_back(std::move(frame));
    ::lws_cancel_service(context_.get());
    while (queued_bytes_ > kQueueLimit && !closed_) {
      const std::size_t before = queued_bytes_;
      if (!changed_.wait_for(lock, kWebsocketSendTimeout, [&] { return queued_bytes_ != before || closed_; })) {
        throw Error(ErrorKind::Timeout,
                    endpoint_.shown() + " has read nothing for " + describe_duration(kWebsocketSendTimeout));
      }
    }
    if (closed_) throw Error(ErrorKind::ConnectionLost, close_reason_);
  }

  Received receive(std::string& out, Deadline deadline) {
    std::unique_lock lock(mutex_);
    const bool in_time = wait(lock, deadline, [this] { return !incoming_.empty() || closed_ || woken_; });
    if (!incoming_.empty()) {
      out = std::move(incoming_.front());
      incoming_.pop_front();
      incoming_bytes_ -= out.size();
      return Received::Message;
    }
    if (closed_) return Received::Closed;
    if (!in_time) return Received::Nothing;
    woken_ = false;
    return Received::Woken;
  }

  bool has_more() const {
    const std::lock_guard lock(mutex_);
    return !incoming_.empty();
  }

  void wake() {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    changed_.notify_all();
  }

  std::string close_reason() const {
    const std::lock_guard lock(mutex_);
    return close_reason_;
  }

 private:
  template <typename Condition>
  bool wait(std::unique_lock<std::mutex>& lock, Deadline deadline, Condition condition) {
    if (!deadline.is_never()) return changed_.wait_until(lock, deadline.when(), condition);
    changed_.wait(lock, condition);
    return true;
  }

  // Everything below runs on the service thread, except the callbacks from destroying the context.

  void run() {
    lws_client_connect_info info = make_connect_info(context_.get(), endpoint_, host_, "cdp");
    info.pwsi = &connection_;
    if (::lws_client_connect_via_info(&info) == nullptr) close("");
    while (::lws_service(context_.get(), 0) >= 0) {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    close("libwebsockets stopped");
  }

  static int on_event(lws* connection, lws_callback_reasons reason, void*, void* in, std::size_t length) {
    auto* service = static_cast<Service*>(::lws_context_user(::lws_get_context(connection)));
    return service->handle(connection, reason, in, length);
  }

  int handle(lws* connection, lws_callback_reasons reason, void* data, std::size_t length) {
    const auto* in = static_cast<const char*>(data);
    switch (reason) {
      case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: {
        const unsigned status = ::lws_http_client_http_response(connection);
        std::string why = in == nullptr ? "" : std::string(in, length);
        if (status > 0 && status != 101) {
          why = "it answered with HTTP status " + std::to_string(status) + " instead of a websocket";
        }
        close(why);
        break;
      }
      case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        if (add_request_headers(connection, options_.headers, data, length)) break;
        close("the headers of the request are too long");
        return -1;
      case LWS_CALLBACK_CLIENT_ESTABLISHED: {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
        break;
      }
      case LWS_CALLBACK_CLIENT_RECEIVE:
        return take_in(connection, in, length);
      case LWS_CALLBACK_CLIENT_WRITEABLE:
        return write_next(connection);
      case LWS_CALLBACK_EVENT_WAIT_CANCELLED: {
        const std::lock_guard lock(mutex_);
        if (open_ && !closed_ && !outgoing_.empty()) ::lws_callback_on_writable(connection_);
        break;
      }
      case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        peer_close_ = describe_close(in, length);
        break;
      case LWS_CALLBACK_CLIENT_CLOSED:
        close(peer_close_.empty() ? "the connection to " + endpoint_.shown() + " was cut" : peer_close_);
        break;
      default:
        break;
    }
    return 0;
  }

  int take_in(lws* connection, const char* in, std::size_t length) {
    if (partial_.size() + length > options_.longest_message) {
      close(endpoint_.shown() + " sent a message of more than " + std::to_string(options_.longest_message) + " bytes");
      return -1;
    }
    partial_.append(in, length);
    if (::lws_remaining_packet_payload(connection) > 0 || ::lws_is_final_fragment(connection) == 0) {
      return 0;
    }
    {
      const std::lock_guard lock(mutex_);
      incoming_bytes_ += partial_.size();
      // Merge empty messages in a row into one, so that endless empty messages cannot fill the queue.
      const bool is_another_empty = partial_.empty() && !incoming_.empty() && incoming_.back().empty();
      if (!is_another_empty) incoming_.push_back(std::exchange(partial_, {}));
      changed_.notify_all();
      if (incoming_bytes_ <= options_.longest_queue) return 0;
    }
    close(endpoint_.shown() + " sent more than " + std::to_string(options_.longest_queue) +
          " bytes that were not read yet");
    return -1;
  }

  // libwebsockets calls this function after all data of earlier lws_write calls has reached the system.
  int write_next(lws* connection) {
    std::string frame;
    {
      const std::lock_guard lock(mutex_);
      queued_bytes_ -= std::exchange(in_flight_bytes_, 0);
      changed_.notify_all();
      if (outgoing_.empty()) return 0;
      frame = std::move(outgoing_.front());
      outgoing_.pop_front();
      in_flight_bytes_ = frame.size();
    }
    auto* payload = reinterpret_cast<unsigned char*>(frame.data()) + LWS_PRE;
    const std::size_t size = frame.size() - LWS_PRE;
    if (::lws_write(connection, payload, size, LWS_WRITE_TEXT) < 0) return -1;
    ::lws_callback_on_writable(connection);
    return 0;
  }

  void close(const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    closed_ = true;
    failure_ = why;
    close_reason_ = why.empty() ? "the connection to " + endpoint_.shown() + " failed" : why;
    changed_.notify_all();
  }

  // RFC 6455 section 5.5.1: two bytes of code, then text.
  std::string describe_close(const char* in, std::size_t length) const {
    std::string text = endpoint_.shown() + " closed the websocket";
    if (length < 2) return text;
    const auto high = static_cast<unsigned char>(in[0]);
    const auto low = static_cast<unsigned char>(in[1]);
    text += " with code " + std::to_string(high * 256 + low);
    if (length > 2) text += ": " + to_valid_utf8({in + 2, length - 2});
    return text;
  }

  const Endpoint endpoint_;
  const WebsocketOptions options_;
  const std::string host_;

  mutable std::mutex mutex_;  // guards the members up to in_flight_bytes_
  std::condition_variable changed_;
  bool open_ = false;
  bool closed_ = false;
  bool woken_ = false;
  bool stopping_ = false;
  std::string failure_;
  std::string close_reason_;
  std::deque<std::string> incoming_;
  std::size_t incoming_bytes_ = 0;
  std::deque<std::string> outgoing_;
  std::size_t queued_bytes_ = 0;  // bytes in outgoing_ and in flight
  std::size_t in_flight_bytes_ = 0;

  // Only the service thread uses these members.
  lws* connection_ = nullptr;
  std::string partial_;
  std::string peer_close_;
  // Declared after everything that the context's callbacks use, because the context's destructor calls them.
  LwsContext context_;
  std::thread thread_;
};

WebsocketTransport::WebsocketTransport(std::string_view url, Deadline deadline, WebsocketOptions options)
    : service_(std::make_unique<Service>(url, options)) {
  service_->wait_until_open(deadline);
}

WebsocketTransport::~WebsocketTransport() = default;

void WebsocketTransport::send(std::string_view message) {
  service_->send(message);
}

Transport::Received WebsocketTransport::receive(std::string& out, Deadline deadline) {
  return service_->receive(out, deadline);
}

bool WebsocketTransport::has_more() const {
  return service_->has_more();
}

void WebsocketTransport::wake() {
  service_->wake();
}

std::string WebsocketTransport::close_reason() const {
  return service_->close_reason();
}

}  // namespace casement
