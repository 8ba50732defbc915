// A connection to one browser: numbers the commands, stores pending commands, passes events to the reducer, and ensures
// that only one thread uses the connection at a time.
//
// A thread in an API call takes the engine lock (`EngineLock lock(connection)`), sends, and pumps until the answers
// arrive or the deadline passes. While no thread holds the lock, an idle pump thread handles incoming messages, so that
// paused targets resume and dialogs are answered while the user's code does something else. Every pending command ends:
// with an answer, a protocol error, the end of the session, the loss of the connection, or the caller's deadline.
//
// Callbacks hold their objects weakly (see casement/cdp/callback.h). An exception in a callback ends the page
// concerned, never the connection.
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
#include "casement/cdp/mailbox.h"
#include "casement/cdp/message.h"
#include "casement/transport/transport.h"

namespace casement::cdp {

class Connection;

// Builds the command that reverts another command, from the result of that command.
using Undo = Command (*)(const Json& result);

// A command in progress; copies share one answer.
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
    bool is_late = false;  // the caller no longer waits
    std::optional<Reply> reply;
  };
  // Shared by the waiting caller and the table of pending commands.
  std::shared_ptr<State> state_;
};

class Connection {
 public:
  // The right to use the connection; one thread may take the lock repeatedly.
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

  // Any thread may call this function. Gives the connection up as lost and ends the calls in progress.
  void abort() noexcept;
  // Any thread may call this function. True if the browser is gone. After an abort, becomes true when a thread handles
  // messages again, usually at once.
  bool lost() const { return is_lost_; }
  // The time of the last incoming message; before the first message, the time of construction.
  Deadline::Clock::time_point last_heard() const { return last_heard_; }

  // Gives the connection up as lost; `reason` appears in error messages. Requires the engine lock; reducers may call
  // it.
  void give_up(const std::string& reason) { lose(reason); }
  // Whether unread messages are waiting. Requires the engine lock.
  bool has_unread() const { return transport_->has_more(); }

  // Any thread may call these functions. From `interrupt` to `resume`, every wait for the browser ends with `why`,
  // except on the thread that `let_in` names after the interrupt. The connection still handles events.
  void interrupt(Error why);
  void let_in(std::thread::id thread);
  void resume();

  // Other threads post their results here. Threads that may outlive the connection share the ownership.
  const std::shared_ptr<Mailbox>& mailbox() const { return mailbox_; }

  // Sets the reducer, which runs under the lock and must not wait. Call this before the first command.
  void set_reducer(Callback<Effects(const Event&)> reducer) { reducer_ = std::move(reducer); }

  // Sets the handler for exceptions in reducers and callbacks. The handler gets the session of the event or reply, and
  // an Error{Internal}, or Error{Protocol} if an answer had an unexpected shape. Every later command in the sessions
  // that the handler ends fails with this error. If the handler ends no session, the next waiting call throws the
  // error. Call this before the first command.
  void set_failure_handler(Callback<Effects(const SessionId&, const Error&)> handler) {
    on_failure_ = std::move(handler);
  }

  // Sets the handler that turns a session's console off, because the console writes more than Casement can read. Until
  // `listen_to`, Casement drops messages of that console unread. Call this before the first command.
  void set_flood_handler(Callback<Effects(const SessionId&)> handler) { on_flood_ = std::move(handler); }

  // The name of the browser in errors for missing commands, e.g. "QtWebEngine 6.4.2 (Chromium 102.0.5005.177)".
  void name_browser(std::string name) { browser_name_ = std::move(name); }
  const std::string& browser_name() const { return browser_name_; }

  // Sets a function that explains why the browser ended. All pending commands fail with this explanation. The
  // explanation's message follows "the browser has gone: " and replaces the reason of the transport, which the function
  // gets. The kind Infrastructure is preserved; every other kind becomes ConnectionLost. Called once, when the
  // connection is lost, but not after abort() or during destruction. Call this before the first command.
  void explain_loss_with(Callback<std::optional<Error>(const std::string&)> explain) {
    explain_loss_ = std::move(explain);
  }

  // All functions below require the engine lock. Without the lock, sending and waiting throw std::logic_error.

