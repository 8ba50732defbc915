// The content of site.yaml: the hosts with their folders, and the rules that precede the files.
//
//   hosts:
//     shop.test: shop        # a folder beside site.yaml
//     docs.test: .           # site.yaml's own folder
//     api.pay.test:          # no folder: only rules answer
//   tls: [shop.test]         # these hosts answer https:// too; [] or empty for none
//   rules:                   # the first match applies; the file provides all that the rule does not set
//     - { host: api.pay.test, path: /pay, method: POST, body: { /card: "4242*" }, json: { ok: true } }
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
  // Host name → canonical folder. An empty folder means that the host has rules and no files.
  std::map<std::string, std::filesystem::path> hosts = {};
  std::vector<std::string> tls = {};  // hosts that answer https:// too
  std::vector<SiteRule> rules = {};   // the first match applies
};

// Reads `folder`/site.yaml. Throws Error{Environment} with the name of an unreadable folder or file, and
// Error{Authoring} with the position of an invalid entry.
SiteConfig load_site_config(const std::filesystem::path& folder);

// "; the hosts are a.test, b.test" or " (did you mean 'a.test'?)".
std::string known_hosts_hint(const SiteConfig& config, const std::string& host);

}  // namespace casement::site
