// Where a running Chrome, or who has one, is reached: ws:// and http:// addresses, and the same over TLS. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/deadline.h"
#include "casement/http/headers.h"

namespace casement {

struct Endpoint {
  std::string scheme;      // "ws", "http", "wss" or "https"
  std::string host;        // an IPv6 address is without its brackets
  int port = 80;           // 443 over TLS, where none is given
  std::string path = "/";  // with the query

  bool is_secure() const { return scheme == "wss" || scheme == "https"; }
  bool is_websocket() const { return scheme == "ws" || scheme == "wss"; }
  // "host:port", an IPv6 address in brackets (RFC 3986 section 3.2).
  std::string authority() const;
  std::string url() const { return scheme + "://" + authority() + path; }
  // The same for messages: see shown_url.
  std::string shown() const;
};

// Throws Error{Usage} for anything but ws://, http://, wss:// and https:// URLs with a host.
Endpoint parse_endpoint(std::string_view text);

// The websocket URL of the browser behind `endpoint`: a ws:// or wss:// URL is that already; for
// http://host:port and https://host:port Chrome's /json/version is asked, and the host and port of its answer replaced
// by the given ones, because Chrome does not know how it was reached. Throws Error{Usage} for other texts and
// Error{Environment} where nothing or something else than Chrome answers in time. `headers` go with the question.
std::string resolve_cdp_endpoint(std::string_view endpoint, Deadline deadline, const HttpHeaders& headers = {});

}  // namespace casement
