#include "casement/relay/relay_certificate.h"

namespace casement::relay {

const http::TlsCertificate& relay_certificate() {
  static const http::TlsCertificate certificate = http::make_tls_certificate({"casement.invalid"});
  return certificate;
}

}  // namespace casement::relay
