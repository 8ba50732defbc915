// The engine's side of one page: its sessions, frames, worlds, logs and dialogs, kept up to date by
// reducers; and the few blocking verbs that everything above is made of, those of its parts (Navigator,
// PageRoutes, Downloads) among them. Lives in its ContextSession. Blocking calls enter the connection themselves;
// anyone who looks at the frame tree between two of them enters first.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "casement/base/weak_ptr.h"
#include "casement/browser/events/event_log.h"
#include "casement/browser/events/event_table.h"
#include "casement/browser/frames/frame_tree.h"
#include "casement/browser/network/network_log.h"
#include "casement/browser/page/console_log.h"
#include "casement/browser/page/cpu_throttling.h"
#include "casement/browser/page/dialogs.h"
#include "casement/browser/page/downloads.h"
#include "casement/browser/page/navigator.h"
#include "casement/browser/page/page_bridge.h"
#include "casement/browser/page/page_routes.h"
#include "casement/browser/page/quiet_consoles.h"
#include "casement/browser/page/worker_sessions.h"
#include "casement/browser/values/frame_settings.h"
#include "casement/browser/values/page_environment.h"
#include "casement/browser/values/page_extension.h"
#include "casement/browser/values/page_notes.h"
#include "casement/browser/values/page_options.h"
#include "casement/cdp/connection.h"

namespace casement {

// Sends all, then waits for all. A session that has gone is no failure; throws Error{Timeout}, or
// what Chrome did not accept.
void send_and_await(cdp::Connection& connection, std::vector<cdp::Command> commands, Deadline deadline);

class PageSession {
 public:
  PageSession(cdp::Connection& connection, std::string target_id, cdp::SessionId session,
              const PageEnvironment& environment);

  WeakPtr<PageSession> weak() const { return weak_.get(); }
  cdp::Connection& connection() { return connection_; }
  const std::string& id() const { return target_id_; }
  const cdp::SessionId& session() const { return session_; }
  FrameTree& frames() { return frames_; }
  EventTable& events() { return events_; }
  // What has happened so far, numbered through; see casement/browser/events/event_log.h. The logs below are
  // changed by events only: whoever waits for an entry pumps the connection until it is there.
  const EventClock& clock() const { return clock_; }
  const ConsoleLog& console() const { return console_; }
  const NetworkLog& network() const { return network_; }
  NetworkLog& network() { return network_; }
  // It takes no more calls: it was closed, or Casement failed at one of its events. Why, as what
  // every call throws; precondition: closed().
  bool closed() const { return session_gone_ || failure_; }
  Error end_error() const;
  // Its options are in force and its first document can be worked with.
  bool usable() const { return begun_ && frames_.main().world.has_value(); }
  // The id of the page whose script or link opened this one; "" where none did.
  const std::string& opener() const { return opener_; }
  // A popup begins with what its opener has said of dialogs and routes.
  void set_opener(PageSession& opener);
  // What its context lends it.
  const PageEnvironment& environment() const { return environment_; }
  // Every session of the page and its frames; workers are apart.
  std::set<cdp::SessionId> sessions();
  const WorkerSessions& workers() const { return workers_; }

  // ——— reducers ———

  // What every session of a page is sent while its target is still paused.
  cdp::Effects begin_session(const cdp::SessionId& session, bool waiting_for_debugger);
  cdp::Effects on_event(const cdp::Event& event);
  cdp::Effects on_frame_session(const cdp::SessionId& session, const Json& target_info,
                                const cdp::SessionId& parent_session, bool waiting);
  // A dedicated worker of the page, of one of its frames or of another worker.
  cdp::Effects on_worker_session(const cdp::SessionId& session, const cdp::SessionId& parent_session, bool waiting);
  cdp::Effects on_session_gone(const cdp::SessionId& session);
  // A reducer or callback of this page threw: what is known of the page may be wrong from here on, so
  // it ends for its users with this Error{Internal}. Other pages go on.
  cdp::Effects on_failure(const Error& error);
  // The console of one of its sessions says more than can be read.
  cdp::Effects on_flood(const cdp::SessionId& session);

  // ——— blocking ———

