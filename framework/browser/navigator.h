// Where a page goes: opening an address, reloading, its history, and waiting until what it shows is loaded.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/browser/dialogs.h"
#include "casement/browser/event_table.h"
#include "casement/browser/frame_tree.h"
#include "casement/browser/navigation_log.h"
#include "casement/browser/page_options.h"
#include "casement/cdp/connection.h"

namespace casement {

class NavigationAttempt;
class PageSession;

class Navigator {
 public:
  // Of a page that has its frames and its dialogs.
  explicit Navigator(PageSession& page);

  // ——— reducers ———

  void register_events(EventTable& events);
  void on_leaving(Dialogs::Leaving leaving);
  void on_page_closed();

  // What the network said of documents.
  const NavigationLog& log() const { return log_; }
  // Web origins that the page's frames have shown.
  const std::set<std::string>& origins() const { return origins_; }
  // Why a page can do nothing whose main frame has crashed.
  Error crash_error() const;

  // ——— blocking ———

  NavigationResult open(const std::string& url, LoadState wait_until, Deadline deadline);
  NavigationResult reload(LoadState wait_until, Deadline deadline);
  // Goes `steps` back (negative) or forward in the session's history; none where it ends sooner. A
  // step may be a child frame's navigation or one within the document, and loads nothing then.
  std::optional<NavigationResult> go_in_history(int steps, LoadState wait_until, Deadline deadline);
  // True once the main frame's document and all that it waits for is loaded, false at the deadline:
  // a page with a frame that never answers never is.
  bool await_loaded(Deadline deadline);
  // True once no frame of the page has had a request under way for `quiet`; false at the deadline.
  // Streams (EventSource, WebSocket, media) and pings do not count.
  bool await_network_idle(Milliseconds quiet, Deadline deadline);

 private:
  // Rows of the table of events: for the attempt that is under way, and for the frames.
  void register_attempt(EventTable& events);
  void register_frames(EventTable& events);
  // Network.requestWillBeSent's parameters.
  void on_document_requested(const Json& params);
  std::string requested_loader_of(const Json& committed);
  cdp::Command command(std::string method, Json params = Json::object()) const;
  NavigationResult await_navigation(NavigationResult result, const std::string& loader_before,
                                    const std::string& loader_id, LoadState wait_until, Deadline deadline,
                                    Deadline::Clock::time_point started);
  Error download_instead_of(const std::string& url) const;
  Error cannot_open(const std::string& url, const std::string& reason) const;
  // What kept a wait that ran out of time from its end, for its error's trail.
  std::vector<std::string> busy_lines() const;
  // The main frame's process has crashed, and no navigation is on its way that would bring another.
  bool lies_crashed() const;
  // The connection ended before the main document was whole: it will never be parsed.
  bool is_cut_off() const;
  Error cut_off_error(const std::string& url) const;
  std::string missing_resource(LoadState wait_until) const;
  // Throws what a document that is waited for has come to where it lies crashed; of the one before it that
  // may be told when its successor is about to come: until `came`, for a while.
  void end_if_crashed(const std::function<bool()>& came, Deadline deadline);
  [[noreturn]] void throw_beforeunload_dismissed(const std::string& url, Deadline deadline);
  void request_navigation(NavigationAttempt& opening, const std::string& url, Deadline deadline);
  Json history(Deadline deadline);
  // Whether the page answers, or `over` holds first. If neither, its script is one that does not end, and is ended.
  bool answers_or_ends_script(const std::function<bool()>& over, Deadline deadline);
  void end_endless_script(Deadline deadline);
  // `pump_until` for a navigation; where the document that is left never lets go, its script is ended.
  bool await_unload(const std::function<bool()>& left, Deadline deadline);
  // True once it has happened; false where nothing of it came for so long and Chrome, asked, had nothing
  // more to say.
  bool await_or_silence(const std::function<bool()>& happened, Milliseconds quiet, Deadline deadline);
  // Until what a navigation that failed or was refused leaves behind can no more be taken for the next.
  void await_navigation_settled(Deadline deadline);
  // The other members, from the document that the main frame has now.
  void complete(NavigationResult& result, Deadline::Clock::time_point started) const;
  bool any_request_in_flight() const;

  PageSession& page_;
  cdp::Connection& connection_;
  FrameTree& frames_;
  const Dialogs& dialogs_;
  NavigationLog log_;
  NavigationAttempt* attempt_ = nullptr;  // the one under way
  std::set<std::string> origins_;
  bool tells_of_starts_ = false;  // the browser, by Page.frameStartedNavigating
  // Of all frames, since a step of the history may be a frame's: commits, navigations within its document, and the
  // starts that older browsers tell of.
  std::uint64_t moves_told_ = 0;
};

}  // namespace casement
