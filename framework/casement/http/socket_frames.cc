#include "casement/http/socket_frames.h"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::http {
namespace {

constexpr int kProtocolError = 1002;
constexpr int kInvalidData = 1007;
constexpr int kTooBig = 1009;

bool is_control(SocketOpcode opcode) {
  return opcode >= SocketOpcode::Close;
}

SocketOpcode opcode_of(unsigned char first) {
  const auto opcode = static_cast<SocketOpcode>(first & 0x0F);
  if (opcode > SocketOpcode::Pong || (opcode > SocketOpcode::Binary && opcode < SocketOpcode::Close)) {
    throw SocketProblem{kProtocolError, "a frame has an unknown opcode"};
  }
  return opcode;
}

void append_number(std::string& output, std::uint64_t number, int bytes) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) output += static_cast<char>((number >> shift) & 0xFF);
}

SocketInput read_close(std::string payload) {
  SocketInput input{SocketOpcode::Close, {}};
  if (payload.empty()) return input;
  if (payload.size() == 1) throw SocketProblem{kProtocolError, "a close frame has half a code"};
  input.code = static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
  input.data = payload.substr(2);
  if (!is_close_code(input.code)) throw SocketProblem{kProtocolError, "a close frame has an invalid code"};
  if (!is_valid_utf8(input.data)) throw SocketProblem{kInvalidData, "the reason of a close frame is not UTF-8"};
  return input;
}

}  // namespace

void SocketFrameReader::forget_read_bytes() {
  buffer_.erase(0, at_);
  at_ = 0;
}

bool SocketFrameReader::read_head() {
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(buffer_[at_ + place]); };
  const std::size_t known = buffer_.size() - at_;
  if (known < 2) return false;
  if ((byte(0) & 0x70) != 0) throw SocketProblem{kProtocolError, "a frame uses an extension that was not agreed on"};
  const bool is_masked = (byte(1) & 0x80) != 0;
  if (is_masked != (sender_ == SocketSender::Client)) {
    throw SocketProblem{kProtocolError,
                        is_masked ? "a frame of the server is masked" : "a frame of the client is not masked"};
  }
  is_final_ = (byte(0) & 0x80) != 0;
  opcode_ = opcode_of(byte(0));
  left_ = byte(1) & 0x7F;
  const std::size_t length_bytes = left_ == 126 ? 2 : left_ == 127 ? 8 : 0;
  if (is_control(opcode_) && (!is_final_ || length_bytes > 0)) {
    throw SocketProblem{kProtocolError, "a control frame is fragmented or longer than 125 bytes"};
  }
  if (!is_control(opcode_) && (opcode_ == SocketOpcode::Continuation) != message_kind_.has_value()) {
    throw SocketProblem{kProtocolError, message_kind_ ? "a message begins before the last one has ended"
                                                      : "a continuation frame continues no message"};
  }
  const std::size_t mask_bytes = is_masked ? sizeof mask_ : 0;
  if (known < 2 + length_bytes + mask_bytes) return false;
  if (length_bytes > 0) left_ = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) left_ = left_ << 8 | byte(2 + i);
  if (!is_control(opcode_) && left_ > max_message_ - message_.size()) {
    throw SocketProblem{kTooBig, "a message is longer than " + std::to_string(max_message_ >> 20) + " MiB"};
  }
  for (std::size_t i = 0; i < mask_bytes; ++i) mask_[i] = byte(2 + length_bytes + i);
  at_ += 2 + length_bytes + mask_bytes;
  masked_ = 0;
  if (!is_control(opcode_) && opcode_ != SocketOpcode::Continuation) message_kind_ = opcode_;
  return is_in_frame_ = true;
}

void SocketFrameReader::read_payload() {
  std::string& payload = is_control(opcode_) ? control_ : message_;
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left_, buffer_.size() - at_));
  const std::size_t before = payload.size();
  payload.append(buffer_, at_, count);
  for (std::size_t i = 0; i < count; ++i, ++masked_) {
    payload[before + i] = static_cast<char>(static_cast<unsigned char>(payload[before + i]) ^ mask_[masked_ % 4]);
  }
  at_ += count;
  left_ -= count;
}

std::optional<SocketInput> SocketFrameReader::end_frame() {
  is_in_frame_ = false;
  if (opcode_ == SocketOpcode::Close) return read_close(std::exchange(control_, {}));
  if (is_control(opcode_)) return SocketInput{opcode_, std::exchange(control_, {})};
  if (!is_final_) return std::nullopt;
  SocketInput input{*message_kind_, std::exchange(message_, {})};
  message_kind_.reset();
  if (input.kind == SocketOpcode::Text && !is_valid_utf8(input.data)) {
    throw SocketProblem{kInvalidData, "a text message is not UTF-8"};
  }
  return input;
}

std::optional<SocketInput> SocketFrameReader::next() {
  while (is_in_frame_ || read_head()) {
    read_payload();
    if (left_ > 0) break;
    if (std::optional<SocketInput> input = end_frame()) return input;
  }
  forget_read_bytes();
  return std::nullopt;
}

void append_socket_frame(std::string& output, SocketOpcode opcode, std::string_view payload, SocketSender sender) {
  const bool is_masked = sender == SocketSender::Client;
  const auto append_length = [&](std::size_t length) { output += static_cast<char>((is_masked ? 0x80 : 0) | length); };
  output += static_cast<char>(0x80 | static_cast<unsigned char>(opcode));
  if (payload.size() < 126) {
    append_length(payload.size());
  } else if (payload.size() <= 0xFFFF) {
    append_length(126);
    append_number(output, payload.size(), 2);
  } else {
    append_length(127);
    append_number(output, payload.size(), 8);
  }
  if (!is_masked) {
    output += payload;
    return;
  }
  std::array<unsigned char, 4> mask{};
  if (::RAND_bytes(mask.data(), static_cast<int>(mask.size())) != 1) {
    throw Error(ErrorKind::Environment, "OpenSSL gives no random bytes");
  }
  output.append(reinterpret_cast<const char*>(mask.data()), mask.size());
  for (std::size_t i = 0; i < payload.size(); ++i) {
    output += static_cast<char>(static_cast<unsigned char>(payload[i]) ^ mask[i % mask.size()]);
  }
}

void append_socket_close(std::string& output, int code, std::string_view reason, SocketSender sender) {
  std::string payload;
  if (code != kNoCloseCode) append_number(payload, static_cast<std::uint64_t>(code), 2);
  append_socket_frame(output, SocketOpcode::Close, payload.append(reason), sender);
}

bool is_close_code(int code) {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

}  // namespace casement::http
