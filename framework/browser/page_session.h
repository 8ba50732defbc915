// The engine's side of one page: its sessions, frames, worlds, navigations, dialogs and console, kept
// up to date by reducers; and the few blocking verbs that everything above is made of. Lives in its
// Context. Blocking calls enter the connection themselves; anyone who looks at the frame tree
// between two of them enters first.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "casement/base/weak_ptr.h"
#include "casement/bridge/bridge.h"
#include "casement/browser/call_observer.h"
#include "casement/browser/console_log.h"
#include "casement/browser/context_options.h"
#include "casement/browser/cpu_throttling.h"
#include "casement/browser/dialog_policy.h"
#include "casement/browser/downloads.h"
#include "casement/browser/event_log.h"
#include "casement/browser/event_table.h"
#include "casement/browser/foreign_sheets.h"
#include "casement/browser/frame_settings.h"
#include "casement/browser/frame_tree.h"
#include "casement/browser/navigation_log.h"
#include "casement/browser/network_log.h"
#include "casement/browser/page_extension.h"
#include "casement/browser/page_notes.h"
#include "casement/browser/page_options.h"
#include "casement/browser/quiet_consoles.h"
#include "casement/browser/route_table.h"
#include "casement/browser/unreachable_help.h"
#include "casement/browser/worker_sessions.h"
#include "casement/cdp/connection.h"

namespace casement {

class Context;
class NavigationAttempt;

// Sends all, then waits for all. A session that has gone is no failure; throws Error{Timeout}, or
// what Chrome did not accept.
void send_and_await(cdp::Connection& connection, std::vector<cdp::Command> commands, Deadline deadline);

class PageSession {
 public:
  PageSession(cdp::Connection& connection, std::string target_id, cdp::SessionId session);

  WeakPtr<PageSession> weak() const { return weak_.get(); }
  cdp::Connection& connection() { return connection_; }
  const std::string& id() const { return target_id_; }
  const cdp::SessionId& session() const { return session_; }
  FrameTree& frames() { return frames_; }
  EventTable& events() { return events_; }
  // What has happened so far, numbered through; see casement/browser/event_log.h. The logs below are
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
  // Web origins that its frames have shown.
  const std::set<std::string>& origins() const { return origins_; }
  // The id of the page whose script or link opened this one; "" where none did.
  const std::string& opener() const { return opener_; }
  // A popup begins with what its opener has said of dialogs and routes.
  void set_opener(PageSession& opener);
  // The context that it lives in; null where it was made without one.
  void set_owner(Context* owner) { owner_ = owner; }
  Context* owner() const { return owner_; }
  // Before the first session begins: the context's id, its options, which outlive the page, and the
  // browser's own user agent.
  void set_context(std::string id, const ContextOptions& options, const std::string& own_user_agent);
  // What to say of addresses that cannot be reached; it outlives the page.
  void set_unreachable_help(const UnreachableHelp* help) { unreachable_help_ = help; }
  // What it says of this address and Chrome's reason; none where nothing is known.
  std::vector<std::string> help_for(const std::string& url, const std::string& reason) const;
  // Whether a person can see it.
  void set_has_window(bool has_window) { has_window_ = has_window; }
  bool has_window() const { return has_window_; }
  // Who is told of the calls of this page, and of the popups that it opens; null where nobody is.
  void set_call_observer(WeakPtr<CallObserver> observer) { call_observer_ = std::move(observer); }
  CallObserver* call_observer() const { return call_observer_.get(); }
  const std::string& test_id_attribute() const { return options_->test_id_attribute; }
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

  NavigationResult open(const std::string& url, LoadState wait_until, Deadline deadline);
  NavigationResult reload(LoadState wait_until, Deadline deadline);
  // Goes `steps` back (negative) or forward in the session's history; none where it ends sooner. A
  // step may be a child frame's navigation or one within the document, and loads nothing then.
  std::optional<NavigationResult> go_in_history(int steps, LoadState wait_until, Deadline deadline);
  // A beforeunload dialog was dismissed after `mark`.
  bool beforeunload_dismissed_since(EventNumber mark) const;
  // True once the main frame's document and all that it waits for is loaded, false at the deadline:
  // a page with a frame that never answers never is.
  bool await_loaded(Deadline deadline);
  // True once no frame of the page has had a request under way for `quiet`; false at the deadline.
  // Streams (EventSource, WebSocket, media) and pings do not count.
  bool await_network_idle(Milliseconds quiet, Deadline deadline);
  Json evaluate(const std::string& expression, Deadline deadline);
  // In Casement's world of the main frame, where the page's own scripts have changed nothing.
  Json evaluate_apart(const std::string& expression, Deadline deadline);
  // One try with these parameters of Page.captureScreenshot; base64. Throws Error{FrameGone} where the
  // document goes away meanwhile.
  std::string capture_screenshot(Json params, Deadline deadline);
  void close(Deadline deadline);

  // Sends a bridge call to a frame that has a world; the bridge itself goes along when it is not
  // there yet. Precondition: frame.world.
  cdp::Call post_bridge(const Frame& frame, const BridgeCall& call);
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
  const std::string& base_url() const { return options_->base_url; }

