// Stands between Casement and a Chrome, as a Grid does, and cuts one connection at a moment that the spec names: what a
// browser says is passed on until a word of it comes by. Each word cuts once.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "casement/base/unique_fd.h"

namespace casement::specs {

class CuttingRelay {
 public:
  // `port` is that of a server on 127.0.0.1.
  explicit CuttingRelay(int port) : port_(port), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in own = loopback(0);
    socklen_t size = sizeof own;
    ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&own), size);
    ::listen(listener_.get(), 16);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&own), &size);
    address_ = "127.0.0.1:" + std::to_string(ntohs(own.sin_port));
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~CuttingRelay() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    acceptor_.join();
    {
      const std::lock_guard lock(mutex_);
      for (const UniqueFd& one : sockets_) ::shutdown(one.get(), SHUT_RDWR);
    }
    for (std::thread& one : carriers_) one.join();
  }
  CuttingRelay(const CuttingRelay&) = delete;
  CuttingRelay& operator=(const CuttingRelay&) = delete;

  const std::string& address() const { return address_; }  // "127.0.0.1:4242"
  void cut_at(std::string word) {
    const std::lock_guard lock(mutex_);
    word_ = std::move(word);
  }

 private:
  static sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }
  void accept_all() {
    for (;;) {
      UniqueFd client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (client.get() < 0) return;
      UniqueFd server(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
      const sockaddr_in there = loopback(port_);
      if (::connect(server.get(), reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0) continue;
      const std::lock_guard lock(mutex_);
      const std::array<int, 2> ends{client.get(), server.get()};
      sockets_.push_back(std::move(client));
      sockets_.push_back(std::move(server));
      carriers_.emplace_back([this, ends] { carry(ends[0], ends[1]); });
    }
  }
  // The word may stand in two pieces.
  bool is_cut_at(std::string& seen, std::string_view piece) {
    const std::lock_guard lock(mutex_);
    if (!word_) return false;
    seen.append(piece);
    if (seen.find(*word_) == std::string::npos) {
      if (seen.size() > word_->size()) seen.erase(0, seen.size() - word_->size());
      return false;
    }
    word_.reset();
    return true;
  }
  void carry(int client, int server) {
    std::array<pollfd, 2> waits{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    std::array<char, 64 * 1024> piece;
    std::string seen;
    for (bool goes_on = true; goes_on && ::poll(waits.data(), waits.size(), -1) >= 0;) {
      for (std::size_t from = 0; from < 2; ++from) {
        if (waits[from].revents == 0) continue;
        const ssize_t got = ::recv(waits[from].fd, piece.data(), piece.size(), 0);
        if (got <= 0) goes_on = false;
        const std::string_view bytes(piece.data(), got <= 0 ? 0 : static_cast<std::size_t>(got));
        if (from == 1 && is_cut_at(seen, bytes)) goes_on = false;
        if (goes_on) pass_on(waits[1 - from].fd, bytes);
      }
    }
    ::shutdown(client, SHUT_RDWR);
    ::shutdown(server, SHUT_RDWR);
  }
  static void pass_on(int to, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  int port_;
  UniqueFd listener_;
  std::string address_;
  std::mutex mutex_;
  std::optional<std::string> word_;
  std::vector<UniqueFd> sockets_;
  std::vector<std::thread> carriers_;
  std::thread acceptor_;
};

}  // namespace casement::specs
