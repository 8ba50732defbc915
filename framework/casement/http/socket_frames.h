// Frames of the WebSocket protocol (RFC 6455 section 5), for both sides. Pure: uses no socket. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace casement::http {

inline constexpr std::size_t kMaxSocketMessage = std::size_t{64} << 20;  // bytes of one message, in both directions
inline constexpr std::size_t kMaxControlPayload = 125;                   // bytes; RFC 6455 section 5.5

enum class SocketOpcode : std::uint8_t { Continuation = 0, Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

// The code of a close frame without a code (RFC 6455 section 7.4.1).
inline constexpr int kNoCloseCode = 1005;

// A whole message or a control frame.
struct SocketInput {
  SocketOpcode kind = SocketOpcode::Text;  // never Continuation
  std::string data;                        // the reason, for Close
  int code = kNoCloseCode;                 // for Close
};

// The sender broke the protocol, or sent too much. The receiver closes the connection with `code`.
struct SocketProblem {
  int code;
  std::string text;
};

enum class SocketSender { Client, Server };

// Joins frames to messages.
class SocketFrameReader {
 public:
  explicit SocketFrameReader(std::size_t max_message = kMaxSocketMessage, SocketSender sender = SocketSender::Client)
      : max_message_(max_message), sender_(sender) {}

  void feed(std::string_view bytes) { buffer_ += bytes; }
  // Returns the next message or control frame, or nullopt if more bytes are needed. Throws SocketProblem; do not use
  // the reader after that.
  std::optional<SocketInput> next();

 private:
  bool read_head();
  void read_payload();
  std::optional<SocketInput> end_frame();
  void forget_read_bytes();

  const std::size_t max_message_;
  const SocketSender sender_;
  std::string buffer_;
  std::size_t at_ = 0;        // bytes of `buffer_` before this place were read
  bool is_in_frame_ = false;  // the five below belong to this frame
  bool is_final_ = false;
  SocketOpcode opcode_ = SocketOpcode::Text;
  std::uint64_t left_ = 0;  // bytes of the payload that are still to come
  unsigned char mask_[4] = {};
  std::size_t masked_ = 0;                    // bytes of the payload that were unmasked
  std::string control_;                       // the payload of a control frame
  std::string message_;                       // the payloads of the message so far
  std::optional<SocketOpcode> message_kind_;  // set between the first and the last frame of a message
};

// Append one frame: unmasked, as servers send them, or masked with random bytes, as clients do.
void append_socket_frame(std::string& output, SocketOpcode opcode, std::string_view payload,
                         SocketSender sender = SocketSender::Server);
void append_socket_close(std::string& output, int code, std::string_view reason,
                         SocketSender sender = SocketSender::Server);

// Whether an endpoint may send a close frame with this code (RFC 6455 section 7.4).
bool is_close_code(int code);

}  // namespace casement::http
