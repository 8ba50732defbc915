// A certificate for the fixture server, made when it starts and forgotten with it: self-signed, for
// the hosts of the site alone. Chrome is told to trust its key and no other (`pin`).
#pragma once

#include <string>
#include <vector>

namespace casement::http {

struct TlsCertificate {
  std::string certificate;  // X.509, PEM (RFC 7468)
  std::string key;          // PKCS #8, PEM
  std::string pin;          // base64 of the SHA-256 of its public key info, as in RFC 7469
};

// Valid from a day ago for 30 days: the clocks of Chrome and of this process are the same. Throws
// Error{Environment} where OpenSSL fails.
TlsCertificate make_tls_certificate(const std::vector<std::string>& hosts);

}  // namespace casement::http
