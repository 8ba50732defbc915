#include "casement/http/loop.h"

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/unique_fd.h"
#include "casement/http/connection.h"

namespace casement::http {
namespace {

constexpr std::size_t kChunk = 64 * 1024;  // bytes read or written at a time
constexpr unsigned kMaxConnections = 1024;
constexpr int kLingerSeconds = 2;  // for the client to read why its request was refused

// libwebsockets does not report why it cannot listen.
void require_free(const std::string& host, int port) {
  const UniqueFd probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;  // as libwebsockets does: a port whose connection has just ended can be used
  ::setsockopt(probe.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  if (::bind(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
  throw Error(ErrorKind::Environment, "cannot listen on " + host + (port == 0 ? "" : ":" + std::to_string(port)) +
                                          ": " + system_message(errno));
}

}  // namespace

class HttpLoop::Impl {
 public:
  Impl(Handler handler, const TlsCertificate* certificate, Listening listening)
      : handler_(std::move(handler)), admission_(std::move(listening.admission)) {
    const bool is_chosen = listening.port != 0 || listening.address != "127.0.0.1";
    if (is_chosen) require_free(listening.address, listening.port);
    lws_set_log_level(0, nullptr);
    lws_context_creation_info info{};
    info.port = listening.port;
    // Without DISABLE_IPV6, libwebsockets ignores the interface and listens at every address.
    info.iface = listening.address.c_str();
    info.options = LWS_SERVER_OPTION_DISABLE_IPV6 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.listen_accept_role = "raw-skt";
    info.listen_accept_protocol = protocols_[0].name;
    info.protocols = protocols_;
    info.pt_serv_buf_size = kChunk;
    // Otherwise its tables are as large as the descriptor limit, which is a billion in some containers.
    info.fd_limit_per_thread = kMaxConnections;
    info.gid = static_cast<decltype(info.gid)>(-1);
    info.uid = static_cast<decltype(info.uid)>(-1);
    info.user = this;
    if (certificate != nullptr) {
      info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
      // Otherwise libwebsockets would agree to HTTP/2, and handle it itself.
      info.alpn = "http/1.1";
      info.server_ssl_cert_mem = certificate->certificate.c_str();
      info.server_ssl_cert_mem_len = static_cast<unsigned>(certificate->certificate.size());
      info.server_ssl_private_key_mem = certificate->key.c_str();
      info.server_ssl_private_key_mem_len = static_cast<unsigned>(certificate->key.size());
    }
    context_ = lws_create_context(&info);
    lws_vhost* vhost = context_ ? lws_create_vhost(context_, &info) : nullptr;
    if (!vhost) {
      if (context_) lws_context_destroy(context_);
      throw Error(ErrorKind::Environment, "the fixture server cannot listen on " + listening.address);
    }
    port_ = lws_get_vhost_listen_port(vhost);
    thread_ = std::thread([this] { run(); });
  }

  ~Impl() {
    stopping_ = true;
    lws_cancel_service(context_);
    thread_.join();
    // Not on the loop's thread, which may see `stopping_` while lws_cancel_service above still runs.
    lws_context_destroy(context_);
  }

  int port() const { return port_; }

  void wake_streams() {
    streams_woken_ = true;
    lws_cancel_service(context_);
  }

  void close_connections() {
    std::unique_lock lock(mutex_);
    const int mine = ++rounds_wanted_;
    lws_cancel_service(context_);
    round_over_.wait(lock, [&] { return rounds_done_ >= mine || over_; });
  }

 private:
  void run() {
    while (!stopping_) {
      const int wanted = rounds_wanted();
      // The round that begins now accepts all pending connections; it must not wait for more.
      if (wanted != rounds_done_) lws_cancel_service(context_);
      if (lws_service(context_, 0) < 0) break;
      if (wanted != rounds_done_) close_all(wanted);
      if (streams_woken_.exchange(false)) wake_all();
    }
    const std::lock_guard lock(mutex_);
    over_ = true;
    round_over_.notify_all();
  }

  int rounds_wanted() {
    const std::lock_guard lock(mutex_);
    return rounds_wanted_;
  }

  void close_all(int round) {
    for (const auto& [wsi, unused] : connections_) {
      lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    }
    connections_.clear();  // further bytes of these connections are ignored
    const std::lock_guard lock(mutex_);
    rounds_done_ = round;
    round_over_.notify_all();
  }

  void wake_all() {
    for (auto& [wsi, connection] : connections_) {
      if (proceed(wsi, connection, connection.wake()) < 0) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
      }
    }
  }

  static int on_event(lws* wsi, lws_callback_reasons reason, void*, void* in, std::size_t size) {
    auto* self = static_cast<Impl*>(lws_context_user(lws_get_context(wsi)));
    try {
      return self->handle(wsi, reason, {static_cast<const char*>(in), in ? size : 0});
    } catch (...) {
      return -1;  // an exception must not pass through C; the client sees a closed connection
    }
  }

  // Returns -1 to close the connection.
  int handle(lws* wsi, lws_callback_reasons reason, std::string_view bytes) {
    if (reason == LWS_CALLBACK_RAW_ADOPT) {
      lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
      connections_.try_emplace(wsi, handler_, &admission_);
      return 0;
    }
    const auto found = connections_.find(wsi);
    // The connection is being closed, so only new bytes need an answer.
    if (found == connections_.end()) return reason == LWS_CALLBACK_RAW_RX ? -1 : 0;
    HttpConnection& connection = found->second;
    switch (reason) {
      case LWS_CALLBACK_RAW_RX:
        return proceed(wsi, connection, connection.on_bytes(bytes));
      case LWS_CALLBACK_TIMER:
        return proceed(wsi, connection, connection.delay_over());
      case LWS_CALLBACK_RAW_WRITEABLE:
        return write(wsi, connection);
      case LWS_CALLBACK_RAW_CLOSE:
        connections_.erase(found);
        return 0;
      default:
        return 0;
    }
  }

  int proceed(lws* wsi, const HttpConnection& connection, HttpConnection::Next next) {
    using Next = HttpConnection::Next;
    switch (next) {
      case Next::Read:
        return 0;
      case Next::Write:
        lws_callback_on_writable(wsi);
        return 0;
      case Next::WaitDelay:
        lws_set_timer_usecs(wsi, connection.delay().count() * LWS_US_PER_MS);
        return 0;
      case Next::Stream:
        if (connection.wish().has_output) lws_callback_on_writable(wsi);
        if (const auto wake_at = connection.wish().wake_at) {
          const auto left = std::chrono::ceil<std::chrono::microseconds>(*wake_at - Deadline::Clock::now());
          lws_set_timer_usecs(wsi, std::max<lws_usec_t>(left.count(), 1));
        }
        return 0;
      case Next::HalfClose:
        // Closing at once would reset the connection while the client still sends, and the client could lose the
        // response.
        ::shutdown(lws_get_socket_fd(wsi), SHUT_WR);
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_ACK, kLingerSeconds);
        return 0;
      case Next::Close:
        return -1;
    }
    return -1;
  }

  // Calls lws_write once per callback: libwebsockets buffers the bytes that the socket does not take, and calls again
  // only when they are sent.
  int write(lws* wsi, HttpConnection& connection) {
    output_.assign(LWS_PRE, '\0');
    const HttpConnection::Next next = connection.take_output(output_, kChunk);
    if (output_.size() > LWS_PRE) {
      auto* payload = reinterpret_cast<unsigned char*>(output_.data()) + LWS_PRE;
      if (lws_write(wsi, payload, output_.size() - LWS_PRE, LWS_WRITE_RAW) < 0) return -1;
    }
    return proceed(wsi, connection, next);
  }

  const Handler handler_;
  const Admission admission_;
  const lws_protocols protocols_[2] = {{"casement-site", &Impl::on_event, 0, kChunk, 0, nullptr, 0},
                                       {nullptr, nullptr, 0, 0, 0, nullptr, 0}};
  std::unordered_map<lws*, HttpConnection> connections_;
  std::string output_;
  lws_context* context_ = nullptr;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> streams_woken_ = false;
  std::mutex mutex_;  // guards the four below; only the loop's thread writes `rounds_done_`
  std::condition_variable round_over_;
  int rounds_wanted_ = 0;
  int rounds_done_ = 0;
  bool over_ = false;
  std::thread thread_;
};

HttpLoop::HttpLoop(Handler handler, const TlsCertificate* certificate)
    : HttpLoop(std::move(handler), certificate, Listening{}) {}
HttpLoop::HttpLoop(Handler handler, const TlsCertificate* certificate, Listening listening)
    : impl_(std::make_unique<Impl>(std::move(handler), certificate, std::move(listening))) {}
HttpLoop::~HttpLoop() = default;
int HttpLoop::port() const {
  return impl_->port();
}
void HttpLoop::wake_streams() {
  impl_->wake_streams();
}
void HttpLoop::close_connections() {
  impl_->close_connections();
}

}  // namespace casement::http
