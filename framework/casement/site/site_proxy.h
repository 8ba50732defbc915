// Who may have a site that is served off loopback, and where. Any thread.
#pragma once

#include <string>

#include "casement/http/reader.h"
#include "casement/site/site_proxy_access.h"

namespace casement::site {

// The only host of the proxy itself: to ask it for anything shows that one is known there, and leaves no trace.
inline constexpr const char* kGreetingHost = "casement.invalid";

// A user and a password that nobody else has: 128 bits of the system's randomness. Throws Error{Environment}.
SiteProxy make_access();

// Lets in who has them (RFC 9110 section 11.7.2, RFC 7617), and takes them out of what is kept of the request.
http::Admission admission_for(const SiteProxy& access);

// The IPv4 address of this machine that `host` names. Throws Error{Usage} for one that names none or all of a machine's
// addresses, and Error{Environment} for a name that nobody knows.
std::string address_to_serve_at(const std::string& host);

}  // namespace casement::site
