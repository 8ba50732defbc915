// How browsers on other machines reach a site; a plain value.
#pragma once

#include <string>

namespace casement {

// An HTTP proxy that answers for the hosts of a site, and answers nobody without this user and password.
struct SiteProxy {
  std::string url;  // "http://10.0.0.5:41234"
  std::string user;
  std::string password;
};

}  // namespace casement
