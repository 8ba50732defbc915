// Passkeys as Chrome and as files have them.
#pragma once

#include "casement/browser/values/passkey.h"
#include "casement/cdp/message.h"

namespace casement {

// Makes the missing parts. Throws Error{Usage} for an invalid part, and Error{Environment} if OpenSSL makes no key.
Passkey complete_passkey(Passkey passkey);

// WebAuthn.Credential of the protocol.
Json chrome_credential(const Passkey& passkey);
Passkey passkey_of(const Json& chrome_credential);
// The id in Chrome's base64, and in base64url.
std::string chrome_credential_id(const std::string& id);
std::string passkey_id_of(const std::string& chrome_id);

// Playwright's {"id", "rpId", "userHandle", "privateKey", "publicKey"}, with keys of our own for the other members.
// Precondition: the private key is valid.
Json passkey_as_json(const Passkey& passkey);

}  // namespace casement
