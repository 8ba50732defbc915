// An isolated browser context with its own cookies, storage, pages and options. Its BrowserSession owns it. Calls block
// and may come from any thread. casement/api/context.h is the public handle and documents the calls.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <typeindex>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json_value.h"
#include "casement/base/weak_ptr.h"
#include "casement/browser/values/context_options.h"
#include "casement/browser/values/cookie.h"
#include "casement/browser/values/frame_id.h"
#include "casement/browser/values/page_environment.h"
#include "casement/browser/values/page_records.h"
#include "casement/browser/values/storage_parts.h"

namespace casement {

class BrowserSession;
class BrowserHost;
class ExposedFunction;
class PageHandle;
class PageSession;
struct HttpRequest;
struct HttpResponse;
struct Passkey;
struct StorageState;
namespace cdp {
class Connection;
struct Command;
}  // namespace cdp

// Base class for the data that another module stores with a context.
class ContextExtension {
 public:
  ContextExtension() = default;
  virtual ~ContextExtension() = default;
  ContextExtension(const ContextExtension&) = delete;
  ContextExtension& operator=(const ContextExtension&) = delete;
};

class ContextSession : public std::enable_shared_from_this<ContextSession> {
 public:
  // Only BrowserSession creates contexts.
  ContextSession(cdp::Connection& connection, std::string id, ContextOptions options);
  ~ContextSession();

  const std::string& id() const { return id_; }  // Chrome's browserContextId
  // The options of new_context() with the later changes of set_offline(), set_viewport() and so on.
  const ContextOptions& options() const { return environment_.options; }
  const std::string& own_user_agent() const { return environment_.own_user_agent; }  // the browser's
  // Whether the context belongs to an application whose Chrome was adopted.
  bool adopted() const { return environment_.adopted; }
  // The service that provides the browser, such as a Grid; null if there is none.
  BrowserHost* host() const { return host_; }
  // Replaces the options of an adopted context. Options that are not set return to the application's values.
  void apply_options(const ContextOptions& options, Deadline deadline);
  PageSession& new_page(Deadline deadline);
  const std::vector<std::unique_ptr<PageSession>>& pages() const { return pages_; }
  // Sets the observer for calls of all pages, including pages that are opened later.
  void observe_calls(const WeakPtr<CallObserver>& observer);
  std::vector<PageHandle> page_handles();
  // Closes all pages and deletes the context in Chrome. close_in_browser() also removes the context from its
  // BrowserSession.
  void close(Deadline deadline);
  void close_in_browser(Deadline deadline) { close_in_browser_(*this, deadline); }

  // The cookies, and what every origin that frames have shown or that a storage state has loaded has stored. Context
  // documents the format. Reads an origin that no page shows now through an empty document, without asking a server.
  JsonValue storage_state(const StorageParts& parts, Deadline deadline);
  // Writes storage_state() to a file. Throws Error{Environment} if the file cannot be written.
  void save_storage_state(const std::string& path, const StorageParts& parts, Deadline deadline);

  // Context documents these three calls.
  std::vector<Cookie> cookies(Deadline deadline);
  // Replaces cookies of the same name, domain and path.
  void add_cookies(const std::vector<Cookie>& cookies, Deadline deadline);
  // Removes all cookies of the context.
  void clear_cookies(Deadline deadline);

  // Context documents these calls.
  std::vector<Passkey> passkeys();
  Passkey add_passkey(Passkey passkey, Deadline deadline);
  bool remove_passkey(const std::string& id, Deadline deadline);

  // Sends a request with the context's cookies and returns the response with any status. Set-Cookie works as in a page.
  // No page shows the request, no log contains it, and no route applies to it. Throws Error{Usage} for an invalid
  // request. Throws Error{Navigation} with Chrome's reason if there is no complete response: the connection is refused
  // or ends early, there are too many redirects, or the body is longer than `max_bytes`.
  HttpResponse request(const HttpRequest& request, Deadline deadline);

  // Adds a script, or replaces the one of this name, for documents and workers that begin later. Afterwards none of
  // them begins without the script.
  void add_start_script(StartScript script, Deadline deadline);
  // False if there is none of this name.
  bool remove_start_script(const std::string& name, Deadline deadline);

  // Adds a script for documents that begin later; see casement/api/context.h.
  int add_init_script(const std::string& source, Deadline deadline);
  bool remove_init_script(int id, Deadline deadline);
  // Throws Error{Usage} as `ExposedFunctions::check`, and if the context or a page has a function of this name.
  void expose(const std::string& name, ExposedFunction function, Deadline deadline);

