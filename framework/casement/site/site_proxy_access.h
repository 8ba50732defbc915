// The access that browsers on other machines have to a site; a plain value.
#pragma once

#include <string>

namespace casement {

// An HTTP proxy that answers for the hosts of a site, only to clients with this user and password.
struct SiteProxy {
  std::string url;  // "http://10.0.0.5:41234"
  std::string user;
  std::string password;
};

}  // namespace casement
