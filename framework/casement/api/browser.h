// A Chrome: launched, shared, attached to, or adopted from an application. A Browser is a handle and cheap to copy.
// When the last copy is destroyed, a launched Chrome is closed, and any other is left as it was found. Contexts and
// pages do not keep the browser open. Calls block and may come from any thread.
//
//   const Browser browser = Browser::launch();
//   const Page page = browser.new_context({.locale = "en-IE"}).new_page();
//
// `timeout`: 0 is the default, 30 s for a browser and 10 s for a context or a page, longer on a busy machine. Calls
// throw Error{Timeout} after it, and Error{ConnectionLost} if Chrome has ended.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/context.h"
#include "casement/api/page.h"
#include "casement/base/duration.h"
#include "casement/browser/values/unreachable_help.h"
#include "casement/process/launch_options.h"

namespace casement {

class BrowserSession;

class Browser {
 public:
  // Starts Chrome and waits until it answers. If Chrome ends meanwhile, it is started again, at most twice; `note`
  // tells of it. Throws Error{Environment} if no Chrome is found, or it does not start or answer in time; the trail
  // holds what Chrome wrote.
  static Browser launch(const LaunchOptions& options = {}, Milliseconds timeout = {});
  // Attaches to a running Chrome at ws://…, wss://…, http://host:port or https://…. Pages that exist already are left
  // alone. Throws Error{Environment} if nothing answers there, or a Chromium older than 87.
  static Browser attach(const std::string& endpoint, Milliseconds timeout = {});
  // Takes over the pages of a Chrome inside an application (QtWebEngine, CEF, a shell), or of one that a person uses,
  // at its debugging port: ws://… or http://host:port. `find_page` gives them; windows that open later come as popups.
  // The pages keep the application's cookies, storage and size. When the last copy of the Browser is destroyed, the
  // application goes on, and what was overridden (viewport, headers, routes, media) is as before. Throws
  // Error{Environment} if nothing answers there.
  static Browser adopt(const std::string& endpoint, Milliseconds timeout = {});
  // The browser that CASEMENT_SHARED_BROWSER names (see `casement browser start`), or a launched one if there is none
  // or the options ask for what a shared browser cannot be.
  static Browser obtain(const LaunchOptions& options = {}, Milliseconds timeout = {});

  // Makes a context. Throws Error{Usage} for invalid options and for an invalid storage state; nothing is left then.
  Context new_context(const ContextOptions& options = {}, Milliseconds timeout = {}) const;
  // Begins to make a context with a page for the next `new_context` with the same options and its `new_page`, while the
  // caller does something else; returns at once. There is one at a time, without a storage state.
  void prepare_context(const ContextOptions& options = {}) const;
  // The open page of an adopted browser whose title or address matches, `*` is any run of characters ("*Orders*",
  // "https://shop.test/*"). Waits until there is exactly one. Throws Error{NotFound} or Error{Ambiguous} with the open
  // pages in the trail, and Error{Usage} for a browser that was not adopted.
  Page find_page(std::string_view title_or_url, Milliseconds timeout = {}) const;

  // The product and its version: "Chromium 156.0.8078.79 headless shell".
  std::string version() const;
  bool shared() const;  // whether other processes use this browser too; host resolver rules have no effect then
  // Whether no other process uses a shared browser right now. Only then may a test change what belongs to the whole
  // browser, such as its clipboard.
  bool used_alone(Milliseconds timeout = {}) const;
  bool adopted() const;      // by `adopt`
  bool has_window() const;   // whether a person can see its pages
  std::string note() const;  // what a person should know of how the browser was obtained; "" for nothing
  bool lost() const;         // whether Chrome has crashed, or was killed or closed

  // The proxy of contexts made from now on, except for loopback addresses: "http://127.0.0.1:8123". Each context signs
  // in as `user` if the proxy asks; `new_page` throws Error{Environment} if the proxy refuses it.
  void set_proxy(std::string url, std::optional<HttpCredentials> user = std::nullopt) const;
  // Sets what errors say of addresses that cannot be reached, in all contexts.
  void set_unreachable_help(UnreachableHelp help) const;
  // The newest messages to and from Chrome, oldest first, at most `lines`: the method and session of each, or Chrome's
  // error.
  std::vector<std::string> transcript(std::size_t lines) const;
  // Ends a launched Chrome at once, and leaves a shared one. Calls in progress throw Error{ConnectionLost}.
  void kill() const noexcept;

 private:
  friend struct HandleAccess;
  explicit Browser(std::shared_ptr<BrowserSession> session) : session_(std::move(session)) {}

  std::shared_ptr<BrowserSession> session_;
};

}  // namespace casement
