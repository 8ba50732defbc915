#include "casement/relay/relay_certificate.h"

namespace casement::relay {

http::TlsCertificate make_relay_certificate() {
  return http::make_tls_certificate({"casement.invalid"});
}

const http::TlsCertificate& relay_certificate() {
  static const http::TlsCertificate certificate = make_relay_certificate();
  return certificate;
}

}  // namespace casement::relay
