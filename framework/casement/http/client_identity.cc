#include "casement/http/client_identity.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"
#include "casement/http/openssl_free.h"

namespace casement {

bool ClientCertificate::operator==(const ClientCertificate&) const = default;

namespace http {
namespace {

constexpr std::size_t kLargestFile = 1 << 20;  // bytes
constexpr std::string_view kPemBegins = "-----BEGIN ";

void free_stack(STACK_OF(X509) * all) {
  sk_X509_pop_free(all, X509_free);
}
using PrivateKey = std::unique_ptr<EVP_PKEY, OpensslFree<EVP_PKEY_free>>;
using OneCertificate = std::unique_ptr<X509, OpensslFree<X509_free>>;
using Certificates = std::unique_ptr<STACK_OF(X509), OpensslFree<free_stack>>;
using Archive = std::unique_ptr<PKCS12, OpensslFree<PKCS12_free>>;
using Memory = std::unique_ptr<BIO, OpensslFree<BIO_free_all>>;

// OpenSSL asks for passphrases here; without a function it would ask at the terminal.
int give_passphrase(char* to, int size, int, void* given) {
  const auto& passphrase = *static_cast<const std::string*>(given);
  if (passphrase.empty() || size < 0 || passphrase.size() > static_cast<std::size_t>(size)) return -1;
  std::memcpy(to, passphrase.data(), passphrase.size());
  return static_cast<int>(passphrase.size());
}

class Loading {
 public:
  explicit Loading(const ClientCertificate& given) : given_(given), identity_{TlsContext::for_client(), ""} {}

