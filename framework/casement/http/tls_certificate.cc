#include "casement/http/tls_certificate.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/http/openssl_free.h"

namespace casement::http {
namespace {

using Key = std::unique_ptr<EVP_PKEY, OpensslFree<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, OpensslFree<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, OpensslFree<X509_EXTENSION_free>>;
using Memory = std::unique_ptr<BIO, OpensslFree<BIO_free_all>>;

constexpr long kDay = 24 * 60 * 60;  // seconds

void check(bool fine) {
  if (!fine) throw Error(ErrorKind::Environment, "OpenSSL could not make the site's certificate");
}

std::string text_of(BIO* memory) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory, &data);
  return {data, static_cast<std::size_t>(size)};
}

void add_extension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  check(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

std::string pin_of(X509* certificate) {
  unsigned char* der = nullptr;
  const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der);
  check(size > 0);
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(der, static_cast<std::size_t>(size), digest);
  OPENSSL_free(der);
  return encode_base64({reinterpret_cast<const char*>(digest), sizeof digest});
}

}  // namespace

TlsCertificate make_tls_certificate(const std::vector<std::string>& hosts) {
  const Key key(EVP_EC_gen("P-256"));
  const Certificate certificate(X509_new());
  check(key && certificate);
  // Chrome rejects two certificates with the same name and number (RFC 5280 4.1.2.2).
  std::uint32_t number = 0;
  check(RAND_bytes(reinterpret_cast<unsigned char*>(&number), sizeof number) == 1);
  X509_set_version(certificate.get(), 2);  // version 3
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), static_cast<long>(number));
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 30 * kDay);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* name = X509_get_subject_name(certificate.get());
  check(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                                   reinterpret_cast<const unsigned char*>("Casement fixture site"), -1, -1, 0) == 1);
  X509_set_issuer_name(certificate.get(), name);
  std::string names;
  for (const std::string& host : hosts) names += (names.empty() ? "DNS:" : ",DNS:") + host;
  add_extension(certificate.get(), NID_subject_alt_name, names);
  add_extension(certificate.get(), NID_basic_constraints, "critical,CA:FALSE");
  check(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);

  const Memory certificate_text(BIO_new(BIO_s_mem()));
  const Memory key_text(BIO_new(BIO_s_mem()));
  check(PEM_write_bio_X509(certificate_text.get(), certificate.get()) == 1);
  check(PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return {text_of(certificate_text.get()), text_of(key_text.get()), pin_of(certificate.get())};
}

}  // namespace casement::http