  const EventLog<DialogRecord>& dialogs() const { return dialogs_; }
  void set_dialog_handler(DialogHandler handler) { dialog_handler_ = std::move(handler); }
  const EventLog<PopupRecord>& popups() const { return popups_; }
  Downloads& downloads() { return downloads_; }
  PageNotes& notes() { return notes_; }

  // Routes of this page and of the popups that it opens from now on. Both are in force, everywhere,
  // when they return.
  void route(std::string glob, RouteHandler handler, Deadline deadline);
  // Forgets the routes of this pattern, all of them for "". False where there was none.
  bool unroute(const std::string& glob, Deadline deadline);
  // Requests that Chrome holds back are put here in place of being decided by routes; null ends that.
  void hold_requests_for(std::deque<cdp::Event>* inbox) { held_requests_ = inbox; }

 private:
  NavigationResult await_navigation(NavigationResult result, const std::string& loader_before,
                                    const std::string& loader_id, LoadState wait_until, Deadline deadline,
                                    Deadline::Clock::time_point started);
  bool beforeunload_dismissed_last() const;  // by the newest dialog
  // What kept a wait that ran out of time from its end, for its error's trail.
  std::vector<std::string> busy_lines() const;
  // The main frame's process has crashed, and no navigation is on its way that would bring another.
  bool lies_crashed() const;
  Error crash_error() const;
  // Throws what a document that is waited for has come to where it lies crashed; of the one before it that
  // may be told when its successor is about to come: until `came`, for a while.
  void end_if_crashed(const std::function<bool()>& came, Deadline deadline);
  [[noreturn]] void throw_beforeunload_dismissed(const std::string& url, Deadline deadline);
  void request_navigation(NavigationAttempt& opening, const std::string& url, Deadline deadline);
  // `pump_until` for a navigation; where the document that is left never lets go, its script is ended.
  bool await_unload(const std::function<bool()>& left, Deadline deadline);
  // True once it has happened; false where nothing of it came for so long and Chrome, asked, had nothing
  // more to say.
  bool await_or_silence(const std::function<bool()>& happened, Milliseconds quiet, Deadline deadline);
  // Until what a navigation that failed or was refused leaves behind can no more be taken for the next.
  void await_navigation_settled(Deadline deadline);
  // The other members, from the document that the main frame has now.
  void complete(NavigationResult& result, Deadline::Clock::time_point started) const;
  // The bridge in this world has called its binding.
  cdp::Effects on_bridge_news(const cdp::SessionId& session, int context_id, const std::string& news);
  cdp::Effects on_option_answer(const cdp::Reply& reply);
  cdp::Effects on_frame_tree_answer(const cdp::Reply& reply, const cdp::SessionId& session);
  cdp::Effects on_dialog_answered(const cdp::Reply& reply, bool is_leaving);
  FramePlace place(const cdp::SessionId& session, const FrameId& frame_id) const;
  bool any_request_in_flight() const;
  cdp::Effects answer_dialog(const cdp::Event& event);
  // Rows of the table of events.
  void register_events();
  void register_opening();
  void register_frames();
  void register_navigations();
  void register_routes();
  // Why the navigation that has just stopped brought no document, as far as the network tells.
  static std::string reason_of_end(const DocumentResponse* response);
  cdp::Command command(std::string method, Json params = Json::object()) const;

  WeakPtrFactory<PageSession> weak_{this};
  cdp::Connection& connection_;
  std::string target_id_;
  cdp::SessionId session_;
  FrameTree frames_;
  NavigationLog navigations_;
  NavigationAttempt* attempt_ = nullptr;  // the one under way
  EventTable events_;
  EventClock clock_;
  ConsoleLog console_{clock_};
  QuietConsoles quiet_consoles_{connection_};
  NetworkLog network_{clock_};
  ForeignSheets foreign_sheets_;
  EventLog<DialogRecord> dialogs_{clock_};
  Downloads downloads_{connection_, clock_,
                       [this](const cdp::SessionId& session, const FrameId& frame) { return place(session, frame); }};
  PageNotes notes_;
  EventLog<PopupRecord> popups_{clock_};
  DialogHandler dialog_handler_ = dismiss_dialog;
  std::shared_ptr<RouteTable> routes_ = std::make_shared<RouteTable>();  // with its popups
  WorkerSessions workers_;
  Error cannot_open(const std::string& url, const std::string& reason) const;

  Context* owner_ = nullptr;
  std::deque<cdp::Event>* held_requests_ = nullptr;
  const ContextOptions* options_;
  const UnreachableHelp* unreachable_help_ = nullptr;
  WeakPtr<CallObserver> call_observer_;
  bool has_window_ = false;
  std::string own_user_agent_;
  static constexpr Milliseconds kDefaultTimeout{5000};
  Milliseconds default_timeout_ = kDefaultTimeout;
  FrameSettings frame_settings_ = FrameSettings::from_environment();
  double cpu_throttling_ = cpu_throttling_from_environment();
  std::string opener_;
  std::set<std::string> origins_;
  int open_dialogs_ = 0;
  bool begun_ = false;
  bool session_gone_ = false;
  std::optional<Error> failure_;
  std::map<std::type_index, std::unique_ptr<PageExtension>> extensions_;  // the first to go
};

}  // namespace casement
