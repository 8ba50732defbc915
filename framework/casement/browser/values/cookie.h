// A cookie of a context (RFC 6265bis).
#pragma once

#include <string>

namespace casement {

struct Cookie {
  std::string name;
  std::string value;
  // Where it is sent: a URL, whose host alone gets it; or a domain, with a dot before it for all hosts below too, and a
  // path.
  std::string url = {};  // "" in what `ContextSession::cookies` gives
  std::string domain = {};
  std::string path = "/";
  double expires = -1;  // seconds since 1970; -1 for the end of the session
  bool http_only = false;
  bool secure = false;
  std::string same_site = {};  // "Strict", "Lax" or "None"; "" where nothing was said
};

}  // namespace casement
