#include "casement/flow/play/site_browser.h"

#include <string>
#include <utility>

#include "casement/base/error.h"
#include "casement/browser/host/browser_session.h"
#include "casement/site/site_server.h"

namespace casement {

std::unique_ptr<BrowserSession> browser_for_site(std::unique_ptr<SiteServer>& site, const std::filesystem::path& folder,
                                                 BrowserSource source, const SourceWait& wait, BrowserSharing sharing,
                                                 const Deadline& deadline) {
  LaunchOptions& options = source.launch;
  if (!site && !folder.empty()) site = std::make_unique<SiteServer>(folder);
  const bool is_served_far = site && source.is_remote() && !source.serve_host.empty();
  if (site && !is_served_far) {
    options.host_resolver_rules = site->host_resolver_rules();
    if (source.tell_proxy) source.tell_proxy(options.host_resolver_rules);
    if (const std::string pin = site->certificate_pin(); !pin.empty()) options.trusted_keys = {pin};
  }
  if (source.is_remote()) {
    const SiteProxy far = is_served_far ? site->serve_at(source.serve_host) : SiteProxy{};
    const bool has_pages_over_tls = !options.trusted_keys.empty();
    if (site && source.grid.empty() && has_pages_over_tls) {
      throw Error(ErrorKind::Usage, "the site has hosts under 'tls', which an already running Chrome does not trust",
                  {"use a Chrome that Casement or a Grid starts; that Chrome trusts the hosts"});
    }
    auto remote = obtain_remote(source, wait, deadline);
    if (is_served_far) {
      remote->set_proxy(far.url, HttpCredentials{far.user, far.password});
      return remote;
    }
    // A running Chrome was started without this site's hosts.
    if (site && source.grid.empty()) remote->set_proxy(site->proxy());
    return remote;
  }
  // A shared Chrome was started without this proxy.
  const bool is_own = sharing == BrowserSharing::Never || !options.proxy_server.empty();
  auto browser = is_own ? BrowserSession::launch(options, deadline) : BrowserSession::obtain(options, deadline);
  // A shared browser was started without this site's hosts.
  if (site && browser->shared()) browser->set_proxy(site->proxy());
  return browser;
}

void explain_unreachable_hosts(BrowserSession& browser, const SiteServer* site, ServedSite served) {
  if (site != nullptr) served.hosts = site->hosts();
  browser.set_unreachable_help([served = std::move(served)](const std::string& url, const std::string& reason) {
    return tell_unreachable_host(served, url, reason);
  });
}

}  // namespace casement
