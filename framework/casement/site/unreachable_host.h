// Why an address cannot be opened, by what the sites around here have.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace casement {

// What is served, where it is looked for, and how a site is chosen.
struct ServedSite {
  std::string name = {};                // "" for none
  std::vector<std::string> hosts = {};  // of this one
  std::filesystem::path start = {};     // where sites are looked for from
  std::string written = {};             // how another is named, with … for it: "site: …"
  bool starts_servers = false;          // casement.yaml says which servers are started
};

// For Chrome's `reason` net::ERR_NAME_NOT_RESOLVED: which site has that host, or which hosts this
// one has. For net::ERR_CONNECTION_REFUSED: that nothing listens there, and how a server is started
// before. Nothing for other reasons.
std::vector<std::string> tell_unreachable_host(const ServedSite& served, const std::string& url,
                                               const std::string& reason);

// Before anything runs: why a flow's address will probably not open. Which site has that host,
// where the one that is served has not; of names that no name server may know (RFC 2606: .test,
// .example, .invalid), also that none has. Nothing for hosts that are served, for addresses of this
// machine, and for names that may be servers of one's own.
std::vector<std::string> tell_unserved_host(const ServedSite& served, const std::string& url);

}  // namespace casement
