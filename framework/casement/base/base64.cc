#include "casement/base/base64.h"

#include <array>
#include <cstdint>

#include "casement/base/error.h"

namespace casement {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::array<std::int8_t, 256> make_values() {
  std::array<std::int8_t, 256> values;
  values.fill(-1);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}

}  // namespace

std::string decode_base64(std::string_view text) {
  static const std::array<std::int8_t, 256> values = make_values();
  std::string decoded;
  decoded.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    const int value = values[static_cast<unsigned char>(c)];
    if (value < 0) throw Error(ErrorKind::Protocol, "malformed base64");
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      decoded += static_cast<char>((bits >> count) & 0xFF);
    }
  }
  return decoded;
}

std::string encode_base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  encoded.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t offset) -> std::uint32_t {
      return i + offset < bytes.size() ? static_cast<std::uint8_t>(bytes[i + offset]) : 0;
    };
    const std::uint32_t group = (byte(0) << 16) | (byte(1) << 8) | byte(2);
    encoded += kDigits[group >> 18];
    encoded += kDigits[(group >> 12) & 63];
    encoded += i + 1 < bytes.size() ? kDigits[(group >> 6) & 63] : '=';
    encoded += i + 2 < bytes.size() ? kDigits[group & 63] : '=';
  }
  return encoded;
}

}  // namespace casement
