// A blocking HTTP client of a few lines, so that the server is tested by bytes and not by its own
// code.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "casement/base/unique_fd.h"
#include "casement/http/served_request.h"

namespace casement {

struct Response {
  int status = 0;  // 0: the server closed without an answer
  HttpHeaders headers;
  std::string body;
  std::string header(std::string_view name) const {
    const std::string* value = find_header(headers, name);
    return value ? *value : "";
  }
};

class LoopbackClient {
 public:
  struct FromPort {
    int port = 0;  // 0: one that is free
  };

  explicit LoopbackClient(int port, const char* host = "127.0.0.1")
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    connect(port, host);
  }
  // From a port that others may use, too.
  LoopbackClient(int port, FromPort from) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int yes = 1;
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    own.sin_port = htons(static_cast<std::uint16_t>(from.port));
    if (::setsockopt(socket_.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        ::bind(socket_.get(), reinterpret_cast<sockaddr*>(&own), sizeof own) != 0) {
      throw std::runtime_error("cannot bind");
    }
    connect(port, "127.0.0.1");
  }

  int own_port() const {
    sockaddr_in own{};
    socklen_t size = sizeof own;
    return ::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&own), &size) == 0 ? ntohs(own.sin_port) : 0;
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;  // the server has closed; reading will show what it said
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  void request(std::string_view method, std::string_view host, std::string_view target, std::string_view headers = "",
               std::string_view body = "") {
    std::string text(method);
    text.append(" ").append(target).append(" HTTP/1.1\r\nHost: ").append(host).append("\r\n");
    text.append(headers);
    if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    send(text.append("\r\n").append(body));
  }

  // `has_body` is false for the answer to HEAD.
  Response receive(bool has_body = true) {
    Response response;
    while (buffer_.find("\r\n\r\n") == std::string::npos) {
      if (!fill()) return response;
    }
    const std::size_t end = buffer_.find("\r\n\r\n");
    response.status = std::stoi(buffer_.substr(9, 3));
    std::size_t at = buffer_.find("\r\n");
    while (at < end) {
      const std::size_t next = buffer_.find("\r\n", at + 2);
      const std::string line = buffer_.substr(at + 2, next - at - 2);
      const std::size_t colon = line.find(": ");
      response.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
      at = next;
    }
    buffer_.erase(0, end + 4);
    const std::string length = response.header("Content-Length");
    const std::size_t size = has_body && !length.empty() ? std::stoul(length) : 0;
    while (buffer_.size() < size && fill()) {
    }
    response.body = buffer_.substr(0, size);
    buffer_.erase(0, response.body.size());
    return response;
  }

  Response get(std::string_view host, std::string_view target, std::string_view headers = "") {
    request("GET", host, target, headers);
    return receive();
  }

  // What came until `text`, this included; all that came where the server closes before.
  std::string read_until(std::string_view text) {
    while (buffer_.find(text) == std::string::npos && fill()) {
    }
    const std::size_t found = buffer_.find(text);
    const std::string read = buffer_.substr(0, found == std::string::npos ? found : found + text.size());
    buffer_.erase(0, read.size());
    return read;
  }

  // The next bytes; fewer where the server closes before.
  std::string read_bytes(std::size_t count) {
    while (buffer_.size() < count && fill()) {
    }
    std::string bytes = buffer_.substr(0, count);
    buffer_.erase(0, bytes.size());
    return bytes;
  }

  bool has_received_nothing() {
    char byte = 0;
    return buffer_.empty() && ::recv(socket_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0;
  }

  // The client says nothing more; it still hears.
  void end() { ::shutdown(socket_.get(), SHUT_WR); }
  // All that comes until the server closes the connection.
  std::string rest() {
    while (fill()) {
    }
    return std::exchange(buffer_, {});
  }

  // Waits until the server closes the connection.
  bool is_closed() {
    while (fill()) {
    }
    return true;
  }

 private:
  void connect(int port, const char* host) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, host, &address.sin_addr);
    if (::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot connect");
    }
  }

  bool fill() {
    char bytes[65536];
    const ssize_t got = ::recv(socket_.get(), bytes, sizeof bytes, 0);
    if (got > 0) buffer_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }

  UniqueFd socket_;
  std::string buffer_;
};

}  // namespace casement
