// A Chrome: launched and owned, or attached to. Owns the connection and the contexts, and is the one
// class that touches Target.*: it knows which session belongs to which page. Destroying it closes a
// launched Chrome, and leaves an attached one as it was found.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "casement/browser/context.h"
#include "casement/browser/unreachable_help.h"
#include "casement/process/launch_options.h"
#include "casement/process/profile_folder.h"

namespace casement {

class ChromeProcess;
struct BrowserLease;

class Browser {
 public:
  // Starts Chrome and waits until it answers; one that ends meanwhile is started again, twice at most, which
  // `note` tells. Throws Error{Environment} when none is found, it does not start, or it does not answer
  // before the deadline; the trail holds what it wrote.
  static std::unique_ptr<Browser> launch(const LaunchOptions& options, Deadline deadline);
  // Attaches to a running Chrome at ws://… or http://host:port. Pages that exist already are left
  // alone. Throws Error{Environment} when nobody answers there.
  static std::unique_ptr<Browser> attach(const std::string& endpoint, Deadline deadline);
  // The same for a Chrome at the other end of `transport`. Throws Error{Timeout}.
  static std::unique_ptr<Browser> attach(std::unique_ptr<Transport> transport, Deadline deadline);
  // The browser that CASEMENT_SHARED_BROWSER names (see `casement browser start`), or a launched one
  // where there is none. Where options ask for what a shared one cannot be, it is launched as well.
  static std::unique_ptr<Browser> obtain(const LaunchOptions& options, Deadline deadline);
  ~Browser();

  // E.g. "Chromium 156.0.8078.79 headless shell".
  const std::string& version() const { return version_; }
  // Other processes use this browser too. Host resolver rules are not in force then: see set_proxy.
  bool shared() const { return lease_ != nullptr; }
  // No other process uses it right now, as far as the keeper of a shared one answers in time. What
  // belongs to the whole browser, its clipboard, may be changed then.
  bool used_alone(Deadline deadline) const;
  // A proxy for what contexts made from now on load, but from this machine: "http://127.0.0.1:8123".
  void set_proxy(std::string url) { proxy_ = std::move(url); }
  // Whether a person can see its pages.
  bool has_window() const { return has_window_; }
  // What errors say of addresses that cannot be reached, in all contexts.
  void set_unreachable_help(UnreachableHelp help) { unreachable_help_ = std::move(help); }
  // What a person should know of how this browser was obtained; "" for nothing.
  const std::string& note() const { return note_; }
  // A new context, one of `prepare_context` where that has the same options. Throws Error{Usage} for
  // options that cannot be, and for a storage state that does not check; nothing is left then.
  Context& new_context(const ContextOptions& options, Deadline deadline);
  // Begins to make a context with a page for the next `new_context` and its `new_page`, while the
  // caller does something else; returns at once. There is one at a time, without a storage state.
  void prepare_context(const ContextOptions& options);
  void close_context(Context& context, Deadline deadline);
  cdp::Connection& connection() { return *connection_; }
  // The newest messages that went to and came from Chrome, oldest first, at most `lines` of them: of
  // each its method and session, or Chrome's error.
  std::vector<std::string> transcript(std::size_t lines);
  // The browser has gone: crashed, killed or closed.
  bool lost();
  // From any thread: ends a launched Chrome at once, and leaves a shared one. Calls in progress end
  // with ConnectionLost.
  void kill() noexcept;

 private:
  Browser(std::unique_ptr<ChromeProcess> process, std::unique_ptr<Transport> transport);
  static std::unique_ptr<Browser> attach_shared(const std::string& state_file, Deadline deadline);
  // Null where it ended while it started, for the reason that is put into `ended`.
  static std::unique_ptr<Browser> launch_once(const LaunchOptions& options, Deadline deadline,
                                              std::optional<Error>& ended);
  void begin(Deadline deadline);
  cdp::Effects on_event(const cdp::Event& event);
  cdp::Effects on_failure(const cdp::SessionId& session, const Error& error);
  cdp::Effects on_flood(const cdp::SessionId& session);
  std::optional<Error> explain_loss();
  cdp::Effects on_created(const cdp::Event& event);
  cdp::Effects on_popup_attached(const cdp::Reply& reply, const Json& info);
  cdp::Effects on_popup_ready(const cdp::Reply& reply, const std::string& target_id);
  cdp::Effects on_attached(const cdp::Event& event);
  cdp::Effects on_detached(const cdp::Event& event);
  PageSession* page_of(const cdp::SessionId& session);
  Context* context_of(const Json& target_info);
  PageSession& adopt(Context& context, const cdp::SessionId& session, const Json& target_info);

  WeakPtrFactory<Browser> weak_{this};
  std::unique_ptr<ChromeProcess> process_;  // null when attached
  std::unique_ptr<BrowserLease> lease_;     // of a shared one
  std::string note_;
  std::string proxy_;
  UnreachableHelp unreachable_help_;
  bool has_window_ = false;
  std::unique_ptr<cdp::Connection> connection_;
  Json context_parameters() const;
  std::string downloads_folder_of(const std::string& context_id);
  Context& add_context(std::string id, const ContextOptions& options);
  cdp::Effects on_prepared_context(const cdp::Reply& reply);
  cdp::Effects on_prepared_page(const cdp::Reply& reply);
  Context* take_prepared(const ContextOptions& options, Deadline deadline);
  void on_download_begins(const Json& params);
  void on_download_progress(const Json& params);

  std::string version_;
  std::string user_agent_;
  std::optional<ProfileFolder> downloads_;  // of an attached Chrome's contexts
  struct Prepared {
    ContextOptions options;
    Context* context = nullptr;  // null until Chrome has made it
    bool failed = false;
  };
  std::optional<Prepared> prepared_;
  std::vector<std::unique_ptr<Context>> contexts_;
  std::unordered_map<cdp::SessionId, WeakPtr<PageSession>> pages_by_session_;
};

}  // namespace casement
