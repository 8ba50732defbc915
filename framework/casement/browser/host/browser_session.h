// A Chrome that was launched or attached to, with its connection and contexts. BrowserSession assigns CDP sessions to
// pages. Calls block and may come from any thread. The destructor closes a launched Chrome; in an attached Chrome it
// closes the contexts that it created, and restores the pages that it adopted. casement/api/browser.h is the public
// handle and documents the calls.
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

// The major version of the oldest supported Chromium, that of Qt 5.15.
inline constexpr int kOldestChromium = 87;

class BrowserSession : public std::enable_shared_from_this<BrowserSession> {
 public:
  // Starts Chrome and waits until Chrome answers. If Chrome ends during the start, starts it again, at most twice;
  // note() then gives the reason. Throws Error{Environment} if no Chrome is found, if Chrome does not start, or if
  // Chrome does not answer before the deadline; the trail contains Chrome's output.
  static std::unique_ptr<BrowserSession> launch(const LaunchOptions& options, Deadline deadline);
  // Attaches to a running Chrome at ws://… or http://host:port, or at wss://… or https://…. Does not change pages that
  // exist already. Throws Error{Environment} if nothing answers there, or if the Chromium is older than
  // kOldestChromium.
  static std::unique_ptr<BrowserSession> attach(const std::string& endpoint, Deadline deadline);
  // Attaches to the Chrome inside an application and takes over its pages; see Browser::adopt.
  static std::unique_ptr<BrowserSession> adopt(const std::string& endpoint, Deadline deadline);
  // Attaches to the shared browser that CASEMENT_SHARED_BROWSER names, or launches a browser; see Browser::obtain.
  static std::unique_ptr<BrowserSession> obtain(const LaunchOptions& options, Deadline deadline);
  ~BrowserSession();

  // E.g. "Chromium 156.0.8078.79 headless shell".
  const std::string& version() const;
  // Whether this is a shared browser, which other processes may use too. Host resolver rules have no effect in a shared
  // browser; use set_proxy().
  bool shared() const;
  // Whether no other process uses this browser now. Returns false if the daemon of a shared browser does not answer in
  // time.
  bool used_alone(Deadline deadline) const;
  // Sets the proxy for contexts created from now on, and their credentials for the proxy; see Browser::set_proxy.
  void set_proxy(std::string url, std::optional<HttpCredentials> user = std::nullopt);
  // Whether this is a launched browser with a window, so that a person can see its pages.
  bool has_window() const;
  // Sets the hints of errors about addresses that cannot be reached, in all contexts.
  void set_unreachable_help(UnreachableHelp help);
  // A sentence for the user about how this browser was obtained; "" for none.
  const std::string& note() const;
  // Whether adopt() created this session.
  bool adopted() const;
  // Waits for the open page of an adopted browser whose title or address matches; see Browser::find_page.
  PageSession& find_page(std::string_view title_or_url, Deadline deadline);
  // Creates a context, or returns the prepared context if it has the same options. Throws Error{Usage} for invalid
  // options and for an invalid storage state; no context remains then.
  ContextSession& new_context(const ContextOptions& options, Deadline deadline);
  // Starts to create a context with a page, for the next new_context() and its new_page(). Returns at once. Does
  // nothing if a context is already prepared, or if the options have a storage state.
  void prepare_context(const ContextOptions& options);
  void close_context(ContextSession& context, Deadline deadline);
  cdp::Connection& connection();
  // The newest messages to and from Chrome, oldest first, at most `lines`. Each line contains the method and the
  // session, or Chrome's error.
  std::vector<std::string> transcript(std::size_t lines);
  // Whether the connection is lost: the browser has crashed, or was killed or closed.
  bool lost();
  // Ends a launched Chrome at once, without waiting for calls in progress; only disconnects from any other Chrome.
  // Calls in progress throw Error{ConnectionLost}.
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
