// A passkey of a context's virtual authenticator (W3C WebAuthn level 3).
#pragma once

#include <string>

namespace casement {

// `id`, `user_handle` and `private_key` are base64url without padding.
struct Passkey {
  std::string rp_id = {};        // the relying party: the host "shop.test", or a domain that the host ends with
  std::string id = {};           // "" for 16 random bytes
  std::string user_handle = {};  // at most 64 bytes; "" for 16 random bytes
  std::string private_key = {};  // PKCS #8, DER; "" for a new key on the curve P-256
  std::string user_name = {};
  std::string display_name = {};
  int sign_count = 0;  // how often the key has signed
};

}  // namespace casement
