// A fixture site and a browser that reaches its hosts: for flows, for C++ tests, and for pages that are only looked at.
#pragma once

#include <filesystem>
#include <memory>

#include "casement/base/deadline.h"
#include "casement/grid/browser_source.h"
#include "casement/process/launch_options.h"
#include "casement/site/unreachable_host.h"

namespace casement {

class BrowserSession;
class SiteServer;

// A served site, and the browser that shows the site.
struct SiteBrowser {
  std::unique_ptr<SiteServer> site;  // null without a site
  std::shared_ptr<BrowserSession> browser;
};

// Whether other processes may use the same Chrome.
enum class BrowserSharing {
  Allowed,  // the browser kept by `casement browser start`, if running
  Never,    // a new Chrome
};

// Serves `folder` ("" for no site) unless `site` is set already, and starts or finds a browser that reaches its hosts.
// A remote browser reaches the site at `serve_host` of the source, if set; otherwise only from this machine. Throws
// Error{Environment}, Error{Usage} if a running Chrome would need the site's TLS key, and Error{Authoring} for a wrong
// site.yaml.
std::unique_ptr<BrowserSession> browser_for_site(std::unique_ptr<SiteServer>& site, const std::filesystem::path& folder,
                                                 BrowserSource source, const SourceWait& wait, BrowserSharing sharing,
                                                 const Deadline& deadline);

// Makes the browser's errors list the served hosts if a host is not served. `served.hosts` is set from `site`.
void explain_unreachable_hosts(BrowserSession& browser, const SiteServer* site, ServedSite served);

}  // namespace casement
