// The address of a running Chrome, or of a server that offers one: ws:// and http:// URLs, and the same over TLS. Any
// thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/deadline.h"
#include "casement/http/headers.h"

namespace casement {

struct Endpoint {
  std::string scheme;      // "ws", "http", "wss" or "https"
  std::string host;        // an IPv6 address without its brackets
  int port = 80;           // 443 over TLS, if the URL names no port
  std::string path = "/";  // with the query

  bool is_secure() const { return scheme == "wss" || scheme == "https"; }
  bool is_websocket() const { return scheme == "ws" || scheme == "wss"; }
  // "host:port", an IPv6 address in brackets (RFC 3986 section 3.2).
  std::string authority() const;
  std::string url() const { return scheme + "://" + authority() + path; }
  // The URL for messages, see shown_url.
  std::string shown() const;
};

// Throws Error{Usage} unless `text` is a ws://, http://, wss:// or https:// URL with a host.
Endpoint parse_endpoint(std::string_view text);

// Returns the websocket URL of the browser at `endpoint`. A ws:// or wss:// URL is returned as it is. For
// http://host:port and https://host:port this function asks Chrome's /json/version, with `headers`. Host and port of
// the answer are replaced by the given ones, because Chrome does not know how it was reached. Throws Error{Usage} for
// other texts, and Error{Environment} if no Chrome answers in time.
std::string resolve_cdp_endpoint(std::string_view endpoint, Deadline deadline, const HttpHeaders& headers = {});

}  // namespace casement
