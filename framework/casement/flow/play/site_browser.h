// A fixture site and a browser that reaches its hosts: for flows, for the tests of a program and for a page that is
// only looked at.
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

// A site that is served, and the browser that shows it.
struct SiteBrowser {
  std::unique_ptr<SiteServer> site;  // null where there is none
  std::shared_ptr<BrowserSession> browser;
};

// Whether others may use the same Chrome.
enum class BrowserSharing {
  Allowed,  // the browser that `casement browser start` keeps, where there is one
  Never,    // a Chrome of its own
};

// Serves the folder, "" for no site, where `site` is null as yet, and starts or finds a browser that reaches its hosts;
// one that runs elsewhere reaches a site where it runs on this machine. Throws Error{Environment}, and Error{Authoring}
// of a site.yaml.
std::unique_ptr<BrowserSession> browser_for_site(std::unique_ptr<SiteServer>& site, const std::filesystem::path& folder,
                                                 BrowserSource source, const SourceWait& wait, BrowserSharing sharing,
                                                 const Deadline& deadline);

// Has the browser's errors say which hosts are served, where one is not. The hosts of `served` are the site's.
void explain_unreachable_hosts(BrowserSession& browser, const SiteServer* site, ServedSite served);

}  // namespace casement
