// Where a running Chrome is reached: ws:// and http:// addresses. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/deadline.h"

namespace casement {

struct Endpoint {
  std::string scheme;  // "ws" or "http"
  std::string host;    // an IPv6 address is without its brackets
  int port = 80;
  std::string path = "/";  // with the query

  // "host:port", an IPv6 address in brackets (RFC 3986 section 3.2).
  std::string authority() const;
  std::string url() const { return scheme + "://" + authority() + path; }
};

// Throws Error{Usage} for anything but ws:// and http:// URLs with a host.
Endpoint parse_endpoint(std::string_view text);

// The websocket URL of the browser behind `endpoint`: a ws:// URL is that already; for
// http://host:port Chrome's /json/version is asked, and the host and port of its answer replaced by
// the given ones, because Chrome does not know how it was reached. Throws Error{Usage} for other
// texts and Error{Environment} where nothing or something else than Chrome answers in time.
std::string resolve_cdp_endpoint(std::string_view endpoint, Deadline deadline);

}  // namespace casement
