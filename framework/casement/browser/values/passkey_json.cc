#include "casement/browser/values/passkey_json.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

#include <algorithm>
#include <memory>

#include "casement/base/base64.h"
#include "casement/base/text.h"

namespace casement {
namespace {

struct FreePasskeyKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(PKCS8_PRIV_KEY_INFO* info) const { PKCS8_PRIV_KEY_INFO_free(info); }
};
using PasskeyKey = std::unique_ptr<EVP_PKEY, FreePasskeyKey>;

constexpr std::size_t kLongestUserHandle = 64;  // WebAuthn, 5.4.3

std::string base64url(std::string_view bytes) {
  std::string text = encode_base64(bytes);
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  return text.substr(0, text.find('='));
}

// Chrome's base64.
std::string with_padding(std::string text) {
  std::ranges::replace(text, '-', '+');
  std::ranges::replace(text, '_', '/');
  text = text.substr(0, text.find('='));
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

[[noreturn]] void refuse_passkey(const Passkey& passkey, const std::string& why) {
  throw Error(ErrorKind::Usage,
              fmt::format("the passkey for '{}': {}", shorten(to_valid_utf8(passkey.rp_id), 80), why));
}

std::string bytes_of(const Passkey& passkey, const std::string& text, const char* part) {
  try {
    return decode_base64(with_padding(text));
  } catch (const Error&) {
    refuse_passkey(passkey, fmt::format("the {} is not base64url", part));
  }
}

std::string random_part() {
  unsigned char bytes[16];
  if (RAND_bytes(bytes, sizeof bytes) != 1)
    throw Error(ErrorKind::Environment, "OpenSSL could not make random bytes for a passkey");
  return base64url({reinterpret_cast<const char*>(bytes), sizeof bytes});
}

template <class Object>
std::string der_of(const Object* object, int (*write)(const Object*, unsigned char**)) {
  unsigned char* der = nullptr;
  const int size = write(object, &der);
  if (size <= 0) throw Error(ErrorKind::Environment, "OpenSSL could not write the key of a passkey");
  const std::string bytes(reinterpret_cast<const char*>(der), static_cast<std::size_t>(size));
  OPENSSL_free(der);
  return bytes;
}

std::string new_private_key() {
  const PasskeyKey key(EVP_EC_gen("P-256"));
  const std::unique_ptr<PKCS8_PRIV_KEY_INFO, FreePasskeyKey> info(key ? EVP_PKEY2PKCS8(key.get()) : nullptr);
  if (!info) throw Error(ErrorKind::Environment, "OpenSSL could not make the key of a passkey");
  return base64url(der_of<PKCS8_PRIV_KEY_INFO>(info.get(), i2d_PKCS8_PRIV_KEY_INFO));
}

PasskeyKey private_key_of(const Passkey& passkey) {
  const std::string der = bytes_of(passkey, passkey.private_key, "private key");
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  const std::unique_ptr<PKCS8_PRIV_KEY_INFO, FreePasskeyKey> info(
      d2i_PKCS8_PRIV_KEY_INFO(nullptr, &at, static_cast<long>(der.size())));
  PasskeyKey key(info ? EVP_PKCS82PKEY(info.get()) : nullptr);
  if (!key) refuse_passkey(passkey, "the private key is not PKCS #8 (DER) in base64url");
  return key;
}

}  // namespace

Passkey complete_passkey(Passkey passkey) {
  if (passkey.rp_id.empty()) throw Error(ErrorKind::Usage, "a passkey needs the rp_id, such as shop.test");
  if (passkey.rp_id.find_first_of(":/ ") != std::string::npos)
    refuse_passkey(passkey, "the rp_id must be a host without scheme, port and path, such as shop.test");
  if (passkey.sign_count < 0) refuse_passkey(passkey, "the sign count must not be negative");
  if (passkey.id.empty()) passkey.id = random_part();
  if (passkey.user_handle.empty()) passkey.user_handle = random_part();
  if (passkey.private_key.empty()) passkey.private_key = new_private_key();
  private_key_of(passkey);
  passkey.id = base64url(bytes_of(passkey, passkey.id, "id"));
  const std::string user = bytes_of(passkey, passkey.user_handle, "user handle");
  if (user.size() > kLongestUserHandle) refuse_passkey(passkey, "the user handle has more than 64 bytes");
  passkey.user_handle = base64url(user);
  return passkey;
}

Json chrome_credential(const Passkey& passkey) {
  return {{"credentialId", with_padding(passkey.id)},
          {"isResidentCredential", true},
          {"rpId", passkey.rp_id},
          {"privateKey", with_padding(passkey.private_key)},
          {"userHandle", with_padding(passkey.user_handle)},
          {"userName", passkey.user_name},
          {"userDisplayName", passkey.display_name},
          {"signCount", passkey.sign_count}};
}

Passkey passkey_of(const Json& chrome_credential) {
  const auto text = [&](const char* key) { return chrome_credential.value(key, std::string()); };
  const auto unpadded = [&](const char* key) { return base64url(decode_base64(with_padding(text(key)))); };
  return {.rp_id = text("rpId"),
          .id = unpadded("credentialId"),
          .user_handle = unpadded("userHandle"),
          .private_key = unpadded("privateKey"),
          .user_name = text("userName"),
          .display_name = text("userDisplayName"),
          .sign_count = chrome_credential.value("signCount", 0)};
}

std::string chrome_credential_id(const std::string& id) {
  return with_padding(id);
}

std::string passkey_id_of(const std::string& chrome_id) {
  return base64url(decode_base64(chrome_id));
}

Json passkey_as_json(const Passkey& passkey) {
  const PasskeyKey key = private_key_of(passkey);
  return {{"id", passkey.id},
          {"rpId", passkey.rp_id},
          {"userHandle", passkey.user_handle},
          {"privateKey", passkey.private_key},
          {"publicKey", base64url(der_of<EVP_PKEY>(key.get(), i2d_PUBKEY))},
          {"userName", passkey.user_name},
          {"userDisplayName", passkey.display_name},
          {"signCount", passkey.sign_count}};
}

}  // namespace casement
