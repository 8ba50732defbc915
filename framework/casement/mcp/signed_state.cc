#include "casement/mcp/signed_state.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/system_message.h"

namespace casement::mcp {
namespace {

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  if (::getrandom(bytes.data(), count, 0) != static_cast<ssize_t>(count)) {
    throw Error(ErrorKind::Environment, "the system returned no random bytes: " + system_message(errno));
  }
  return bytes;
}

long long now_in_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

SignedState::SignedState() : key_(random_bytes(32)) {}

std::string SignedState::signature(std::string_view text, const std::string& purpose) const {
  const std::string whole = purpose + '\0' + std::string(text);
  std::array<unsigned char, EVP_MAX_MD_SIZE> made{};
  unsigned int length = 0;
  ::HMAC(::EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
         reinterpret_cast<const unsigned char*>(whole.data()), whole.size(), made.data(), &length);
  return hex({reinterpret_cast<const char*>(made.data()), length});
}

std::string SignedState::write(const Json& value, const std::string& purpose, std::chrono::seconds lasts) const {
  const std::string text = encode_base64(dump_json({{"until", now_in_seconds() + lasts.count()}, {"value", value}}));
  return text + "." + signature(text, purpose);
}

std::optional<Json> SignedState::read(std::string_view text, const std::string& purpose) const {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view payload = text.substr(0, dot);
  if (!same_secret(text.substr(dot + 1), signature(payload, purpose))) return std::nullopt;
  // A valid signature proves that `write` made this text.
  Json state = parse_json(decode_base64(std::string(payload)));
  if (state["until"].get<long long>() < now_in_seconds()) return std::nullopt;
  return std::move(state["value"]);
}

std::string random_hex(std::size_t bytes) {
  return hex(random_bytes(bytes));
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string sha256_hex(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> made{};
  unsigned int length = 0;
  ::EVP_Digest(text.data(), text.size(), made.data(), &length, ::EVP_sha256(), nullptr);
  return hex({reinterpret_cast<const char*>(made.data()), length});
}

}  // namespace casement::mcp
