#include "casement/http/client_identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <openssl/ssl.h>

#include <filesystem>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "specs/support/made_certificates.h"

namespace casement::http {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kOrigin = "https://shop.test";

class ClientIdentity : public testing::Test {
 protected:
  std::string problem(ClientCertificate given) {
    given.origin = kOrigin;
    try {
      load_client_identity(given);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_THAT(error.message(), HasSubstr(kOrigin));
      return error.message();
    }
    return "";
  }

  const specs::MadeCertificates made_;
};

TEST_F(ClientIdentity, IsReadFromPemFilesAndTexts) {
  EXPECT_EQ(load_client_identity({.origin = kOrigin, .certificate = made_.ada->path(), .key = made_.ada->key_path()})
                .description,
            "CN=ada");
  const std::string certificate = *read_whole_file(made_.ada->path());
  const std::string key = *read_whole_file(made_.ada->key_path());
  EXPECT_EQ(problem({.certificate = certificate, .key = key}), "");
  EXPECT_EQ(problem({.certificate = certificate + key}), "");
  EXPECT_EQ(problem({.certificate = made_.write("both.pem", key + certificate)}), "");
}

TEST_F(ClientIdentity, IsReadFromEncryptedFiles) {
  EXPECT_EQ(
      problem({.certificate = made_.ada->path(), .key = made_.ada->encrypted_key("secret"), .passphrase = "secret"}),
      "");
  EXPECT_EQ(problem({.pkcs12 = made_.ada->pkcs12("secret"), .passphrase = "secret"}), "");
  EXPECT_EQ(problem({.pkcs12 = made_.ada->pkcs12("")}), "");
}

TEST_F(ClientIdentity, PresentsTheCertificatesUpToItsAuthority) {
  const specs::MadeCertificate between(made_.folder,
                                       {.name = "between", .issuer = &*made_.authority, .is_authority = true});
  const specs::MadeCertificate end(made_.folder, {.name = "end", .issuer = &between});
  const std::string chain = *read_whole_file(end.path()) + *read_whole_file(between.path());
  const auto identity =
      load_client_identity({.origin = kOrigin, .certificate = made_.write("chain.pem", chain), .key = end.key_path()});
  STACK_OF(X509)* others = nullptr;
  SSL_CTX_get0_chain_certs(identity.tls.get(), &others);
  EXPECT_EQ(sk_X509_num(others), 1);
}

TEST_F(ClientIdentity, SaysThatItHasExpired) {
  EXPECT_THAT(
      load_client_identity({.origin = kOrigin, .certificate = made_.late->path(), .key = made_.late->key_path()})
          .description,
      AllOf(HasSubstr("CN=late, which expired on "), HasSubstr("GMT")));
}

TEST_F(ClientIdentity, SaysWhatIsWrongWithFiles) {
  const std::string certificate = made_.ada->path();
  const std::string nothing = (made_.folder / "nothing.pem").string();
  EXPECT_THAT(problem({.certificate = nothing}), HasSubstr("cannot read '" + nothing + "': No such file"));
  EXPECT_THAT(problem({.pkcs12 = nothing}), HasSubstr("cannot read '" + nothing + "': No such file"));
  EXPECT_THAT(problem({.certificate = certificate, .key = nothing}), HasSubstr("No such file"));
  EXPECT_THAT(problem({.certificate = made_.folder.string()}), HasSubstr("Is a directory"));
  EXPECT_THAT(problem({.certificate = made_.write("text.pem", "text")}), HasSubstr("contains no certificate in PEM"));
  EXPECT_THAT(problem({.certificate = certificate}), HasSubstr("ada.pem' contains no private key in PEM format"));
  EXPECT_THAT(problem({.certificate = "-----BEGIN CERTIFICATE-----\nxx"}),
              HasSubstr("the given text contains no certificate in PEM format"));
  EXPECT_THAT(problem({.pkcs12 = certificate}), HasSubstr("ada.pem' is not a PKCS#12 file"));
  EXPECT_THAT(problem({.certificate = certificate, .key = made_.late->key_path()}),
              AllOf(HasSubstr("late.key' does not belong to the certificate in"), HasSubstr("ada.pem'")));
}

TEST_F(ClientIdentity, SaysThatAPassphraseIsWrong) {
  const std::string encrypted = made_.ada->encrypted_key("secret");
  EXPECT_THAT(problem({.certificate = made_.ada->path(), .key = encrypted, .passphrase = "wrong"}),
              HasSubstr("the passphrase does not open '" + encrypted));
  EXPECT_THAT(problem({.certificate = made_.ada->path(), .key = encrypted}),
              HasSubstr("ada.encrypted.key' is encrypted; give its passphrase"));
  for (const char* const wrong : {"wrong", ""}) {
    EXPECT_THAT(problem({.pkcs12 = made_.ada->pkcs12("secret"), .passphrase = wrong}),
                HasSubstr("the passphrase does not open '"));
  }
}

TEST_F(ClientIdentity, IsEitherOfTwoKinds) {
  EXPECT_THAT(problem({}), HasSubstr("give either a certificate or a PKCS#12 file"));
  EXPECT_THAT(problem({.certificate = made_.ada->path(), .pkcs12 = "ada.p12"}), HasSubstr("give either"));
  EXPECT_THAT(problem({.key = made_.ada->key_path(), .pkcs12 = "ada.p12"}), HasSubstr("leave 'key' away"));
}

}  // namespace
}  // namespace casement::http
