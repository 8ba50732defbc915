// The certificate that relays show Chrome, instead of the servers' own.
#pragma once

#include "casement/http/tls_certificate.h"

namespace casement::relay {

// Made once for this process, and never stored. A Chrome that this process starts trusts its key. Throws
// Error{Environment} if OpenSSL fails. Any thread.
const http::TlsCertificate& relay_certificate();

}  // namespace casement::relay
