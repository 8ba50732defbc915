// One browser connection: numbers commands, keeps what is pending, hands events to the reducer, and
// sees to it that exactly one thread uses it at a time.
//
// A thread in an API call takes the engine lock (`EngineLock lock(connection)`), sends, and pumps until its
// answers are there or its deadline has passed. While nobody holds the lock, an idle pump thread handles
// what arrives, so that paused targets resume and dialogs are answered while the user's code does
// something else. Every pending command ends: by its answer, a protocol error, the end of its
// session, the loss of the connection, or its caller's deadline.
//
// What is called later is held weakly (see casement/cdp/callback.h), and an exception from it ends the
// page that it belongs to, never the connection.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <source_location>
#include <thread>
#include <unordered_map>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/log_ring.h"
#include "casement/cdp/engine.h"
#include "casement/cdp/flood.h"
#include "casement/cdp/message.h"
#include "casement/transport/transport.h"

namespace casement::cdp {

class Connection;

// The command that undoes what a command made, by that one's result.
using Undo = Command (*)(const Json& result);

// A command on its way; copies share one answer.
class Call {
 public:
  bool done() const { return state_->reply.has_value(); }
  // Precondition: done().
  const Reply& reply() const { return *state_->reply; }

 private:
  friend class Connection;
  struct State {
    std::int64_t id = 0;
    SessionId session;
    std::string method;
    Callback<Effects(const Reply&)> on_reply;
    Undo undo = nullptr;
    bool is_late = false;  // its caller no longer waits
    std::optional<Reply> reply;
  };
  // Shared by the caller who waits and by the table of pending commands.
  std::shared_ptr<State> state_;
};

class Connection {
 public:
  // The right to use the connection; nests on one thread.
  class EngineLock {
   public:
    explicit EngineLock(Connection& connection);
    ~EngineLock();
    EngineLock(const EngineLock&) = delete;
    EngineLock& operator=(const EngineLock&) = delete;

   private:
    Connection& connection_;
  };

  explicit Connection(std::unique_ptr<Transport> transport);
  ~Connection();

  // From any thread: the connection counts as lost from now on, and calls in progress end.
  void abort() noexcept;
  // From any thread: it counts as lost, by that or because the browser has gone.
  bool lost() const { return is_lost_; }
  // When the last message came in; before the first one, when the connection was made.
  Deadline::Clock::time_point last_heard() const { return last_heard_; }

  // Under the engine lock: the same, for a reason that people are told. A reducer may call it.
  void give_up(const std::string& reason) { lose(reason); }
  // Something has come that was not handled yet. Under the engine lock.
  bool has_unread() const { return transport_->has_more(); }

  // From any thread: whatever waits for the browser, now and until `resume`, ends with this error; but
  // on the one thread that is let in since. Events are handled as before.
  void interrupt(Error why);
  void let_in(std::thread::id thread);
  void resume();

  // Before the first command. The reducer is called under the lock, and may not wait.
  void set_reducer(Callback<Effects(const Event&)> reducer) { reducer_ = std::move(reducer); }

  // Called with the session of an event or reply whose handling threw, and with Error{Internal}. The
  // sessions that it ends take no more commands: each fails with that error. Where it ends none, the
  // next call that waits throws the error. Before the first command.
  void set_failure_handler(Callback<Effects(const SessionId&, const Error&)> handler) {
    on_failure_ = std::move(handler);
  }

  // Called with a session whose console says more than can be read: it is to be turned off. What it says
  // is dropped unread until `listen_to`. Before the first command.
  void set_flood_handler(Callback<Effects(const SessionId&)> handler) { on_flood_ = std::move(handler); }

  // What errors call a browser that lacks a command, e.g. "QtWebEngine 6.4.2 (Chromium 102.0.5005.177)".
  void name_browser(std::string name) { browser_name_ = std::move(name); }
  const std::string& browser_name() const { return browser_name_; }

  // What is known of how the browser ended, for the error that everything still pending gets: its
  // message is put after "the browser has gone: " in place of the transport's, and its kind is kept
  // where that is Infrastructure. Asked with the transport's reason. Before the first
  // command; called once, when the connection is lost, and not after this object's destructor began.
  void explain_loss_with(Callback<std::optional<Error>(const std::string&)> explain) {
    explain_loss_ = std::move(explain);
  }