  ClientIdentity run() {
    ::ERR_clear_error();
    if (given_.pkcs12.empty() == given_.certificate.empty()) fail("give either a certificate or a PKCS#12 file");
    if (given_.pkcs12.empty())
      read_pem();
    else if (!given_.key.empty())
      fail("a PKCS#12 file contains the key; leave 'key' away");
    else
      read_pkcs12();
    use();
    ::ERR_clear_error();
    return std::move(identity_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    ::ERR_clear_error();
    throw Error(ErrorKind::Usage, fmt::format("the client certificate for {}: {}", given_.origin, why));
  }
  static std::string newest_reason() {
    const unsigned long code = ::ERR_peek_last_error();
    const char* const reason = code == 0 ? nullptr : ::ERR_reason_error_string(code);
    return reason == nullptr ? "it is malformed" : reason;
  }
  // Whether one of OpenSSL's errors is about a method, such as the RC2 of old files, that it does not offer.
  static bool lacks_method() {
    bool is_found = false;
    while (const unsigned long code = ::ERR_get_error()) {
      const char* const reason = ::ERR_reason_error_string(code);
      is_found = is_found || (reason != nullptr && std::string_view(reason).find("unsupported") != std::string::npos);
    }
    return is_found;
  }

  std::string read_file(const std::string& path) const {
    std::optional<std::string> bytes = read_whole_file(path, kLargestFile);
    if (!bytes) fail(fmt::format("cannot read '{}': {}", shorten(to_valid_utf8(path), 300), system_message(errno)));
    return std::move(*bytes);
  }
  static std::string shown(const std::string& given) {
    return given.starts_with(kPemBegins) ? "the given text" : "'" + shorten(to_valid_utf8(given), 300) + "'";
  }
  std::string pem_of(const std::string& given) const {
    return given.starts_with(kPemBegins) ? given : read_file(given);
  }

  void read_pem() {
    const std::string text = pem_of(given_.certificate);
    const Memory memory(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    certificate_.reset(::PEM_read_bio_X509(memory.get(), nullptr, give_passphrase, &no_passphrase_));
    if (!certificate_) fail(shown(given_.certificate) + " contains no certificate in PEM format");
    chain_.reset(sk_X509_new_null());
    while (OneCertificate next{::PEM_read_bio_X509(memory.get(), nullptr, give_passphrase, &no_passphrase_)})
      sk_X509_push(chain_.get(), next.release());
    ::ERR_clear_error();
    read_key(given_.key.empty() ? given_.certificate : given_.key);
  }

  void read_key(const std::string& given) {
    const std::string text = pem_of(given);
    const Memory memory(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    std::string passphrase = given_.passphrase;
    key_.reset(::PEM_read_bio_PrivateKey(memory.get(), nullptr, give_passphrase, &passphrase));
    if (key_) return;
    if (text.find("PRIVATE KEY-----") == std::string::npos)
      fail(shown(given) + " contains no private key in PEM format");
    const bool is_encrypted = text.find("ENCRYPTED") != std::string::npos;
    if (is_encrypted && given_.passphrase.empty()) fail(shown(given) + " is encrypted; give its passphrase");
    if (is_encrypted) fail("the passphrase does not open " + shown(given));
    fail(fmt::format("cannot read the private key in {}: {}", shown(given), newest_reason()));
  }

  void read_pkcs12() {
    const std::string bytes = read_file(given_.pkcs12);
    const Memory memory(::BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
    const Archive archive(::d2i_PKCS12_bio(memory.get(), nullptr));
    if (!archive) fail(shown(given_.pkcs12) + " is not a PKCS#12 file");
    EVP_PKEY* key = nullptr;
    X509* certificate = nullptr;
    STACK_OF(X509)* others = nullptr;
    if (::PKCS12_parse(archive.get(), given_.passphrase.c_str(), &key, &certificate, &others) != 1) {
      const bool is_wrong_passphrase = ERR_GET_REASON(::ERR_peek_last_error()) == PKCS12_R_MAC_VERIFY_FAILURE;
      if (is_wrong_passphrase) fail("the passphrase does not open " + shown(given_.pkcs12));
      const std::string reason = newest_reason();
      if (lacks_method()) {
        fail(shown(given_.pkcs12) +
             " has an encryption that OpenSSL does not offer any more; write it anew: openssl pkcs12 -legacy -nodes "
             "-in OLD -out ALL.pem, then openssl pkcs12 -export -in ALL.pem -out NEW");
      }
      fail(fmt::format("cannot read {}: {}", shown(given_.pkcs12), reason));
    }
    key_.reset(key);
    certificate_.reset(certificate);
    chain_.reset(others);
    if (!key_ || !certificate_) fail(shown(given_.pkcs12) + " contains no certificate with its private key");
  }

  void use() {
    if (::X509_check_private_key(certificate_.get(), key_.get()) != 1) {
      fail(given_.key.empty() ? "the private key belongs to another certificate"
                              : fmt::format("the key in {} does not belong to the certificate in {}", shown(given_.key),
                                            shown(given_.certificate)));
    }
    ::SSL_CTX* const tls = identity_.tls.get();
    if (::SSL_CTX_use_cert_and_key(tls, certificate_.get(), key_.get(), chain_.get(), 1) != 1)
      fail("OpenSSL refuses it: " + newest_reason());
    identity_.description = describe();
  }

  std::string describe() const {
    const Memory memory(::BIO_new(::BIO_s_mem()));
    ::X509_NAME_print_ex(memory.get(), ::X509_get_subject_name(certificate_.get()), 0,
                         XN_FLAG_ONELINE & ~XN_FLAG_SPC_EQ);
    const bool is_over = ::X509_cmp_current_time(::X509_get0_notAfter(certificate_.get())) < 0;
    if (is_over) {
      ::BIO_puts(memory.get(), ", which expired on ");
      ::ASN1_TIME_print(memory.get(), ::X509_get0_notAfter(certificate_.get()));
    }
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &data);
    return to_valid_utf8({data, static_cast<std::size_t>(size)});
  }

  const ClientCertificate& given_;
  std::string no_passphrase_;
  ClientIdentity identity_;
  OneCertificate certificate_;
  Certificates chain_;
  PrivateKey key_;
};

}  // namespace

ClientIdentity load_client_identity(const ClientCertificate& certificate) {
  return Loading(certificate).run();
}

}  // namespace http
}  // namespace casement
