// A cookie of a context (RFC 6265bis).
#pragma once

#include <string>

namespace casement {

struct Cookie {
  std::string name;
  std::string value;
  // The destination: either a URL, whose host alone gets the cookie; or a path and a domain, with a leading dot to
  // include all subdomains.
  std::string url = {};  // "" in the result of `Context::cookies`
  std::string domain = {};
  std::string path = "/";
  double expires = -1;  // seconds since 1970; -1 for the end of the session
  bool http_only = false;
  bool secure = false;
  std::string same_site = {};  // "Strict", "Lax" or "None"; "" if unspecified
};

}  // namespace casement
