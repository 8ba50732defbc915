// Waits for the parts of a navigation: the old document must be left, and the new document must arrive, be parsed and
// be loaded. Explains a failure. Requires the engine lock, except for functions that take the lock.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "casement/base/machine_load.h"
#include "casement/browser/frames/frame_tree.h"
#include "casement/browser/page/dialogs.h"
#include "casement/browser/page/navigation_news.h"
#include "casement/browser/values/page_options.h"
#include "casement/cdp/connection.h"

namespace casement {

class PageSession;

class LoadWatch {
 public:
  // `page` must already have its frames and dialogs.
  LoadWatch(PageSession& page, const NavigationNews& news);

  // Ends a script of the old document if the script does not end by itself.
  void end_endless_script(Deadline deadline);
  // `pump_until` for a navigation; ends the script of an old document that blocks the navigation.
  bool await_unload(const std::function<bool()>& left, Deadline deadline);
  // Returns true once `happened` holds. Returns false if `quiet` passes without it and Chrome, when asked, sends
  // nothing more about it.
  bool await_or_silence(const std::function<bool()>& happened, Milliseconds quiet, Deadline deadline);
  // Waits until the last events of a failed or refused navigation cannot be mistaken for those of the next one.
  void await_settled(Deadline deadline);
  // Waits until the document of `loader_id` has reached `wait_until`; "" is a step within the document. Throws Error:
  // Timeout, Navigation, TargetCrashed, SessionClosed.
  NavigationResult await_document(NavigationResult result, const std::string& loader_before,
                                  const std::string& loader_id, LoadState wait_until, Deadline deadline,
                                  Deadline::Clock::time_point started);
  // Fills the other members from the main frame's document. Throws Error{Navigation} for Chrome's error page.
  void complete(NavigationResult& result, Deadline::Clock::time_point started) const;

  // Returns true once the main frame's document and all its resources are loaded, false at the deadline: a page with a
  // frame that never answers is never loaded. Takes the engine lock. Throws Error{TargetCrashed}.
  bool await_loaded(Deadline deadline);
  // Returns true if no frame of the page had a pending request for `quiet`; false at the deadline. Streams
  // (EventSource, WebSocket, media) and pings do not count. Takes the lock. Throws TargetCrashed, SessionClosed.
  bool await_network_idle(Milliseconds quiet, Deadline deadline);

  // The main frame's process has crashed, and no pending navigation will start another process.
  bool lies_crashed() const;
  // Throws if the main frame has crashed. Waits for `came` for a while first, because Chrome may report the old
  // document's crash just before the new document arrives.
  void end_if_crashed(const std::function<bool()>& came, Deadline deadline);
  // The connection ended in the middle of the main document, which will never be parsed.
  bool is_cut_off() const;

  // The error for all calls on a page whose main frame has crashed.
  Error crash_error() const;
  Error cut_off_error(const std::string& url) const;
  Error cannot_open(const std::string& url, const std::string& reason) const;
  [[noreturn]] void throw_beforeunload_dismissed(const std::string& url, Deadline deadline);
  // The end of an error's sentence: the resource that the main document waits for; "" if unknown.
  std::string missing_resource(LoadState wait_until) const;
  // The error of a navigation that has used its time: with reasons, and with the option that sets the time. `load` was
  // measured during the wait.
  Error timeout_error(const std::string& message, const MachineLoad& load = {}) const;

 private:
  cdp::Command command(std::string method, Json params = Json::object()) const;
  // Whether the page answers, or `over` holds first. Otherwise ends the script that blocks the page.
  bool answers_or_ends_script(const std::function<bool()>& over, Deadline deadline);
  bool any_request_in_flight() const;

  PageSession& page_;
  cdp::Connection& connection_;
  FrameTree& frames_;
  const Dialogs& dialogs_;
  const NavigationNews& news_;
};

}  // namespace casement