  // Waits where Chrome says that the page has no document yet, as it may be of one that is adopted.
  Json evaluate(const std::string& expression, Deadline deadline);
  // In Casement's world of the main frame, where the page's own scripts have changed nothing.
  Json evaluate_apart(const std::string& expression, Deadline deadline);
  // One try with these parameters of Page.captureScreenshot; base64. Throws Error{FrameGone} where the
  // document goes away meanwhile.
  std::string capture_screenshot(Json params, Deadline deadline);
  void close(Deadline deadline);

  // Sends a bridge call to a frame that has a world; the bridge itself goes before it when it is not
  // there yet. Precondition: frame.world.
  cdp::Call post_bridge(const Frame& frame, const BridgeCall& call) { return bridge_.post(frame, call); }
  // Waits for the frame's world if need be, calls, and returns the value. Throws Error{FrameGone}
  // when the document goes away, Error{Timeout}.
  Json call_bridge(const FrameId& frame_id, const BridgeCall& call, Deadline deadline);
  // What call_bridge returns and throws, for a call that post_bridge has sent to the frame's document
  // of this generation.
  Json bridge_answer(const FrameId& frame_id, std::uint64_t generation, const cdp::Call& sent, Deadline deadline);
  // True once the frame has a world; false when the deadline came or the frame went first.
  bool await_world(const FrameId& frame_id, Deadline deadline);

  // What a room above keeps with this page; made with the page when it is first asked for.
  template <class T>
  T& extension() {
    std::unique_ptr<PageExtension>& kept = extensions_[typeid(T)];
    if (!kept) kept = std::make_unique<T>(*this);
    return static_cast<T&>(*kept);
  }

  void set_default_timeout(Milliseconds timeout) { default_timeout_ = timeout; }
  Milliseconds default_timeout() const;
  // Both defaults, 5 s and 2 s, are longer on a busy machine; see allow_for_load.
  Milliseconds frame_timeout() const;
  const FrameSettings& frame_settings() const { return frame_settings_; }
  void set_frame_settings(FrameSettings settings) { frame_settings_ = std::move(settings); }
  // `timeout`, or the default where it is 0, from now.
  Deadline deadline(Milliseconds timeout) const;
  // That time itself, a year at most. Throws Error{Usage} for a negative one.
  Milliseconds time_given(Milliseconds timeout) const;

  Navigator& navigator() { return navigator_; }
  Dialogs& dialogs() { return dialogs_; }
  const EventLog<PopupRecord>& popups() const { return popups_; }
  Downloads& downloads() { return downloads_; }
  PageRoutes& routes() { return routes_; }
  PageNotes& notes() { return notes_; }

 private:
  cdp::Effects on_option_answer(const cdp::Reply& reply);
  cdp::Effects on_frame_tree_answer(const cdp::Reply& reply, const cdp::SessionId& session);
  // Until the main frame has a world; otherwise throws why it has none.
  void await_document(Deadline deadline);
  FramePlace place(const cdp::SessionId& session, const FrameId& frame_id) const;
  // Rows of the table of events.
  void register_events();
  cdp::Command command(std::string method, Json params = Json::object()) const;

  WeakPtrFactory<PageSession> weak_{this};
  cdp::Connection& connection_;
  std::string target_id_;
  cdp::SessionId session_;
  const PageEnvironment& environment_;
  FrameTree frames_;
  EventTable events_;
  EventClock clock_;
  ConsoleLog console_{clock_};
  double cpu_throttling_ = cpu_throttling_from_environment();
  QuietConsoles quiet_consoles_{connection_, cpu_throttling_, frames_.world_name()};
  NetworkLog network_{clock_};
  PageBridge bridge_{*this};
  PageNotes notes_;
  Dialogs dialogs_{clock_, notes_, [this](Dialogs::Leaving leaving) { navigator_.news().on_leaving(leaving); }};
  Navigator navigator_{*this};
  Downloads downloads_{connection_, clock_,
                       [this](const cdp::SessionId& session, const FrameId& frame) { return place(session, frame); }};
  EventLog<PopupRecord> popups_{clock_};
  PageRoutes routes_{*this};
  WorkerSessions workers_;
  static constexpr Milliseconds kDefaultTimeout{5000};
  Milliseconds default_timeout_ = kDefaultTimeout;
  FrameSettings frame_settings_ = FrameSettings::from_environment();
  std::string opener_;
  bool begun_ = false;
  bool session_gone_ = false;
  std::optional<Error> failure_;
  std::map<std::type_index, std::unique_ptr<PageExtension>> extensions_;  // the first to go
};

}  // namespace casement
