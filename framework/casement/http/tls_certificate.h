// A certificate for the fixture server, made at its start and never stored: self-signed, and valid only for the site's
// hosts. Chrome is started with `pin`, so that it trusts only this key.
#pragma once

#include <string>
#include <vector>

namespace casement::http {

struct TlsCertificate {
  std::string certificate;  // X.509, PEM (RFC 7468)
  std::string key;          // PKCS #8, PEM
  std::string pin;          // base64 of the SHA-256 of its public key info, as in RFC 7469
};

// Valid from a day ago until 30 days from now; Chrome and this process have the same clock. Throws Error{Environment}
// if OpenSSL fails.
TlsCertificate make_tls_certificate(const std::vector<std::string>& hosts);

}  // namespace casement::http
