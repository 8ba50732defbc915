// A Chrome: launched and owned, or attached to. It owns the connection and the contexts, and is the only class that
// uses CDP's Target domain: it knows which session belongs to which page. Destroying it closes a launched Chrome, and
// leaves an attached one as it was found. The public handle is casement/api/browser.h, which documents the calls.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/error.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/values/unreachable_help.h"
#include "casement/process/launch_options.h"

namespace casement {

class PageSession;
struct HostReport;
struct RemoteBrowser;
class Transport;
namespace cdp {
class Connection;
}

// The oldest Chromium whose pages can be worked with: Qt 5.15's.
inline constexpr int kOldestChromium = 87;

class BrowserSession : public std::enable_shared_from_this<BrowserSession> {
 public:
  // Starts Chrome and waits until it answers; one that ends meanwhile is started again, twice at most, which
  // `note` tells. Throws Error{Environment} when none is found, it does not start, or it does not answer
  // before the deadline; the trail holds what it wrote.
  static std::unique_ptr<BrowserSession> launch(const LaunchOptions& options, Deadline deadline);
  // Attaches to a running Chrome at ws://… or http://host:port, or at wss://… or https://…. Pages that exist already
  // are left alone. Throws Error{Environment} when nobody answers there, or a Chromium older than kOldestChromium.
  static std::unique_ptr<BrowserSession> attach(const std::string& endpoint, Deadline deadline);
  // Takes over the pages of a Chrome inside an application; see Browser::adopt.
  static std::unique_ptr<BrowserSession> adopt(const std::string& endpoint, Deadline deadline);
  // The shared browser that CASEMENT_SHARED_BROWSER names, or a launched one; see Browser::obtain.
  static std::unique_ptr<BrowserSession> obtain(const LaunchOptions& options, Deadline deadline);
  ~BrowserSession();

  // E.g. "Chromium 156.0.8078.79 headless shell".
  const std::string& version() const;
  // Whether other processes use this browser too. Host resolver rules have no effect then: see set_proxy.
  bool shared() const;
  // Whether no other process uses it right now, as far as the daemon of a shared one answers in time.
  bool used_alone(Deadline deadline) const;
  // Sets the proxy of contexts made from now on, and their credentials for it; see Browser::set_proxy.
  void set_proxy(std::string url, std::optional<HttpCredentials> user = std::nullopt);
  // Whether a person can see its pages.
  bool has_window() const;
  // Sets the hints of errors about addresses that cannot be reached, in all contexts.
  void set_unreachable_help(UnreachableHelp help);
  // A sentence for the user about how this browser was obtained; "" for none.
  const std::string& note() const;
  // Its pages were there before; see `adopt`.
  bool adopted() const;
  // The open page of an adopted browser whose title or address matches; see Browser::find_page.
  PageSession& find_page(std::string_view title_or_url, Deadline deadline);
  // A new context, one of `prepare_context` where that has the same options. Throws Error{Usage} for
  // options that cannot be, and for a storage state that does not check; nothing is left then.
  ContextSession& new_context(const ContextOptions& options, Deadline deadline);
  // Begins to make a context with a page for the next `new_context` and its `new_page`, while the
  // caller does something else; returns at once. There is one at a time, without a storage state.
  void prepare_context(const ContextOptions& options);
  void close_context(ContextSession& context, Deadline deadline);
  cdp::Connection& connection();
  // The newest messages that went to and came from Chrome, oldest first, at most `lines` of them: of
  // each its method and session, or Chrome's error.
  std::vector<std::string> transcript(std::size_t lines);
  // The browser has gone: crashed, killed or closed.
  bool lost();
  // From any thread: ends a launched Chrome at once, and leaves a shared one. Calls in progress end
  // with ConnectionLost.
  void kill() noexcept;

 private:
  friend std::unique_ptr<BrowserSession> attach_transport(std::unique_ptr<Transport> transport, Deadline deadline);
  friend std::unique_ptr<BrowserSession> attach_remote(RemoteBrowser remote, Deadline deadline);
  friend std::optional<Error> find_loss(BrowserSession& browser);
  friend std::string link_of(const BrowserSession& browser);
  friend HostReport examine_host(BrowserSession& browser, Deadline deadline);
  class Impl;
  explicit BrowserSession(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace casement
