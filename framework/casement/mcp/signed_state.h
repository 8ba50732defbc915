// What a server wants back unchanged and cannot keep: JSON that goes through the client, with a signature that only
// this process can make (HMAC with SHA-256, RFC 2104) and an end. Any thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "casement/base/json.h"

namespace casement::mcp {

class SignedState {
 public:
  SignedState();  // with a key of its own. Throws Error{Environment} where the system has no random bytes.

  // `purpose` is what it is for: a state is read for the same alone.
  std::string write(const Json& value, const std::string& purpose, std::chrono::seconds lasts) const;
  // Nothing where it was not written here, for this, or where it has ended.
  std::optional<Json> read(std::string_view text, const std::string& purpose) const;

 private:
  std::string signature(std::string_view text, const std::string& purpose) const;

  std::string key_;
};

// So many random bytes, in hexadecimal: for names that nobody may guess. Throws Error{Environment}.
std::string random_hex(std::size_t bytes);
// Whether two texts are the same, in a time that does not tell where they differ.
bool same_secret(std::string_view a, std::string_view b);
// SHA-256 (FIPS 180-4) in hexadecimal.
std::string sha256_hex(std::string_view text);

}  // namespace casement::mcp
