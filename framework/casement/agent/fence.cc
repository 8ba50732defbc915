#include "casement/agent/fence.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "casement/agent/connection_owner.h"
#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/base/unique_fd.h"

namespace casement {
namespace {

constexpr std::size_t kMostConnections = 512;
constexpr std::size_t kMostRefusals = 100;
constexpr std::chrono::seconds kGreetingTime{15};
constexpr std::chrono::seconds kConnectTime{20};
constexpr std::chrono::seconds kEndTime{2};
constexpr int kHalfClosedMilliseconds = 60'000;

// RFC 1928 section 6.
enum class Reply : std::uint8_t { Succeeded = 0, Failed = 1, NotAllowed = 2, HostUnreachable = 4, Refused = 5 };

struct FenceGoal {
  std::string host;
  int port = 0;
};

int milliseconds_left(const Deadline& deadline) {
  return static_cast<int>(std::clamp<std::int64_t>(deadline.remaining().count(), 0, 60'000));
}

}  // namespace

class Fence::State : public std::enable_shared_from_this<Fence::State> {
 public:
  explicit State(const AccessOptions& options)
      : rules_(options),
        listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
        stop_(::eventfd(0, EFD_CLOEXEC)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof own;
    if (!listener_ || !stop_ || ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&own), size) != 0 ||
        ::listen(listener_.get(), SOMAXCONN) != 0 ||
        ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0) {
      throw Error(ErrorKind::Environment, "the proxy of the access rules cannot listen: " + system_message(errno));
    }
    address_ = own;
  }

  int port() const { return ntohs(address_.sin_port); }

  void serve_hosts(const std::string& rules) {
    const std::lock_guard lock(mutex_);
    std::istringstream words(rules);
    std::string map, name, address;
    while (words >> map >> name >> address) {
      if (address.ends_with(',')) address.pop_back();
      served_[name] = address;
    }
  }

  std::vector<std::string> refusals() const {
    const std::lock_guard lock(mutex_);
    return {refusals_.begin(), refusals_.end()};
  }

  void accept_until_stopped() {
    while (wait_for(listener_.get(), POLLIN, Deadline::never())) {
      sockaddr_in peer{};
      socklen_t size = sizeof peer;
      UniqueFd client(
          ::accept4(listener_.get(), reinterpret_cast<sockaddr*>(&peer), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!client) {
        // Without free descriptors, accept would fail again at once, so this waits until a connection ends.
        if (errno == EMFILE || errno == ENFILE) wait_for_an_end();
        continue;
      }
      if (!is_own_process(peer, address_) || !begin_connection()) continue;
      try {
        std::thread([self = shared_from_this(), fd = client.get()] {
          self->serve(UniqueFd(fd));
          self->end_connection();
        }).detach();
        (void)client.release();
      } catch (const std::system_error&) {
        end_connection();
      }
    }
  }

  void stop() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stop_.get(), &one, sizeof one);
    // A thread may be in a name look-up, which cannot be interrupted; it keeps this state alive.
    std::unique_lock lock(mutex_);
    ended_.wait_for(lock, kEndTime, [&] { return connections_ == 0; });
  }

 private:
  bool begin_connection() {
    const std::lock_guard lock(mutex_);
    if (connections_ >= kMostConnections) return false;
    ++connections_;
    return true;
  }

  void end_connection() {
    const std::lock_guard lock(mutex_);
    --connections_;
    ended_.notify_all();
  }

  void wait_for_an_end() {
    std::unique_lock lock(mutex_);
    const std::size_t before = connections_;
    ended_.wait_for(lock, std::chrono::seconds(1), [&] { return connections_ < before; });
  }

  // False at the deadline, and once the fence ends.
  bool wait_for(int fd, short events, const Deadline& deadline) const {
    std::array<pollfd, 2> watched{{{fd, events, 0}, {stop_.get(), POLLIN, 0}}};
    while (true) {
      const int ready = ::poll(watched.data(), watched.size(), milliseconds_left(deadline));
      if (watched[1].revents != 0) return false;
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
      if (deadline.expired()) return false;
    }
  }

