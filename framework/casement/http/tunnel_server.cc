#include "casement/http/tunnel_server.h"

#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/system_message.h"

namespace casement::http {
namespace {

constexpr std::size_t kMostTunnels = 512;
constexpr std::chrono::seconds kConnectTime{20};
constexpr std::chrono::seconds kEndTime{2};

// Chrome and servers send small messages that must not wait for more.
void send_at_once(int fd) {
  const int now = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
}

// OpenSSL writes to sockets without MSG_NOSIGNAL. A blocked signal of this kind stays with its thread, and has no
// effect.
void block_signal_of_broken_pipes() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

bool TunnelWaits::wait(std::span<pollfd> watched, const Deadline& deadline) const {
  constexpr std::size_t most = 4;
  std::array<pollfd, most> all{};
  const std::size_t count = std::min(watched.size(), most - 1);
  std::copy_n(watched.begin(), count, all.begin());
  all[count] = {stop_, POLLIN, 0};
  while (true) {
    const int ready = ::poll(all.data(), count + 1, deadline.poll_timeout());
    if (all[count].revents != 0) return false;
    if (ready > 0) {
      for (std::size_t i = 0; i < count; ++i) watched[i].revents = all[i].revents;
      return true;
    }
    if (ready < 0 && errno != EINTR) return false;
    if (deadline.expired()) return false;
  }
}

bool TunnelWaits::wait_for(int fd, short events, const Deadline& deadline) const {
  std::array<pollfd, 1> watched{{{fd, events, 0}}};
  return wait(watched, deadline);
}

std::optional<std::string> TunnelWaits::read_exactly(int fd, std::size_t size, const Deadline& deadline) const {
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

UniqueFd TunnelWaits::connect_to(const std::vector<SocketAddress>& addresses, int& failed) const {
  const Deadline deadline = Deadline::in(kConnectTime);
  for (const SocketAddress& one : addresses) {
    UniqueFd fd(::socket(one.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd) {
      failed = errno;
      continue;
    }
    send_at_once(fd.get());
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

bool send_all(int fd, std::string_view bytes) {
  return ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

class TunnelServer::State : public std::enable_shared_from_this<TunnelServer::State> {
 public:
  State(const std::string& name, Admits admits, Serve serve)
      : admits_(std::move(admits)),
        serve_(std::move(serve)),
        listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
        stop_(::eventfd(0, EFD_CLOEXEC)),
        waits_(stop_.get()) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    if (!listener_ || !stop_ || ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address_), size) != 0 ||
        ::listen(listener_.get(), SOMAXCONN) != 0 ||
        ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address_), &size) != 0) {
      throw Error(ErrorKind::Environment, name + " cannot listen: " + system_message(errno));
    }
  }

  int port() const { return ntohs(address_.sin_port); }

  void accept_until_stopped() {
    while (waits_.wait_for(listener_.get(), POLLIN, Deadline::never())) {
      sockaddr_in peer{};
      socklen_t size = sizeof peer;
      UniqueFd client(
          ::accept4(listener_.get(), reinterpret_cast<sockaddr*>(&peer), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!client) {
        // Without free descriptors, accept would fail again at once, so this waits until a connection ends.
        if (errno == EMFILE || errno == ENFILE) wait_for_an_end();
        continue;
      }
      if (!admits_(peer, address_) || !begin_connection()) continue;
      send_at_once(client.get());
      try {
        std::thread([self = shared_from_this(), fd = client.get()] {
          block_signal_of_broken_pipes();
          {
            const UniqueFd own(fd);
            self->serve_(own.get(), self->waits_);
          }
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
    std::unique_lock lock(mutex_);
    ended_.wait_for(lock, kEndTime, [&] { return connections_ == 0; });
  }

 private:
  bool begin_connection() {
    const std::lock_guard lock(mutex_);
    if (connections_ >= kMostTunnels) return false;
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

  const Admits admits_;
  const Serve serve_;
  UniqueFd listener_;
  UniqueFd stop_;
  const TunnelWaits waits_;
  sockaddr_in address_{};
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t connections_ = 0;
};

TunnelServer::TunnelServer(const std::string& name, Admits admits, Serve serve)
    : state_(std::make_shared<State>(name, std::move(admits), std::move(serve))) {
  std::thread([state = state_] { state->accept_until_stopped(); }).detach();
}

TunnelServer::~TunnelServer() {
  state_->stop();
}

int TunnelServer::port() const {
  return state_->port();
}

}  // namespace casement::http
