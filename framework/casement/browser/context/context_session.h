// An isolated browser context: cookies, storage, pages and options of its own. It lives in its BrowserSession. Calls
// block and may come from any thread. The public handle is casement/api/context.h, which documents the calls.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json_value.h"
#include "casement/base/weak_ptr.h"
#include "casement/browser/values/context_options.h"
#include "casement/browser/values/cookie.h"
#include "casement/browser/values/frame_id.h"
#include "casement/browser/values/page_environment.h"

namespace casement {

class BrowserSession;
class BrowserHost;
class PageHandle;
class PageSession;
struct HttpRequest;
struct HttpResponse;
struct StorageState;
struct StoredOrigin;
namespace cdp {
class Connection;
struct Command;
}  // namespace cdp

class ContextSession : public std::enable_shared_from_this<ContextSession> {
 public:
  ContextSession(cdp::Connection& connection, std::string id, ContextOptions options);  // BrowserSession makes it
  ~ContextSession();

  const std::string& id() const { return id_; }                           // Chrome's
  const ContextOptions& options() const { return environment_.options; }  // that it was made with
  // Whether the context belongs to an application whose Chrome was adopted.
  bool adopted() const { return environment_.adopted; }
  // The service that lends the browser; null if none does.
  BrowserHost* host() const { return host_; }
  // Replaces the options of an adopted context; unset options are the application's again.
  void apply_options(const ContextOptions& options, Deadline deadline);
  PageSession& new_page(Deadline deadline);
  const std::vector<std::unique_ptr<PageSession>>& pages() const { return pages_; }
  // Sets the observer of the calls of its pages, present and later ones.
  void observe_calls(const WeakPtr<CallObserver>& observer);
  std::vector<PageHandle> page_handles();
  // Closes every page and forgets the context's state. `close_in_browser`: the browser forgets the context too.
  void close(Deadline deadline);
  void close_in_browser(Deadline deadline) { close_in_browser_(*this, deadline); }

  // Cookies, and the local storage of every origin that the context's frames have shown or that was
  // loaded into it, in Playwright's format. Origins that no page shows right now are read through an
  // empty document; no server is asked.
  JsonValue storage_state(Deadline deadline);
  // The same into a file. Throws Error{Environment} where it cannot be written.
  void save_storage_state(const std::string& path, Deadline deadline);

  // See Context for these three.
  std::vector<Cookie> cookies(Deadline deadline);
  // Replaces cookies of the same name, domain and path.
  void add_cookies(const std::vector<Cookie>& cookies, Deadline deadline);
  // Removes all cookies of the context.
  void clear_cookies(Deadline deadline);

  // Sends a request of the test's own with the context's cookies, and gives its answer, whatever the status; Set-Cookie
  // counts as in a page. No page shows it, none of their logs holds it, and no route sees it. Throws Error{Usage} for
  // what no request can be, Error{Navigation} with Chrome's reason where no whole answer comes: a refused connection,
  // one that ends early, too many redirects, a body beyond `max_bytes`.
  HttpResponse request(const HttpRequest& request, Deadline deadline);

  // From now on, in every page, popup and frame.
  void set_offline(bool offline, Deadline deadline);
  void set_geolocation(const std::optional<Geolocation>& place, Deadline deadline);
  void set_extra_headers(const std::map<std::string, std::string>& headers, Deadline deadline);
  // Throw Error{Usage} for a size or a medium that cannot be.
  void set_viewport(int width, int height, Deadline deadline);  // CSS pixels
  void set_media(const Media& media, Deadline deadline);        // in place of what the options said of it
  void set_permissions(const std::vector<std::string>& permissions, Deadline deadline);

 private:
  friend class BrowserSession;
  friend class HelperPage;
  // Waits until the page can be used, and gives null where it went away first.
  PageSession* await_usable(const std::string& target_id, Deadline deadline);
  // The same; where it throws, the page is closed.
  PageSession* await_usable_or_close(const std::string& target_id, Deadline deadline);
  // The commands for a new context, before its first page.
  std::vector<cdp::Command> opening_commands(const std::string& downloads_folder);
  PageSession& adopt(std::string target_id, std::string session);
  PageSession* find_page(const std::string& target_id);
  PageSession* page_of_frame(const FrameId& frame);
  void load_storage_state(const StorageState& state, Deadline deadline);
  // Shows an empty document of each origin and runs `visit` there.
  void visit_blank(const std::vector<std::string>& origins,
                   const std::function<void(PageSession&, const std::string&)>& visit, Deadline deadline);
  // Once, before the first page. The caller holds the engine lock.
  void sign_in_at_proxy(Deadline deadline);
  void give_back(Deadline deadline);
  void tell_all_sessions(const std::function<cdp::Command(const std::string& session)>& command, Deadline deadline);

  cdp::Connection& connection_;
  std::string id_;
  PageEnvironment environment_;  // outlives the pages
  std::function<void(ContextSession& context, Deadline deadline)> close_in_browser_;
  std::string downloads_folder_;
  std::set<std::string> loaded_origins_;
  // A page that was opened before anyone asked for it: its target's id, "" until Chrome has said it.
  std::optional<std::string> spare_page_;
  bool attaches_pages_ = false;  // the browser does not announce pages to this connection
  std::vector<std::unique_ptr<PageSession>> pages_;
  BrowserHost* host_ = nullptr;
  bool is_known_at_proxy_ = false;
  bool has_set_viewport_ = false;
};

}  // namespace casement