  std::optional<std::string> read_exactly(int fd, std::size_t size, const Deadline& deadline) const {
    std::string text;
    while (text.size() < size) {
      if (!wait_for(fd, POLLIN, deadline)) return std::nullopt;
      std::array<char, 512> bytes{};
      const ssize_t count = ::recv(fd, bytes.data(), std::min(bytes.size(), size - text.size()), 0);
      if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return std::nullopt;
      if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

  static bool send_all(int fd, const std::string& bytes) {
    return ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }

  static bool reply(int fd, Reply how) {
    return send_all(fd, std::string{5, static_cast<char>(how), 0, 1} + std::string(6, '\0'));
  }

  // The host and port that the client requests; nullopt if these bytes do not request a connection.
  std::optional<FenceGoal> read_goal(int fd) const {
    const Deadline deadline = Deadline::in(kGreetingTime);
    const auto greeting = read_exactly(fd, 2, deadline);
    if (!greeting || greeting->at(0) != 5) return std::nullopt;
    const auto methods = read_exactly(fd, static_cast<unsigned char>(greeting->at(1)), deadline);
    if (!methods || methods->find('\0') == std::string::npos || !send_all(fd, std::string{5, 0})) return std::nullopt;
    const auto head = read_exactly(fd, 4, deadline);
    if (!head || head->at(0) != 5 || head->at(1) != 1) return std::nullopt;
    const int kind = head->at(3);
    std::size_t size = kind == 1 ? 4 : kind == 4 ? 16 : 0;
    if (kind == 3) {
      const auto length = read_exactly(fd, 1, deadline);
      if (!length) return std::nullopt;
      size = static_cast<unsigned char>(length->at(0));
    }
    if (size == 0) return std::nullopt;
    const auto host = read_exactly(fd, size, deadline);
    const auto port = host ? read_exactly(fd, 2, deadline) : std::nullopt;
    if (!port) return std::nullopt;
    FenceGoal goal{*host, static_cast<unsigned char>(port->at(0)) << 8 | static_cast<unsigned char>(port->at(1))};
    if (kind != 3) {
      std::array<char, INET6_ADDRSTRLEN> text{};
      ::inet_ntop(kind == 1 ? AF_INET : AF_INET6, host->data(), text.data(), text.size());
      goal.host = text.data();
    }
    // The host of a URL cannot contain other characters (URL Standard section 3.2).
    const bool is_host = std::ranges::all_of(goal.host, [](unsigned char c) {
      return std::isalnum(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '[' || c == ']';
    });
    return is_host ? std::optional(goal) : std::nullopt;
  }

  void note(const FenceGoal& goal, std::string_view why) {
    const std::lock_guard lock(mutex_);
    if (refusals_.size() == kMostRefusals) refusals_.pop_front();
    refusals_.push_back(fmt::format("{}:{}: {}", goal.host, goal.port, why));
  }

  std::vector<SocketAddress> addresses_of(const FenceGoal& goal, std::string& refusal) {
    std::string host = ascii_lower(goal.host);
    if (host.ends_with('.')) host.pop_back();
    std::string served;
    {
      const std::lock_guard lock(mutex_);
      const auto found = served_.find(fmt::format("{}:{}", host, goal.port));
      if (found != served_.end()) served = found->second;
    }
    if (served.empty()) return rules_.addresses(host, goal.port, refusal);
    int port = 0;
    const std::string_view digits = std::string_view(served).substr(served.rfind(':') + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), port);
    return {SocketAddress::loopback(port)};
  }

  UniqueFd connect_to(const std::vector<SocketAddress>& addresses, int& failed) const {
    const Deadline deadline = Deadline::in(kConnectTime);
    for (const SocketAddress& one : addresses) {
      UniqueFd fd(::socket(one.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      if (!fd) {
        failed = errno;
        continue;
      }
      if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&one.storage), one.size) == 0) return fd;
      failed = errno;
      if (failed != EINPROGRESS) continue;
      failed = ETIMEDOUT;
      if (!wait_for(fd.get(), POLLOUT, deadline)) return UniqueFd();
      socklen_t size = sizeof failed;
      if (::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &failed, &size) == 0 && failed == 0) return fd;
    }
    return UniqueFd();
  }

