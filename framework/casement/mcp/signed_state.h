// State that a server has to get back unchanged but cannot store: JSON that is sent through the client, with an expiry
// time and a signature that only this object can make (HMAC with SHA-256, RFC 2104). The client can read the state. Any
// thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/json.h"

namespace casement::mcp {

class SignedState {
 public:
  SignedState();  // makes its own key. Throws Error{Environment} if the system has no random bytes.

  // A state can only be read with the same `purpose`.
  std::string write(const Json& value, const std::string& purpose, std::chrono::seconds lasts) const;
  // Returns nullopt if the state was not written here, has another purpose, or has expired.
  std::optional<Json> read(std::string_view text, const std::string& purpose) const;

 private:
  std::string signature(std::string_view text, const std::string& purpose) const;

  std::string key_;
};

// Random bytes in hexadecimal, for names that must not be guessed. Throws Error{Environment}.
std::string random_hex(std::size_t bytes);
// Compares two texts in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);
// SHA-256 (FIPS 180-4) in hexadecimal.
std::string sha256_hex(std::string_view text);

}  // namespace casement::mcp
