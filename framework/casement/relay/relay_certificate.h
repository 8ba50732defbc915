// The certificate that relays show Chrome, instead of the servers' own.
#pragma once

#include "casement/http/tls_certificate.h"

namespace casement::relay {

// Throws Error{Environment} if OpenSSL fails. Any thread.
http::TlsCertificate make_relay_certificate();

// Made once for this process, and never stored. A Chrome that this process starts trusts its key. A shared browser
// trusts another key, which its daemon gives to processes with a lease (process/browser_lease.h). Throws
// Error{Environment} if OpenSSL fails. Any thread.
const http::TlsCertificate& relay_certificate();

}  // namespace casement::relay
