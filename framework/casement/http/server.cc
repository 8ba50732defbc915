#include "casement/http/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <list>
#include <thread>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/http/pending_reply.h"

namespace casement::http {

struct ListeningSocket {
  UniqueFd socket;
  int port = 0;
};

// The connection of one client. Used on the server's thread.
struct ServedClient {
  ServedClient(UniqueFd fd, const HttpServerOptions& options)
      : socket(std::move(fd)), reader(options.max_body), until(Deadline::in(options.idle_time)) {}

  UniqueFd socket;
  HttpReader reader;
  std::shared_ptr<PendingReply> reply = nullptr;  // to the request that is being answered
  std::string out = {};                           // taken from the reply
  std::size_t sent = 0;                           // bytes of `out`
  bool in_request = false;                        // part of a request has arrived
  bool refused = false;                           // the client sent a malformed request; nothing more is read
  bool lingers = false;                           // the error was sent, and further bytes are ignored
  Deadline until;
};

namespace {

constexpr std::size_t kReadAtOnce = 64 * 1024;          // bytes
constexpr std::chrono::seconds kLinger{10};             // for a client to read why its request was refused
constexpr std::chrono::seconds kLastBytes{2};           // when the server ends
constexpr std::chrono::milliseconds kAcceptLater{100};  // if there are no descriptors left

ListeningSocket listen_on(const std::string& host, int port) {
  const bool is_v6 = host == "::1";
  if (!is_v6 && host != "127.0.0.1") {
    throw Error(ErrorKind::Usage, "the server listens only on loopback, 127.0.0.1 or ::1, not " + host);
  }
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(static_cast<std::uint16_t>(port));
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = v4.sin_port;
  v6.sin6_addr = in6addr_loopback;
  auto* address = is_v6 ? reinterpret_cast<sockaddr*>(&v6) : reinterpret_cast<sockaddr*>(&v4);
  socklen_t size = is_v6 ? sizeof v6 : sizeof v4;
  ListeningSocket made{UniqueFd(::socket(is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))};
  const int on = 1;  // a port whose connection has just ended can be used
  if (made.socket) ::setsockopt(made.socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (!made.socket || ::bind(made.socket.get(), address, size) != 0 || ::listen(made.socket.get(), 128) != 0 ||
      ::getsockname(made.socket.get(), address, &size) != 0) {
    throw Error(ErrorKind::Environment, "cannot listen on " + (is_v6 ? "[" + host + "]" : host) + ":" +
                                            std::to_string(port) + ": " + system_message(errno));
  }
  made.port = ntohs(is_v6 ? v6.sin6_port : v4.sin_port);
  return made;
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Handler handler, HttpServerOptions options)
      : handler_(std::move(handler)),
        options_(std::move(options)),
        listening_(listen_on(options_.host, options_.port)),
        wake_(std::make_shared<WakeUp>()) {}
  // Called after construction, so that a handler can already use the server's `port`.
  void start() {
    thread_ = std::thread([this] { run(); });
  }
  ~Impl() {
    stopping_ = true;
    wake_->wake();
    thread_.join();
  }

  int port() const { return listening_.port; }

 private:
  void run() {
    Deadline keep_house = Deadline::in(options_.housekeeping);
    while (!stopping_) {
      look(keep_house);
      if (!keep_house.expired()) continue;
      keep_house = Deadline::in(options_.housekeeping);
      if (options_.housekeep) options_.housekeep();
    }
    const Deadline last = Deadline::in(kLastBytes);
    while (!last.expired()) {
      bool is_open = false;
      for (ServedClient& one : clients_) is_open = is_open || !one.out.empty() || (one.reply && one.reply->has_bytes());
      if (!is_open) break;
      look(last);
    }
    for (ServedClient& one : clients_) {
      if (one.reply) one.reply->client_gone(PendingReply::Tell::Nobody);
    }
    clients_.clear();
  }

  // Waits for the next events and handles them.
  void look(Deadline deadline) {
    std::vector<pollfd> waits = {{wake_->descriptor(), POLLIN, 0}};
    const bool accepts = !stopping_ && accept_from_.expired();
    waits.push_back({accepts ? listening_.socket.get() : -1, POLLIN, 0});
    if (!accepts && !stopping_) deadline = deadline.sooner(accept_from_);
    for (const ServedClient& one : clients_) {
      const short events = one.out.empty() ? POLLIN : POLLIN | POLLOUT;
      waits.push_back({one.socket.get(), events, 0});
      deadline = deadline.sooner(one.until);
    }
    if (::poll(waits.data(), waits.size(), deadline.poll_timeout()) < 0) return;  // EINTR
    if (waits[0].revents != 0) wake_->wait_over();
    std::size_t i = 2;
    for (auto one = clients_.begin(); one != clients_.end(); ++i) {
      const bool stays = serve(*one, waits[i].revents);
      if (!stays && one->reply) one->reply->client_gone(PendingReply::Tell::Callback);
      one = stays ? std::next(one) : clients_.erase(one);
    }
    if (waits[1].revents != 0) accept();
  }

  void accept() {
    while (true) {
      UniqueFd socket(::accept4(listening_.socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!socket) {
        if (errno == EMFILE || errno == ENFILE) accept_from_ = Deadline::in(kAcceptLater);
        return;
      }
      if (clients_.size() >= options_.max_connections) continue;  // closes the new connection
      const int on = 1;
      ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      clients_.emplace_back(std::move(socket), options_);
    }
  }

  // Returns false if the connection must be closed.
  bool serve(ServedClient& client, short events) {
    if ((events & (POLLIN | POLLERR | POLLHUP)) != 0 && !read(client)) return false;
    if (!write(client)) return false;
    if (!client.until.expired()) return true;
    // An incomplete request gets an error; all other clients have taken too long to read, or to send a request.
    if (!client.in_request || client.reply || client.lingers) return false;
    refuse(client, {408, "the request is incomplete"});
    return write(client);
  }

  bool read(ServedClient& client) {
    bytes_.resize(kReadAtOnce);
    const ssize_t count = ::recv(client.socket.get(), bytes_.data(), bytes_.size(), 0);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    if (client.refused || client.lingers || stopping_) return true;  // these bytes are ignored
    client.reader.feed(std::string_view(bytes_).substr(0, static_cast<std::size_t>(count)));
    if (!client.reply) return take_request(client);
    // Limits the bytes that the client sends while its request is being answered.
    return client.reader.buffered() <= kMaxHead + options_.max_body;
  }

  bool take_request(ServedClient& client) {
    std::optional<HttpRequest> http;
    try {
      http = client.reader.next();
    } catch (const HttpProblem& problem) {
      refuse(client, problem);
      return true;
    }
    if (!http) {
      if (!client.in_request) client.until = Deadline::in(options_.request_time);
      client.in_request = true;
      return true;
    }
    client.in_request = false;
    client.until = Deadline::never();
    client.reply = std::make_shared<PendingReply>(http->keep_alive ? Connection::KeepAlive : Connection::Close,
                                                  http->request.method == "HEAD", options_.max_unread, wake_);
    try {
      handler_(*http, client.reply);
    } catch (const std::exception&) {
      client.reply->send(500, {}, "");
    }
    return true;
  }

  void refuse(ServedClient& client, const HttpProblem& problem) {
    client.refused = true;
    client.reply = std::make_shared<PendingReply>(Connection::Close, false, options_.max_unread, wake_);
    const ServedAnswer answer = answer_problem(problem);
    client.reply->send(answer.status, answer.headers, answer.body);
    client.until = Deadline::in(options_.unread_time);
  }

  // Sends as much as the socket takes now, then handles the next buffered request.
  bool write(ServedClient& client) {
    while (client.reply) {
      if (client.reply->too_much()) return false;
      if (client.out.empty()) {
        client.out = client.reply->take();
        client.sent = 0;
        if (!client.out.empty()) client.until = Deadline::in(options_.unread_time);
      }
      while (client.sent < client.out.size()) {
        const ssize_t count =
            ::send(client.socket.get(), client.out.data() + client.sent, client.out.size() - client.sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN;
        client.sent += static_cast<std::size_t>(count);
        client.reply->was_read(static_cast<std::size_t>(count));
        client.until = Deadline::in(options_.unread_time);
      }
      const bool had_bytes = !client.out.empty();
      client.out.clear();
      if (client.reply->over()) {
        if (!finish(client)) return false;
      } else if (had_bytes) {
        client.until = Deadline::never();
      } else {
        return true;
      }
    }
    return true;
  }

  // Called after a response. Returns false if the connection ends.
  bool finish(ServedClient& client) {
    const Connection after = client.reply->after();
    client.reply.reset();
    if (client.refused) {
      // Closing at once would reset the connection while the client still sends, and the client could lose the
      // response.
      ::shutdown(client.socket.get(), SHUT_WR);
      client.lingers = true;
      client.until = Deadline::in(kLinger);
      return true;
    }
    if (after == Connection::Close) return false;
    client.until = Deadline::in(options_.idle_time);
    return take_request_if_any(client);
  }

  bool take_request_if_any(ServedClient& client) { return client.reader.buffered() == 0 || take_request(client); }

  const Handler handler_;
  const HttpServerOptions options_;
  ListeningSocket listening_;
  const std::shared_ptr<WakeUp> wake_;
  std::list<ServedClient> clients_;
  std::string bytes_;
  Deadline accept_from_ = Deadline::in(Milliseconds{0});
  std::atomic<bool> stopping_ = false;
  std::thread thread_;  // last: it uses all of the above
};

HttpServer::HttpServer(Handler handler, HttpServerOptions options)
    : impl_(std::make_unique<Impl>(std::move(handler), std::move(options))) {
  impl_->start();
}
HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  return impl_->port();
}

}  // namespace casement::http
