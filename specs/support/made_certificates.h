// Certificates that a spec makes: an authority, and what it has signed.
#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "casement/http/openssl_free.h"

namespace casement::specs {

class MadeCertificate {
 public:
  static constexpr long kDay = 24 * 60 * 60;  // seconds

  struct Options {
    std::string name = {};                    // its common name, and the name of its files
    const MadeCertificate* issuer = nullptr;  // null: it signs itself
    std::string host = {};                    // of a server
    bool is_authority = false;
    long days_left = 2;
  };

  // Makes NAME.pem and NAME.key in the folder.
  MadeCertificate(const std::filesystem::path& folder, const Options& options)
      : base_(folder / options.name), key_(EVP_EC_gen("P-256")), certificate_(X509_new()) {
    static long serial = 0;
    X509* const made = certificate_.get();
    X509_set_version(made, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(made), -10 * kDay);
    X509_gmtime_adj(X509_getm_notAfter(made), options.days_left * kDay);
    X509_set_pubkey(made, key_.get());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(made), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(options.name.c_str()), -1, -1, 0);
    const MadeCertificate& issuer = options.issuer == nullptr ? *this : *options.issuer;
    X509_set_issuer_name(made, X509_get_subject_name(issuer.certificate_.get()));
    if (!options.host.empty()) extend(NID_subject_alt_name, "DNS:" + options.host);
    extend(NID_basic_constraints, options.is_authority ? "critical,CA:TRUE" : "critical,CA:FALSE");
    if (X509_sign(made, issuer.key_.get(), EVP_sha256()) <= 0) throw std::runtime_error("cannot sign");
    write(path(), [&](BIO* to) { PEM_write_bio_X509(to, made); });
    write(key_path(),
          [&](BIO* to) { PEM_write_bio_PrivateKey(to, key_.get(), nullptr, nullptr, 0, nullptr, nullptr); });
  }

  std::string path() const { return base_.string() + ".pem"; }
  std::string key_path() const { return base_.string() + ".key"; }
  X509* certificate() const { return certificate_.get(); }
  EVP_PKEY* key() const { return key_.get(); }

  // These two return the path of the file that they write.
  std::string encrypted_key(std::string passphrase) const {
    const std::string path = base_.string() + ".encrypted.key";
    write(path, [&](BIO* to) {
      PEM_write_bio_PKCS8PrivateKey(to, key_.get(), EVP_aes_256_cbc(), passphrase.data(),
                                    static_cast<int>(passphrase.size()), nullptr, nullptr);
    });
    return path;
  }
  std::string pkcs12(const std::string& passphrase) const {
    const std::string path = base_.string() + ".p12";
    const std::unique_ptr<PKCS12, http::OpensslFree<PKCS12_free>> archive(
        PKCS12_create(passphrase.c_str(), "spec", key_.get(), certificate_.get(), nullptr, 0, 0, 0, 0, 0));
    write(path, [&](BIO* to) { i2d_PKCS12_bio(to, archive.get()); });
    return path;
  }

 private:
  template <typename Write>
  static void write(const std::string& path, const Write& call) {
    const std::unique_ptr<BIO, http::OpensslFree<BIO_free_all>> to(BIO_new_file(path.c_str(), "wb"));
    if (!to) throw std::runtime_error("cannot write " + path);
    call(to.get());
  }
  void extend(int kind, const std::string& value) {
    const std::unique_ptr<X509_EXTENSION, http::OpensslFree<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str()));
    X509_add_ext(certificate_.get(), extension.get(), -1);
  }

  std::filesystem::path base_;
  std::unique_ptr<EVP_PKEY, http::OpensslFree<EVP_PKEY_free>> key_;
  std::unique_ptr<X509, http::OpensslFree<X509_free>> certificate_;
};

// A folder with an authority, a server of it at localhost, and clients.
class MadeCertificates {
 public:
  MadeCertificates() {
    std::string pattern = (std::filesystem::temp_directory_path() / "csm-certificates-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
    authority.emplace(folder, MadeCertificate::Options{.name = "authority", .is_authority = true});
    server.emplace(folder, MadeCertificate::Options{.name = "server", .issuer = &*authority, .host = "localhost"});
    ada.emplace(folder, MadeCertificate::Options{.name = "ada", .issuer = &*authority});
    stranger.emplace(folder, MadeCertificate::Options{.name = "stranger"});
    late.emplace(folder, MadeCertificate::Options{.name = "late", .issuer = &*authority, .days_left = -1});
  }
  ~MadeCertificates() { std::filesystem::remove_all(folder); }
  MadeCertificates(const MadeCertificates&) = delete;
  MadeCertificates& operator=(const MadeCertificates&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
    return (folder / name).string();
  }

  std::filesystem::path folder;
  std::optional<MadeCertificate> authority, server, ada;
  std::optional<MadeCertificate> stranger;  // signed by itself
  std::optional<MadeCertificate> late;      // expired
};

// OpenSSL reads the authorities of the system from the file that SSL_CERT_FILE names.
class TrustedAuthority {
 public:
  TrustedAuthority() { ::setenv("SSL_CERT_FILE", made_.authority->path().c_str(), 1); }
  ~TrustedAuthority() { ::unsetenv("SSL_CERT_FILE"); }
  TrustedAuthority(const TrustedAuthority&) = delete;
  TrustedAuthority& operator=(const TrustedAuthority&) = delete;

 protected:
  const MadeCertificates made_;
};

}  // namespace casement::specs
