// Access control and address of a site that is served beyond loopback. Any thread.
#pragma once

#include <string>

#include "casement/http/reader.h"
#include "casement/site/site_proxy_access.h"

namespace casement::site {

// The proxy's own host: a response to a request for it proves that the client is admitted. Such requests are not
// recorded.
inline constexpr const char* kGreetingHost = "casement.invalid";

// Makes an access without a URL: a fixed user and a secret password from 128 random bits. Throws Error{Environment}.
SiteProxy make_access();

// Admits requests with this user and password (RFC 9110 section 11.7.2, RFC 7617), and removes the credentials before a
// request is recorded.
http::Admission admission_for(const SiteProxy& access);

// The IPv4 address for `host`, a name or address of this machine. Throws Error{Usage} for 0.0.0.0, which stands for all
// addresses, and Error{Environment} if the name cannot be resolved.
std::string address_to_serve_at(const std::string& host);

}  // namespace casement::site
