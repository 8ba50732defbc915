// A server on loopback that speaks to one connection after another exactly as a spec's script says,
// down to broken frames. The script runs on the server's thread.
#pragma once

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "casement/base/unique_fd.h"

namespace casement {

class ServerSide {
 public:
  explicit ServerSide(UniqueFd socket) : socket_(std::move(socket)) {}

  // The request's head, up to and without the empty line.
  std::string read_request() {
    std::string head;
    char byte = 0;
    while (!head.ends_with("\r\n\r\n") && ::recv(socket_.get(), &byte, 1, 0) == 1) head += byte;
    return head;
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  // RFC 6455 section 4.2.2; returns the request.
  std::string accept_websocket() {
    std::string request = read_request();
    const std::string name = "Sec-WebSocket-Key: ";
    const std::size_t begin = request.find(name) + name.size();
    const std::string key =
        request.substr(begin, request.find("\r\n", begin) - begin) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, 20> hash{};
    ::lws_SHA1(reinterpret_cast<const unsigned char*>(key.data()), key.size(), hash.data());
    std::array<char, 64> accept{};
    ::lws_b64_encode_string(reinterpret_cast<const char*>(hash.data()), hash.size(), accept.data(), accept.size());
    write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: " +
        std::string(accept.data()) + "\r\n\r\n");
    return request;
  }

  enum Opcode : unsigned char { Continuation = 0, Text = 1, Close = 8, Ping = 9 };

  // `length` instead of the payload's own, for frames that are cut.
  void write_frame(Opcode opcode, bool final, std::string_view payload, std::size_t length = 0) {
    if (length == 0) length = payload.size();
    std::string header(1, static_cast<char>((final ? 0x80 : 0) | opcode));
    if (length < 126) {
      header += static_cast<char>(length);
    } else {
      header += static_cast<char>(127);
      for (int shift = 56; shift >= 0; shift -= 8) {
        header += static_cast<char>((static_cast<std::uint64_t>(length) >> shift) & 0xff);
      }
    }
    write(header);
    write(payload);
  }

  // The payload of the next frame; "" at the end of the stream.
  std::string read_frame() {
    const std::string start = read_exactly(2);
    if (start.size() < 2) return "";
    std::uint64_t length = static_cast<unsigned char>(start[1]) & 0x7f;
    if (length >= 126) {
      const std::string extended = read_exactly(length == 126 ? 2 : 8);
      length = 0;
      for (const char byte : extended) length = length << 8 | static_cast<unsigned char>(byte);
    }
    const std::string mask = read_exactly(4);
    std::string payload = read_exactly(length);
    char* bytes = payload.data();
    for (std::size_t i = 0; i < length && i < payload.size(); ++i) {
      bytes[i] = static_cast<char>(bytes[i] ^ mask[i % 4]);
    }
    return payload;
  }

  void wait_until_closed() {
    while (!read_exactly(1).empty()) {
    }
  }

 private:
  std::string read_exactly(std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t have = 0;
    while (have < size) {
      const ssize_t count = ::recv(socket_.get(), bytes.data() + have, size - have, 0);
      if (count <= 0) break;
      have += static_cast<std::size_t>(count);
    }
    bytes.resize(have);
    return bytes;
  }

  UniqueFd socket_;
};

class ScriptedServer {
 public:
  explicit ScriptedServer(std::function<void(ServerSide&)> script)
      : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_.get(), 8);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ::ntohs(address.sin_port);
    thread_ = std::jthread([this, script = std::move(script)] {
      for (;;) {
        UniqueFd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!socket) return;
        ServerSide side(std::move(socket));
        script(side);
      }
    });
  }
  ~ScriptedServer() { ::shutdown(listener_.get(), SHUT_RDWR); }

  std::string url(std::string_view scheme, std::string_view path = "") const {
    return std::string(scheme) + "://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }

 private:
  UniqueFd listener_;
  int port_ = 0;
  std::jthread thread_;
};

}  // namespace casement
