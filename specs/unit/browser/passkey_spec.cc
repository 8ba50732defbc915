// Passkeys as users, Chrome and files have them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/browser/values/passkey_json.h"

namespace casement {
namespace {

using testing::HasSubstr;

std::string refusal_of(const Passkey& passkey) {
  try {
    complete_passkey(passkey);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.message();
  }
  ADD_FAILURE() << "it was accepted";
  return "";
}

TEST(Passkey, MissingPartsAreMade) {
  const Passkey one = complete_passkey({.rp_id = "shop.test"}), other = complete_passkey({.rp_id = "shop.test"});
  EXPECT_EQ(one.id.size(), 22u);  // 16 bytes
  EXPECT_NE(one.id, other.id);
  EXPECT_NE(one.user_handle, other.user_handle);
  EXPECT_NE(one.private_key, other.private_key);
  EXPECT_EQ(complete_passkey(one).private_key, one.private_key);
}

TEST(Passkey, ChromeGetsBase64AndFilesBase64Url) {
  Passkey passkey = complete_passkey({.rp_id = "shop.test", .id = "-_-_Aw", .user_name = "ada"});
  const Json credential = chrome_credential(passkey);
  EXPECT_EQ(credential.at("credentialId"), "+/+/Aw==");
  EXPECT_EQ(credential.at("isResidentCredential"), true);
  const Passkey back = passkey_of(credential);
  EXPECT_EQ(back.id, "-_-_Aw");
  EXPECT_EQ(back.user_name, "ada");
  EXPECT_EQ(back.private_key, passkey.private_key);
  EXPECT_EQ(passkey_as_json(back).at("publicKey"), passkey_as_json(passkey).at("publicKey"));
}

TEST(Passkey, AnInvalidPartIsNamed) {
  EXPECT_THAT(refusal_of({}), HasSubstr("rp_id"));
  EXPECT_THAT(refusal_of({.rp_id = "https://shop.test"}), HasSubstr("without scheme"));
  EXPECT_THAT(refusal_of({.rp_id = "shop.test", .id = "?"}), HasSubstr("the id is not base64url"));
  EXPECT_THAT(refusal_of({.rp_id = "shop.test", .user_handle = "a b"}), HasSubstr("user handle is not base64url"));
  EXPECT_THAT(refusal_of({.rp_id = "shop.test", .user_handle = std::string(88, 'A')}), HasSubstr("64 bytes"));
  EXPECT_THAT(refusal_of({.rp_id = "shop.test", .private_key = "AAAA"}), HasSubstr("PKCS #8"));
  EXPECT_THAT(refusal_of({.rp_id = "shop.test", .sign_count = -1}), HasSubstr("sign count"));
}

}  // namespace
}  // namespace casement
