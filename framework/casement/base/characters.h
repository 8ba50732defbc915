// Classifies single ASCII characters, and writes code points as UTF-8.
#pragma once

#include <cstdint>
#include <string>

namespace casement {

// Unlike the functions of <cctype>, these ignore the locale: in a Turkish locale 'i' has no capital of one byte.
constexpr bool is_ascii_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
constexpr bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_ascii_letter_or_digit(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c);
}

// 0 to 15, or -1 if `c` is not a hexadecimal digit.
constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Appends the code point as UTF-8 (RFC 3629). Precondition: `code` is at most U+10FFFF.
inline void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto put_rest = [&](int shift) { put(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put_rest(6);
  } else {
    put(0xF0 | (code >> 18 & 0x07));
    put_rest(12);
    put_rest(6);
  }
  put_rest(0);
}

}  // namespace casement
