// What site.yaml says: which host serves which folder, and the rules in front of the files.
//
//   hosts:
//     shop.test: shop        # a folder beside site.yaml
//     docs.test: .           # site.yaml's own folder
//     api.pay.test:          # no folder: only rules answer
//   tls: [shop.test]         # these answer https:// too; [] or nothing for none
//   rules:                   # the first that matches wins; what it does not say, the file answers
//     - { host: api.pay.test, path: /pay, method: POST, body: { /card: "4242*" }, json: { ok: true
//     } }
//     - { host: shop.test, path: "/ads/*", headers: { X-Frame-Options: DENY } }
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "casement/site/site_rule.h"

namespace casement::site {

struct SiteConfig {
  // Host name → canonical folder. An empty folder is a host that has rules and no files.
  std::map<std::string, std::filesystem::path> hosts = {};
  std::vector<std::string> tls = {};  // hosts that answer https:// too
  std::vector<SiteRule> rules = {};   // the first that matches wins
};

// Reads `folder`/site.yaml. Throws Error{Environment} naming a folder or file that cannot be read,
// and Error{Authoring} with its place for one that does not check.
SiteConfig load_site_config(const std::filesystem::path& folder);

// "; the hosts are a.test, b.test" or " (did you mean 'a.test'?)".
std::string known_hosts_hint(const SiteConfig& config, const std::string& host);

}  // namespace casement::site
