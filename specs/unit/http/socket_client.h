// A WebSocket client of a few lines, so that the server is tested by bytes and not by its own code.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "specs/unit/http/loopback_client.h"

namespace casement {

class SocketClient {
 public:
  struct Frame {
    int opcode = 0;  // 1 text, 2 binary, 8 close, 9 ping, 10 pong
    std::string payload;
    int close_code() const {
      if (payload.size() < 2) return 1005;
      return static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
    }
  };

  // Connects, and waits for the answer to the handshake. `headers` end with a line break each.
  SocketClient(int port, std::string_view host, std::string_view path, std::string_view headers = "")
      : SocketClient(LoopbackClient(port), host, path, headers) {}
  // The same over a connection that exists, such as a tunnel.
  SocketClient(LoopbackClient connected, std::string_view host, std::string_view path, std::string_view headers = "")
      : client_(std::move(connected)) {
    client_.request("GET", host, path,
                    "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                        std::string(headers));
    response_ = client_.receive();
  }

  const Response& response() const { return response_; }
  LoopbackClient& bytes() { return client_; }

  static std::string frame(int opcode, std::string_view payload, bool is_final = true) {
    std::string bytes(1, static_cast<char>((is_final ? 0x80 : 0) | opcode));
    const auto append = [&](std::size_t number, int size) {
      for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
    };
    if (payload.size() < 126) {
      append(0x80 | payload.size(), 1);
    } else if (payload.size() < 65536) {
      append(0x80 | 126, 1);
      append(payload.size(), 2);
    } else {
      append(0x80 | 127, 1);
      append(payload.size(), 8);
    }
    constexpr std::string_view kMask = "\x11\x22\x33\x44";
    bytes += kMask;
    const std::size_t start = bytes.size();
    bytes += payload;
    for (std::size_t i = 0; i < payload.size(); ++i) bytes[start + i] = static_cast<char>(payload[i] ^ kMask[i % 4]);
    return bytes;
  }

  void send(int opcode, std::string_view payload, bool is_final = true) {
    client_.send(frame(opcode, payload, is_final));
  }
  void text(std::string_view payload) { send(1, payload); }

  // The next frame; nothing if the server has ended the connection.
  std::optional<Frame> receive() {
    const std::string head = client_.read_bytes(2);
    if (head.size() < 2) return std::nullopt;
    std::size_t length = static_cast<unsigned char>(head[1]);
    if (length >= 126) {
      const std::string size = client_.read_bytes(length == 126 ? 2 : 8);
      length = 0;
      for (const char byte : size) length = length << 8 | static_cast<unsigned char>(byte);
    }
    Frame frame{head[0] & 0x0F, client_.read_bytes(length)};
    return frame.payload.size() < length ? std::nullopt : std::optional(frame);
  }

  // The payload of the next frame; "(ended)" if there is none.
  std::string next() {
    const std::optional<Frame> frame = receive();
    return frame ? frame->payload : "(ended)";
  }

 private:
  LoopbackClient client_;
  Response response_;
};

}  // namespace casement
