// A server for one file of which it sends a part and no more, until the connection is cut: what a
// download, or a page, looks like in its middle.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "casement/base/unique_fd.h"

namespace casement::specs {

class HalfFileServer {
 public:
  // Answers `head`, lines of it, and the beginning of a longer file.
  explicit HalfFileServer(std::string head =
                              "Content-Type: application/octet-stream\r\n"
                              "Content-Disposition: attachment; filename=\"half.bin\"\r\n",
                          std::string begin = std::string(200'000, 'x'))
      : answer_("HTTP/1.1 200 OK\r\n" + head + "Content-Length: 1000000\r\n\r\n" + begin),
        listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_.get(), 16);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/half.bin";
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~HalfFileServer() {
    cut();
    acceptor_.join();
    for (std::thread& one : answerers_) one.join();
  }
  HalfFileServer(const HalfFileServer&) = delete;
  HalfFileServer& operator=(const HalfFileServer&) = delete;

  const std::string& url() const { return url_; }
  void wait_for_request() {
    std::unique_lock lock(mutex_);
    answered_.wait(lock, [this] { return answers_ > 0; });
  }
  // Ends all connections that are there, and takes no more: Chrome would ask for the rest.
  void cut() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    const std::lock_guard lock(mutex_);
    for (const UniqueFd& one : connections_) ::shutdown(one.get(), SHUT_RDWR);
  }

 private:
  void accept_all() {
    for (;;) {
      UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (connection.get() < 0) return;
      const std::lock_guard lock(mutex_);
      const int socket = connection.get();
      connections_.push_back(std::move(connection));
      answerers_.emplace_back([this, socket] { answer(socket); });
    }
  }
  void answer(int socket) {
    std::string request;
    char piece[4096];
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t got = ::recv(socket, piece, sizeof piece, 0);
      if (got <= 0) return;
      request.append(piece, static_cast<std::size_t>(got));
    }
    ::send(socket, answer_.data(), answer_.size(), MSG_NOSIGNAL);
    const std::lock_guard lock(mutex_);
    ++answers_;
    answered_.notify_all();
  }

  const std::string answer_;
  UniqueFd listener_;
  std::string url_;
  std::mutex mutex_;
  std::condition_variable answered_;
  int answers_ = 0;
  std::vector<UniqueFd> connections_;
  std::vector<std::thread> answerers_;
  std::thread acceptor_;
};

}  // namespace casement::specs