  // All below: the caller holds the engine lock. Without it sending and waiting throw std::logic_error.

  Call send(Command command, std::source_location from = std::source_location::current());
  // Sends and waits. Throws the command's Error, or Error{Timeout} naming the method and the caller.
  Json call(Command command, Deadline deadline, std::source_location from = std::source_location::current());
  // The same for a command that makes something: where it is answered after the caller has stopped
  // waiting, `undo` of the answer is sent, and nothing is left that nobody knows of.
  Json call_or_undo(Command command, Undo undo, Deadline deadline,
                    std::source_location from = std::source_location::current());
  // Waits for one answer; false if the deadline came first. Does not throw the answer's error.
  bool await(const Call& call, Deadline deadline);
  // `await` that returns the result or throws what went wrong; past the deadline the command is
  // given up, and a late answer is dropped.
  Json result(const Call& call, Deadline deadline);
  // Handles what arrives until `done` holds; false if the deadline came first: what has come by then is
  // still looked at, but for no longer than a moment. Throws Error{ConnectionLost} when the browser has gone.
  bool pump_until(const std::function<bool()>& done, Deadline deadline);
  // Forgets a command; its answer, if it ever comes, is dropped.
  void abandon(const Call& call);

  void apply(Effects effects);
  // The session's renderer has crashed, and no other one has taken its place yet: what only a renderer
  // can answer fails there with Error{TargetCrashed}, at once and unsent.
  bool has_crashed(const SessionId& session) const { return crashed_sessions_.contains(session); }
  // Its console, which the flood handler was called for, is turned off now, or on again.
  void listen_to(const SessionId& session) { flood_.listen_to(session); }
  // How many commands have yet to be answered or given up.
  std::size_t pending() const { return pending_.size(); }
  LogRing& log() { return log_; }
  // For the error of a wait that ran out of time while more came than can be read; see there.
  std::string describe_flood() const { return flood_.describe(); }

 private:
  void require_engine() const;
  void post(Command command, std::shared_ptr<Call::State> state);
  Error unanswered(const Call& call) const;
  static Json result_of(const Call& call);
  // Handles one message, or what else ended the receive. False when the deadline has passed.
  bool pump_once(Deadline deadline);
  // One message: it is read, or left out where it is one of a flood.
  void take(const std::string& text);
  void handle(const std::string& text);
  void finish(std::shared_ptr<Call::State> state, Reply reply);
  void end_session(const EndedSession& ended);
  // What `reduce` returns. It may not wait; what it throws becomes a failure of the session.
  Effects reduce(const SessionId& session, std::string_view what, const std::function<Effects()>& reduce);
  Effects fail(const SessionId& session, const Error& error);
  void lose(const std::string& reason);
  void run_idle_pump();
  void end_if_interrupted();
  // Sends what is due; true if anything was.
  bool send_scheduled();

  std::unique_ptr<Transport> transport_;
  Callback<Effects(const Event&)> reducer_;
  Callback<Effects(const SessionId&, const Error&)> on_failure_;
  Callback<Effects(const SessionId&)> on_flood_;
  Callback<std::optional<Error>(const std::string&)> explain_loss_;
  std::int64_t last_id_ = 0;
  std::unordered_map<std::int64_t, std::shared_ptr<Call::State>> pending_;
  std::vector<ScheduledCommands> scheduled_;
  std::optional<Error> lost_;
  std::atomic<Deadline::Clock::time_point> last_heard_{Deadline::Clock::now()};
  std::atomic<bool> is_lost_{false};  // what threads without the lock may ask of lost_
  std::map<SessionId, Error> failed_sessions_;
  std::set<SessionId> crashed_sessions_;
  std::optional<Error> unclaimed_failure_;  // of no page; for the next call that waits
  bool handling_ = false;
  LogRing log_;
  std::string browser_name_ = "this browser";
  Flood flood_;

  Engine engine_;
  std::atomic<int> callers_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> aborted_{false};
  std::atomic<bool> is_interrupted_{false};
  std::mutex interrupt_mutex_;  // guards the next two
  std::optional<Error> interrupted_;
  std::thread::id let_in_;
  std::mutex idle_mutex_;
  std::condition_variable idle_wakeup_;
  std::thread idle_pump_;
};

}  // namespace casement::cdp
