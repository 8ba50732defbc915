// Reads the certificates of clients.
#pragma once

#include <string>

#include "casement/http/channel.h"
#include "casement/http/client_certificate.h"

namespace casement::http {

struct ClientIdentity {
  TlsContext tls;           // of a client that trusts the system's authorities
  std::string description;  // for errors: "CN=ada", with its end if it has expired
};

// Throws Error{Usage} that names the origin if the certificate cannot be used: a file that is missing or not of its
// kind, a wrong passphrase, a key of another certificate, or an encryption that OpenSSL does not offer.
ClientIdentity load_client_identity(const ClientCertificate& certificate);

}  // namespace casement::http