  Call send(Command command, std::source_location from = std::source_location::current());
  // Sends and waits. Throws the command's Error, or Error{Timeout} with the name of the method.
  Json call(Command command, Deadline deadline, std::source_location from = std::source_location::current());
  // `call` for a command that creates something. If the answer arrives after the caller has stopped waiting, the
  // connection sends `undo` of the answer, so that nothing is left behind.
  Json call_or_undo(Command command, Undo undo, Deadline deadline,
                    std::source_location from = std::source_location::current());
  // Waits for one answer; false if the deadline passed first. Never throws the answer's error, but throws the errors of
  // `pump_until`.
  bool await(const Call& call, Deadline deadline);
  // `await` that returns the result, or throws the answer's error. At the deadline, throws Error{Timeout} and abandons
  // the command, so that a late answer is dropped.
  Json result(const Call& call, Deadline deadline);
  // Handles incoming messages until `done` returns true; false if the deadline passed first. Messages that arrived by
  // the deadline are still handled, for at most a moment. If the browser is gone, throws Error{ConnectionLost}, or
  // Error{Infrastructure} by `explain_loss_with`. Also throws the error of `interrupt`, and a failure for which the
  // failure handler ended no session.
  bool pump_until(const std::function<bool()>& done, Deadline deadline);
  // Drops the pending command and any later answer.
  void abandon(const Call& call);

  void apply(Effects effects);
  // Whether the session's renderer crashed and has not been replaced yet. Commands that only a renderer can answer then
  // fail with Error{TargetCrashed}, at once and unsent.
  bool has_crashed(const SessionId& session) const { return crashed_sessions_.contains(session); }
  // Reads a console again for which the flood handler ran, because the console is off now, or on again.
  void listen_to(const SessionId& session) { flood_.listen_to(session); }
  // The number of commands that are neither answered nor abandoned.
  std::size_t pending() const { return pending_.size(); }
  LogRing& log() { return log_; }
  // A text for the error of a timed-out wait, if more messages arrived than Casement can read; see Flood::describe.
  std::string describe_flood() const { return flood_.describe(); }

 private:
  void require_engine() const;
  void post(Command command, std::shared_ptr<Call::State> state);
  Error unanswered(const Call& call) const;
  static Json result_of(const Call& call);
  // Handles one message, or another reason why receive() returned. False if the deadline passed.
  bool pump_once(Deadline deadline);
  // Handles one message, or drops the message as part of a flood.
  void take(const std::string& text);
  void handle(const std::string& text);
  void finish(std::shared_ptr<Call::State> state, Reply reply);
  void end_session(const EndedSession& ended);
  // Returns the result of `reduce`, which must not wait. An exception becomes a failure of the session.
  Effects reduce(const SessionId& session, std::string_view what, const std::function<Effects()>& reduce);
  Effects fail(const SessionId& session, const Error& error);
  void lose(const std::string& reason);
  void run_idle_pump();
  void end_if_interrupted();
  // Sends the scheduled commands that are due; true if there were any.
  bool send_scheduled();
  // Calls the letters of other threads; true if there were any.
  bool open_letters();

  std::unique_ptr<Transport> transport_;
  std::shared_ptr<Mailbox> mailbox_;
  Callback<Effects(const Event&)> reducer_;
  Callback<Effects(const SessionId&, const Error&)> on_failure_;
  Callback<Effects(const SessionId&)> on_flood_;
  Callback<std::optional<Error>(const std::string&)> explain_loss_;
  std::int64_t last_id_ = 0;
  std::unordered_map<std::int64_t, std::shared_ptr<Call::State>> pending_;
  std::vector<ScheduledCommands> scheduled_;
  std::optional<Error> lost_;
  std::atomic<Deadline::Clock::time_point> last_heard_{Deadline::Clock::now()};
  std::atomic<bool> is_lost_{false};  // whether lost_ is set, for threads without the lock
  std::map<SessionId, Error> failed_sessions_;
  std::set<SessionId> crashed_sessions_;
  std::optional<Error> unclaimed_failure_;  // not caused by a page; the next waiting call throws the error
  bool handling_ = false;
  LogRing log_;
  std::string browser_name_ = "this browser";
  Flood flood_;

  Engine engine_;
  std::atomic<int> callers_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> aborted_{false};
  std::atomic<bool> is_interrupted_{false};
  std::mutex interrupt_mutex_;  // guards interrupted_ and let_in_
  std::optional<Error> interrupted_;
  std::thread::id let_in_;
  std::mutex idle_mutex_;
  std::condition_variable idle_wakeup_;
  std::thread idle_pump_;
};

}  // namespace casement::cdp
