// Explains why an address cannot be opened, with the help of the sites that can be found.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace casement {

// The served site, the start of the search for sites, and the way to select a site.
struct ServedSite {
  std::string name = {};                // "" for none
  std::vector<std::string> hosts = {};  // of this site
  std::filesystem::path start = {};     // the folder where the search for sites starts
  std::string written = {};             // how to select another site, with … for its name: "site: …"
  // How to start a server if nothing listens at an address; "" for no such line.
  std::string start_hint =
      "use 'server:' in casement.yaml to start a server for the tests: server: { command: …, url: … }";
};

// Lines for Chrome's `reason`. net::ERR_NAME_NOT_RESOLVED: the site that has this host, or the hosts of the served
// site. net::ERR_CONNECTION_REFUSED: that nothing listens there, and how to start a server. Empty for other reasons.
std::vector<std::string> tell_unreachable_host(const ServedSite& served, const std::string& url,
                                               const std::string& reason);

// Lines before a run that explain why a flow's address will probably not open: the site that has this host if the
// served site does not. For names that no name server may know (RFC 2606: .test, .example, .invalid), also that no site
// has this host. Empty for served hosts, for addresses of this machine, and for other names, because those may be the
// user's own servers.
std::vector<std::string> tell_unserved_host(const ServedSite& served, const std::string& url);

}  // namespace casement