  void serve(const UniqueFd& client) {
    const int now = 1;
    ::setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    const auto goal = read_goal(client.get());
    if (!goal) return;
    std::string refusal;
    const std::vector<SocketAddress> addresses = addresses_of(*goal, refusal);
    if (!refusal.empty()) {
      note(*goal, "blocked by the access rules: " + refusal);
      reply(client.get(), Reply::NotAllowed);
      return;
    }
    if (addresses.empty()) {
      note(*goal, "unknown host name");
      reply(client.get(), Reply::HostUnreachable);
      return;
    }
    int failed = 0;
    const UniqueFd server = connect_to(addresses, failed);
    if (!server) {
      note(*goal, "no connection: " + system_message(failed));
      reply(client.get(), failed == ECONNREFUSED ? Reply::Refused : Reply::HostUnreachable);
      return;
    }
    ::setsockopt(server.get(), IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    if (reply(client.get(), Reply::Succeeded)) relay(client.get(), server.get());
  }

  // A single direction of a tunnel. The buffer holds one piece at a time, so a slow reader slows the other side down.
  struct Way {
    int from;
    int to;
    std::array<char, 65536> bytes{};
    std::size_t begin = 0;
    std::size_t end = 0;
    bool is_closed = false;  // the sender has ended
    bool is_over = false;    // and the reader was informed

    bool has_bytes() const { return begin < end; }

    // Returns false if a side has gone.
    bool move() {
      if (!has_bytes() && !is_closed) {
        const ssize_t count = ::recv(from, bytes.data(), bytes.size(), 0);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        is_closed = count == 0;
        begin = 0;
        end = static_cast<std::size_t>(count);
      }
      if (has_bytes()) {
        const ssize_t count = ::send(to, bytes.data() + begin, end - begin, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        begin += static_cast<std::size_t>(count);
      }
      if (is_closed && !has_bytes() && !is_over) {
        is_over = true;
        ::shutdown(to, SHUT_WR);
      }
      return true;
    }
  };

  void relay(int client, int server) const {
    auto up = std::make_unique<Way>(Way{client, server});
    auto down = std::make_unique<Way>(Way{server, client});
    while (!up->is_over || !down->is_over) {
      std::array<pollfd, 3> watched{{{client, 0, 0}, {server, 0, 0}, {stop_.get(), POLLIN, 0}}};
      const auto watch = [&](const Way& way, pollfd& from, pollfd& to) {
        if (way.has_bytes()) {
          to.events |= POLLOUT;
        } else if (!way.is_closed) {
          from.events |= POLLIN;
        }
      };
      watch(*up, watched[0], watched[1]);
      watch(*down, watched[1], watched[0]);
      // poll reports the end of a side even without events, so such a side is left out.
      for (pollfd& one : watched) {
        if (one.events == 0) one.fd = -1;
      }
      // If one side has ended, the other may have gone without notice.
      const bool is_half_closed = up->is_over || down->is_over;
      const int ready = ::poll(watched.data(), watched.size(), is_half_closed ? kHalfClosedMilliseconds : -1);
      if (ready == 0 || (ready < 0 && errno != EINTR)) return;
      if (watched[2].revents != 0 || !up->move() || !down->move()) return;
    }
  }

  AccessRules rules_;
  UniqueFd listener_;
  UniqueFd stop_;  // readable once the fence ends
  sockaddr_in address_{};
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t connections_ = 0;
  std::map<std::string, std::string> served_;  // "shop.test:80" → "127.0.0.1:41234"
  std::deque<std::string> refusals_;
};

Fence::Fence(const AccessOptions& rules) : state_(std::make_shared<State>(rules)) {
  std::thread([state = state_] { state->accept_until_stopped(); }).detach();
}

Fence::~Fence() {
  state_->stop();
}

int Fence::port() const {
  return state_->port();
}

void Fence::serve_hosts(const std::string& host_resolver_rules) {
  state_->serve_hosts(host_resolver_rules);
}

BrowserSource Fence::source(const LaunchOptions& launch) {
  BrowserSource source{.launch = launch};
  source.launch.proxy_server = fmt::format("socks5://127.0.0.1:{}", port());
  source.tell_proxy = [this](const std::string& rules) { serve_hosts(rules); };
  return source;
}

std::string Fence::newest_refusal_of(const std::string& host) const {
  const std::vector<std::string> all = refusals();
  const auto found =
      std::find_if(all.rbegin(), all.rend(), [&](const auto& one) { return one.starts_with(host + ":"); });
  return found == all.rend() ? "" : *found;
}

std::vector<std::string> Fence::refusals() const {
  return state_->refusals();
}

}  // namespace casement
