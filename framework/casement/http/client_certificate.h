// Certificates with which servers know a user (mutual TLS, RFC 8446 section 4.3.2), as a plain value.
#pragma once

#include <string>

namespace casement {

// Give a certificate with its key, or a PKCS#12 file. `certificate` and `key` are paths, or the text of a PEM file.
struct ClientCertificate {
  std::string origin = {};       // "https://shop.test:8443", the only origin whose servers get the certificate
  std::string certificate = {};  // PEM (RFC 7468): the certificate, then those between it and its authority
  std::string key = {};          // PEM, the private key; "" if it is in `certificate`
  std::string pkcs12 = {};       // the path of a PKCS#12 file (.p12, .pfx; RFC 7292)
  std::string passphrase = {};   // of an encrypted key, or of the PKCS#12 file
  bool operator==(const ClientCertificate&) const;
};

}  // namespace casement
