// The engine's part of a page: sessions, frames, worlds, logs and dialogs, which reducers update. The class and its
// parts (Navigator, PageRoutes, Downloads) have the few blocking functions on which all higher layers are built. A
// context owns its pages. Blocking calls take the engine lock themselves; to read the frame tree between two calls,
// take the lock first.
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

// Sends all commands, then waits for all answers. Sessions that have ended, crashed renderers and options that are
// already set are not an error. Throws Error{Timeout}, or the error of a command that Chrome rejected.
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
  // The events of dedicated and shared workers. The table enables no domain: WorkerSessions enables Network.
  EventTable& worker_events() { return worker_events_; }
  // The clock that numbers the page's events; see casement/browser/events/event_log.h. Only events change the logs
  // below: to wait for an entry, pump the connection.
  const EventClock& clock() const { return clock_; }
  EventClock& clock() { return clock_; }
  const ConsoleLog& console() const { return console_; }
  const NetworkLog& network() const { return network_; }
  NetworkLog& network() { return network_; }
  // The page takes no more calls, because it was closed or because Casement failed to handle an event of the page.
  // `end_error` is the error that every call throws; precondition: closed().
  bool closed() const { return session_gone_ || failure_; }
  Error end_error() const;
  // The options are in force, and the first document is ready for calls.
  bool usable() const { return begun_ && frames_.main().world.has_value(); }
  // The id of the page whose script or link opened this page; "" if there is none.
  const std::string& opener() const { return opener_; }
  // Makes the page a popup that starts with the opener's dialog handler and routes.
  void set_opener(PageSession& opener);
  // The data shared by the page's context.
  const PageEnvironment& environment() const { return environment_; }
  // All sessions of the page and its frames, without workers.
  std::set<cdp::SessionId> sessions();
  const WorkerSessions& workers() const { return workers_; }
  // Workers of the page that have started, and shared and service workers that started for an origin of its frames.
  EventLog<WorkerRecord>& started_workers() { return started_workers_; }
  bool has_frame_of(const std::string& origin) const;
  // The commands that put the slowdown of CASEMENT_CPU_THROTTLING and of the context's options into force.
  std::vector<cdp::Command> slow_down();
  // The frame or worker of a script context.
  FramePlace place_of_context(const cdp::SessionId& session, int context) const;

  // ——— reducers ———

  // The commands for a new session of the page, sent while the session's target is still paused.
  cdp::Effects begin_session(const cdp::SessionId& session, bool waiting_for_debugger);
  cdp::Effects on_event(const cdp::Event& event);
  cdp::Effects on_frame_session(const cdp::SessionId& session, const Json& target_info,
                                const cdp::SessionId& parent_session, bool waiting);
  // A dedicated worker of the page, of a frame or of another worker.
  cdp::Effects on_worker_session(const cdp::SessionId& session, const Json& target_info,
                                 const cdp::SessionId& parent_session, bool waiting);
  // A shared or service worker, whose events this page records from now on. `request` is the target's id, which is also
  // the id of the request for its script.
  void on_common_worker(const cdp::SessionId& session, const std::string& request, const std::string& url);
  cdp::Effects on_session_gone(const cdp::SessionId& session);
  // A reducer or callback of this page threw, so that the state of the page may be wrong. All later calls on the page
  // fail with this error. The browser's other pages continue.
  cdp::Effects on_failure(const Error& error);
  // The console of this session writes more than Casement can read.
  cdp::Effects on_flood(const cdp::SessionId& session);

  // ——— blocking ———

  // If Chrome has no document for the page yet, which is possible for an adopted page, the call waits.
  Json evaluate(const std::string& expression, Deadline deadline);
  // Runs in Casement's world of the main frame, which the page's own scripts cannot change.
  Json evaluate_isolated(const std::string& expression, Deadline deadline);
  // A single try with these parameters of Page.captureScreenshot; returns base64. Throws Error{FrameGone} if the
  // document is replaced meanwhile.
  std::string capture_screenshot(Json params, Deadline deadline);
  void close(Deadline deadline);

  // Sends a bridge call to a frame, and before the call the bridge itself if the document lacks it. Precondition:
  // frame.world.
  cdp::Call post_bridge(const Frame& frame, const BridgeCall& call) { return bridge_.post(frame, call); }
  // Waits for the frame's world if necessary, calls the bridge, and returns the value. Throws Error{FrameGone} if the
  // document goes away, Error{Evaluation} if the script throws, `end_error` if the page is closed, or Error: Timeout,
  // TargetCrashed, SessionClosed.
  Json call_bridge(const FrameId& frame_id, const BridgeCall& call, Deadline deadline);
  // Waits for the answer to a call that post_bridge sent to the frame's document of this generation; returns and throws
  // like call_bridge.
  Json bridge_answer(const FrameId& frame_id, std::uint64_t generation, const cdp::Call& sent, Deadline deadline);
  // Waits until the frame has a world, is removed or crashes, or the page closes. Returns whether the frame has a
  // world, which is false at the deadline.
  bool await_world(const FrameId& frame_id, Deadline deadline);

  // The data that another module stores with this page; created on first use.
  template <class T>
  T& extension() {
    std::unique_ptr<PageExtension>& kept = extensions_[typeid(T)];
    if (!kept) kept = std::make_unique<T>(*this);
    return static_cast<T&>(*kept);
  }

  // A given timeout does not grow with the load of the machine. nullopt: Casement's own, which does.
  void set_default_timeout(std::optional<Milliseconds> timeout) { given_timeout_ = timeout; }
  std::optional<Milliseconds> given_timeout() const { return given_timeout_; }
  Milliseconds default_timeout() const;
  // Both defaults, 5 s and 2 s, are longer on a busy machine; see allow_for_load.
  Milliseconds frame_timeout() const;
  const FrameSettings& frame_settings() const { return frame_settings_; }
  void set_frame_settings(FrameSettings settings) { frame_settings_ = std::move(settings); }
  // A deadline after `timeout`, or after the default timeout if `timeout` is 0. Throws as `time_given`.
  Deadline deadline(Milliseconds timeout) const;
  // The timeout to use, at most a year. Throws Error{Usage} if `timeout` is negative.
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
  double slowdown() const { return cpu_throttling_ * environment_.options.cpu_slowdown; }
  // Waits until the main frame has a world; otherwise throws the reason.
  void await_document(Deadline deadline);
  FramePlace place(const cdp::SessionId& session, const FrameId& frame_id) const;
  // The commands that add the bindings of Casement's scripts and of exposed functions.
  std::vector<cdp::Command> bindings(const cdp::SessionId& session);
  // Registers all event handlers.
  void register_events();
  cdp::Command command(std::string method, Json params = Json::object()) const;

  WeakPtrFactory<PageSession> weak_{this};
  cdp::Connection& connection_;
  std::string target_id_;
  cdp::SessionId session_;
  const PageEnvironment& environment_;
  FrameTree frames_;
  EventTable events_;
  EventTable worker_events_;
  EventClock clock_;
  ConsoleLog console_{clock_};
  double cpu_throttling_ = cpu_throttling_from_environment();
  QuietConsoles quiet_consoles_{connection_, slowdown(),
                                [this](const cdp::SessionId& session) { return bindings(session); }};
  NetworkLog network_{clock_};
  PageBridge bridge_{*this};
  PageNotes notes_;
  Dialogs dialogs_{clock_, notes_, [this](Dialogs::Leaving leaving) { navigator_.news().on_leaving(leaving); }};
  Navigator navigator_{*this};
  Downloads downloads_{connection_, clock_,
                       [this](const cdp::SessionId& session, const FrameId& frame) { return place(session, frame); }};
  EventLog<PopupRecord> popups_{clock_};
  EventLog<WorkerRecord> started_workers_{clock_};
  PageRoutes routes_{*this};
  WorkerSessions workers_;
  static constexpr Milliseconds kDefaultTimeout{5000}, kDefaultFrameTimeout{2000};
  std::optional<Milliseconds> given_timeout_;
  FrameSettings frame_settings_ = FrameSettings::from_environment();
  std::string opener_;
  bool begun_ = false;
  bool session_gone_ = false;
  std::optional<Error> failure_;
  std::map<std::type_index, std::unique_ptr<PageExtension>> extensions_;  // destroyed first
};

}  // namespace casement
