// A server of the simplest kind, for what no proper one does: each request gets the bytes that a function makes of it,
// and then the end of its connection.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "casement/base/unique_fd.h"

namespace casement::specs {

class ScriptedHttpServer {
 public:
  // Called on a thread of its own with the head and body of a request; "" never answers.
  using Answer = std::function<std::string(const std::string& request)>;

  explicit ScriptedHttpServer(Answer answer)
      : answer_(std::move(answer)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_.get(), 16);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    url_ = "http://localhost:" + std::to_string(ntohs(address.sin_port));
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~ScriptedHttpServer() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    acceptor_.join();
    {
      const std::lock_guard lock(mutex_);
      for (const UniqueFd& one : connections_) ::shutdown(one.get(), SHUT_RDWR);
    }
    for (std::thread& one : answerers_) one.join();
  }
  ScriptedHttpServer(const ScriptedHttpServer&) = delete;
  ScriptedHttpServer& operator=(const ScriptedHttpServer&) = delete;

  const std::string& url() const { return url_; }  // without a path

 private:
  void accept_all() {
    for (;;) {
      UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (connection.get() < 0) return;
      const std::lock_guard lock(mutex_);
      const int socket = connection.get();
      connections_.push_back(std::move(connection));
      answerers_.emplace_back([this, socket] { converse(socket); });
    }
  }
  void converse(int socket) {
    std::string request;
    char piece[4096];
    while (!is_whole(request)) {
      const ssize_t got = ::recv(socket, piece, sizeof piece, 0);
      if (got <= 0) return;
      request.append(piece, static_cast<std::size_t>(got));
    }
    const std::string answer = answer_(request);
    if (answer.empty()) return;
    for (std::size_t at = 0; at < answer.size();) {
      const ssize_t sent = ::send(socket, answer.data() + at, answer.size() - at, MSG_NOSIGNAL);
      if (sent <= 0) break;
      at += static_cast<std::size_t>(sent);
    }
    ::shutdown(socket, SHUT_RDWR);
  }
  static bool is_whole(const std::string& request) {
    const std::size_t end = request.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    const std::string head = request.substr(0, end);
    std::size_t length = head.find("Content-Length: ");
    if (length == std::string::npos) length = head.find("content-length: ");
    return length == std::string::npos || request.size() >= end + 4 + std::stoul(head.substr(length + 16));
  }

  Answer answer_;
  UniqueFd listener_;
  std::string url_;
  std::mutex mutex_;
  std::vector<UniqueFd> connections_;
  std::vector<std::thread> answerers_;
  std::thread acceptor_;
};

}  // namespace casement::specs
