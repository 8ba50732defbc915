// The implementation of Browser: the connection, the contexts, and the reducers that assign events to pages.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "casement/base/weak_ptr.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/host/heartbeat.h"
#include "casement/browser/host/host_report.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/remote_browser.h"
#include "casement/browser/values/unreachable_help.h"
#include "casement/cdp/connection.h"
#include "casement/process/browser_lease.h"
#include "casement/process/chrome_process.h"
#include "casement/process/profile_folder.h"

namespace casement {

inline constexpr std::chrono::seconds kBrowserCloseTimeout{5};

// "\"Orders\" at https://shop.test/orders"
std::string describe_page(const Json& target_info);

class CertificateRelay;

class BrowserSession::Impl {
 public:
  Impl(std::unique_ptr<ChromeProcess> process, std::unique_ptr<Transport> transport);
  ~Impl();

  // Returns null if Chrome ended during startup and may be started again; `ended` gets the error.
  static std::unique_ptr<Impl> launch_once(const LaunchOptions& options, Deadline deadline,
                                           std::optional<Error>& ended);
  // The Chrome accepts the certificates of relays of this process.
  static std::unique_ptr<Impl> launch(LaunchOptions options, Deadline deadline);
  static std::unique_ptr<Impl> attach_shared(const std::string& state_file, Deadline deadline);

  bool shared() const { return lease != nullptr; }
  PageSession& find_page(std::string_view title_or_url, Deadline deadline);
  void begin(Deadline deadline);
  ContextSession& new_context(const ContextOptions& options, Deadline deadline);
  void prepare_context(const ContextOptions& options);
  void close_context(ContextSession& context, Deadline deadline);
  bool has_closed_page() const;

  std::unique_ptr<ChromeProcess> process;  // null when attached
  std::unique_ptr<BrowserLease> lease;     // for a shared browser
  std::string note;
  std::string proxy;
  LaunchOptions launched;  // the options with which Chrome was started; the default for any other Chrome
  std::optional<HttpCredentials> proxy_user;
  UnreachableHelp unreachable_help;
  bool has_window = false;
  bool adopts = false;  // takes over existing pages
  std::unique_ptr<cdp::Connection> connection;
  std::string version;
  std::unique_ptr<BrowserHost> host;     // the lender of a remote browser, or null
  std::unique_ptr<Heartbeat> heartbeat;  // for a remote browser

 private:
  friend HostReport examine_host(BrowserSession& browser, Deadline deadline);
  struct Prepared {
    ContextOptions options;
    ContextSession* context = nullptr;  // null until Chrome has made it
    bool failed = false;
  };

  // ——— reducers ———
  void register_events();
  cdp::Effects on_event(const cdp::Event& event);
  cdp::Effects on_failure(const cdp::SessionId& session, const Error& error);
  cdp::Effects on_flood(const cdp::SessionId& session);
  std::optional<Error> explain_loss(const std::string& reason);
  cdp::Effects on_created(const cdp::Event& event);
  cdp::Effects on_popup_attached(const cdp::Reply& reply, const Json& info);
  cdp::Effects on_popup_ready(const cdp::Reply& reply, const std::string& target_id);
  cdp::Effects on_attached(const cdp::Event& event);
  cdp::Effects on_detached(const cdp::Event& event);
  void on_download_begins(const Json& params);
  void on_download_progress(const Json& params);
  cdp::Effects on_prepared_context(const cdp::Reply& reply);
  cdp::Effects on_prepared_page(const cdp::Reply& reply);

  // DevTools windows that a person opened for a page are not windows of the application.
  static bool is_adoptable(const Json& target_info) {
    return !target_info.value("url", std::string()).starts_with("devtools://");
  }
  PageSession* page_of(const cdp::SessionId& session);
  // Enables the events of a shared or service worker, and lets the worker run.
  cdp::Effects on_common_worker(const cdp::SessionId& session, const Json& target_info, const cdp::SessionId& parent,
                                bool waiting);
  cdp::Effects on_common_worker_event(const cdp::Event& event);
  // The page that records the events of such a worker: the page that started the worker, or after that page was
  // closed, another page of the same origin. Null if there is none.
  PageSession* page_of_common_worker(const cdp::SessionId& session);
  ContextSession* context_of(const Json& target_info);
  ContextSession& adopted_context(const Json& target_info);
  void attach_to_open_pages(Deadline deadline);
  std::vector<Json> open_pages(Deadline deadline);
  PageSession& adopt(ContextSession& context, const cdp::SessionId& session, const Json& target_info);
  // Throws Error{Usage} if the context cannot have its client certificates.
  std::shared_ptr<CertificateRelay> certificate_relay_for(const ContextOptions& options) const;
  // Whether Chrome trusts the key of the context's relay. The relay shows the certificate that this browser trusts,
  // unless it has shown another browser's. `relay` is that for client certificates, or null.
  bool trusts_relay(const ContextOptions& options, const CertificateRelay* relay) const;
  // `relay` may be null. Throws Error{Usage} if the context cannot have its socket proxy.
  Json context_parameters(const ContextOptions& options, const CertificateRelay* relay) const;
  std::string downloads_folder_of(const std::string& context_id);
  ContextSession& add_context(std::string id, const ContextOptions& options, bool adopted = false);
  ContextSession* take_prepared(const ContextOptions& options, Deadline deadline);

  WeakPtrFactory<Impl> weak_{this};
  EventTable events_;  // events of the browser itself; all others belong to a page
  std::string user_agent_;
  std::optional<ProfileFolder> downloads_;  // for the contexts of an attached Chrome
  std::optional<Prepared> prepared_;
  std::vector<std::shared_ptr<ContextSession>> contexts_;  // shared with calls in progress; see PageHandle
  std::unordered_map<cdp::SessionId, WeakPtr<PageSession>> pages_by_session_;
  std::unordered_map<cdp::SessionId, Json> common_workers_;  // their targets, by session
};

}  // namespace casement
