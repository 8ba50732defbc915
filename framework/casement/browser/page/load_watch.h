// Waits for what a navigation needs: the old document has to let go, and the new one has to come, be parsed and be
// loaded. Says why if that does not happen. The caller holds the engine lock, except where a function takes it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "casement/browser/frames/frame_tree.h"
#include "casement/browser/page/dialogs.h"
#include "casement/browser/page/navigation_news.h"
#include "casement/browser/values/page_options.h"
#include "casement/cdp/connection.h"

namespace casement {

class PageSession;

class LoadWatch {
 public:
  // The page has its frames and its dialogs already.
  LoadWatch(PageSession& page, const NavigationNews& news);

  // Ends a script of the document that is to be left, if the script does not end by itself.
  void end_endless_script(Deadline deadline);
  // `pump_until` for a navigation; if the document that is left never lets go, its script is ended.
  bool await_unload(const std::function<bool()>& left, Deadline deadline);
  // Returns true once it has happened; false if nothing of it came for `quiet` and Chrome, asked, had nothing more to
  // say.
  bool await_or_silence(const std::function<bool()>& happened, Milliseconds quiet, Deadline deadline);
  // Waits until the rest of a navigation that failed or was refused can no more be taken for the next one.
  void await_settled(Deadline deadline);
  // Waits until the document of `loader_id` has come as far as `wait_until`; "" is a step within the document. Throws
  // Error: Timeout, Navigation, TargetCrashed, SessionClosed.
  NavigationResult await_document(NavigationResult result, const std::string& loader_before,
                                  const std::string& loader_id, LoadState wait_until, Deadline deadline,
                                  Deadline::Clock::time_point started);
  // Fills the other members from the document that the main frame has now.
  void complete(NavigationResult& result, Deadline::Clock::time_point started) const;

  // Returns true once the main frame's document and all that it waits for is loaded, false at the deadline: a page with
  // a frame that never answers never is. Takes the engine lock.
  bool await_loaded(Deadline deadline);
  // Returns true once no frame of the page has had a request under way for `quiet`; false at the deadline. Streams
  // (EventSource, WebSocket, media) and pings do not count. Takes the engine lock.
  bool await_network_idle(Milliseconds quiet, Deadline deadline);

  // The main frame's process has crashed, and no navigation is on its way that would bring another.
  bool lies_crashed() const;
  // Throws if the main frame lies crashed; the crash of the document before may be reported when its successor is about
  // to come, so that this waits until `came`, for a while.
  void end_if_crashed(const std::function<bool()>& came, Deadline deadline);
  // The connection ended before the main document was whole: it will never be parsed.
  bool is_cut_off() const;

  // Why a page can do nothing whose main frame has crashed.
  Error crash_error() const;
  Error cut_off_error(const std::string& url) const;
  Error cannot_open(const std::string& url, const std::string& reason) const;
  [[noreturn]] void throw_beforeunload_dismissed(const std::string& url, Deadline deadline);
  // The end of an error's sentence: the resource that the main document waits for; "" if that is not known.
  std::string missing_resource(LoadState wait_until) const;
  // What kept a wait that ran out of time from its end, for its error's trail.
  std::vector<std::string> busy_lines() const;

 private:
  cdp::Command command(std::string method, Json params = Json::object()) const;
  // Whether the page answers, or `over` holds first. If neither, its script does not end, and is ended.
  bool answers_or_ends_script(const std::function<bool()>& over, Deadline deadline);
  bool any_request_in_flight() const;

  PageSession& page_;
  cdp::Connection& connection_;
  FrameTree& frames_;
  const Dialogs& dialogs_;
  const NavigationNews& news_;
};

}  // namespace casement