  struct CommonWorker {  // a shared or service worker
    WorkerRecord record;
    bool is_ready = false;  // see WorkerSessions::is_ready
  };
  const PageEnvironment& environment() const { return environment_; }  // what its pages share
  // The shared and service workers of the context, by session.
  std::map<std::string, CommonWorker>& common_workers() { return common_workers_; }
  const StartScripts& start_scripts() const { return environment_.start_scripts; }
  cdp::Connection& connection() { return connection_; }

  // The data that another module stores with this context; created on first use.
  template <class T>
  T& extension() {
    std::unique_ptr<ContextExtension>& kept = extensions_[typeid(T)];
    if (!kept) kept = std::make_unique<T>(*this);
    return static_cast<T&>(*kept);
  }

  // Answers requests of all pages and workers of the context from an archive, after the routes of the pages. Throws as
  // replay_handler (har_player.h).
  void replay_har(const HarFile& har, Deadline deadline);

  // These setters apply to all pages, popups and frames, present and later.
  void set_offline(bool offline, Deadline deadline);
  // Replaces all throttles. Throws Error{Usage} for an invalid one, and Error{Environment} if Chrome is too old for one
  // that is not of all addresses.
  void set_throttles(std::vector<NetworkThrottle> throttles, Deadline deadline);
  void set_cpu_slowdown(double factor, Deadline deadline);  // throws Error{Usage} unless it is from 1 to 100
  void set_geolocation(const std::optional<Geolocation>& place, Deadline deadline);
  void set_extra_headers(const std::map<std::string, std::string>& headers, Deadline deadline);
  // These two throw Error{Usage} for an invalid size or medium.
  void set_viewport(int width, int height, Deadline deadline);  // CSS pixels
  void set_media(const Media& media, Deadline deadline);        // replaces all media options
  void set_permissions(const std::vector<std::string>& permissions, Deadline deadline);

 private:
  friend class BrowserSession;
  friend class HelperPage;
  // Waits until the page can be used. Returns null if the page was closed or crashed first.
  PageSession* await_usable(const std::string& target_id, Deadline deadline);
  // Calls await_usable(), and closes the page if that throws.
  PageSession* await_usable_or_close(const std::string& target_id, Deadline deadline);
  // The commands to send to a new context before its first page.
  std::vector<cdp::Command> opening_commands(const std::string& downloads_folder);
  PageSession& adopt(std::string target_id, std::string session);
  PageSession* find_page(const std::string& target_id);
  PageSession* page_of_frame(const FrameId& frame);
  // new_page() without the session storage of the storage state.
  PageSession& open_page(Deadline deadline);
  void load_storage_state(const StorageState& state, Deadline deadline);
  // Gives a new page the session storage of the storage state, and forgets the visits that this takes.
  void restore_session_storage(PageSession& page, Deadline deadline);
  // Sends the proxy's credentials once, before the first page. The caller holds the engine lock.
  void sign_in_at_proxy(Deadline deadline);
  // Waits for calls of exposed functions that are in progress. Throws Error{Timeout}.
  void end_functions(Deadline deadline);
  void give_back(Deadline deadline);  // an adopted context: restores the application's options
  void tell_all_sessions(const std::function<std::vector<cdp::Command>(const std::string& session)>& commands,
                         Deadline deadline);
  // The commands that put cpu_slowdown of the options into force in all pages.
  std::vector<cdp::Command> slow_down_commands();

  cdp::Connection& connection_;
  std::string id_;
  PageEnvironment environment_;  // outlives the pages
  std::function<void(ContextSession& context, Deadline deadline)> close_in_browser_;
  std::string downloads_folder_;
  std::shared_ptr<const StorageState> loaded_;  // null without a storage state
  // The target id of a page that prepare_context() has opened for the next new_page(); "" until Chrome has sent the id.
  std::optional<std::string> spare_page_;
  bool attaches_pages_ = false;  // the browser is shared, so pages attach only on request
  std::vector<std::unique_ptr<PageSession>> pages_;
  BrowserHost* host_ = nullptr;
  bool is_known_at_proxy_ = false;
  bool has_set_viewport_ = false;
  std::map<std::string, CommonWorker> common_workers_;
  int last_init_script_ = 0;
  std::map<std::type_index, std::unique_ptr<ContextExtension>> extensions_;
};

}  // namespace casement
