#include "casement/cdp/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "casement/base/json_shape.h"
#include "casement/cdp/protocol.h"
#include "casement/cdp/protocol_error.h"
#include "casement/cdp/reply_shape.h"

namespace casement::cdp {
namespace {

// The idle pump takes over after the engine was unused for this long, because passing the engine from thread to thread
// costs more than the next command of a quick caller.
constexpr std::chrono::milliseconds kIdleGrace{2};

// Time after a deadline for messages that arrived before. Messages that keep arriving are left to the next wait.
constexpr std::chrono::milliseconds kLastReading{250};

// Enough messages to show the browser's activity before the loss.
constexpr std::size_t kLastMessages = 20;

}  // namespace

void Connection::require_engine() const {
  if (!engine_.is_mine()) throw std::logic_error("the caller must hold the engine lock of the connection");
}

Connection::EngineLock::EngineLock(Connection& connection) : connection_(connection) {
  check_this_thread();
  ++connection_.callers_;
  if (!connection_.engine_.try_lock()) {
    connection_.transport_->wake();  // the idle pump may hold the lock
    connection_.engine_.lock();
  }
}

Connection::EngineLock::~EngineLock() {
  connection_.engine_.unlock();
  if (--connection_.callers_ == 0) {
    // The empty critical section ensures that the idle pump is either before its check or already waiting.
    {
      const std::lock_guard lock(connection_.idle_mutex_);
    }
    connection_.idle_wakeup_.notify_one();
  }
}

Connection::Connection(std::unique_ptr<Transport> transport)
    : transport_(std::move(transport)),
      mailbox_(std::make_shared<Mailbox>(*transport_)),
      idle_pump_([this] { run_idle_pump(); }) {}

Connection::~Connection() {
  stopping_ = true;
  {
    const std::lock_guard lock(idle_mutex_);
  }
  idle_wakeup_.notify_one();
  transport_->wake();
  idle_pump_.join();
  mailbox_->close();
}

Call Connection::send(Command command, std::source_location from) {
  require_engine();
  Call call;
  call.state_ = std::make_shared<Call::State>();
  check_protocol(command, from.file_name());
  post(std::move(command), call.state_);
  return call;
}

void Connection::post(Command command, std::shared_ptr<Call::State> state) {
  state->id = ++last_id_;
  state->session = command.session;
  state->method = command.method;
  state->on_reply = std::move(command.on_reply);
  if (lost_) {
    finish(std::move(state), {{}, lost_});
    return;
  }
  if (const auto failed = failed_sessions_.find(state->session); failed != failed_sessions_.end()) {
    finish(std::move(state), {{}, failed->second});
    return;
  }
  if (crashed_sessions_.contains(state->session) && needs_renderer(state->method)) {
    const Error error(ErrorKind::TargetCrashed, fmt::format("{}: the renderer crashed", state->method));
    finish(std::move(state), {{}, error});
    return;
  }
  Json message{{"id", state->id}, {"method", command.method}, {"params", std::move(command.params)}};
  if (!command.session.empty()) message["sessionId"] = command.session;
  log_.add(fmt::format("→ {} {}", state->method, state->session.substr(0, 4)));
  pending_.emplace(state->id, state);
  try {
    transport_->send(dump_json(message));
  } catch (const Error& error) {
    lose(error.message());
  }
}

Json Connection::call(Command command, Deadline deadline, std::source_location from) {
  return result(send(std::move(command), from), deadline);
}

bool Connection::await(const Call& call, Deadline deadline) {
  return call.done() || pump_until([&] { return call.done(); }, deadline);
}

Error Connection::unanswered(const Call& call) const {
  const Call::State& state = *call.state_;
  const std::string flood = flood_.describe();
  return {ErrorKind::Timeout,
          fmt::format("{} was not answered in time{}{}", state.method, flood.empty() ? "" : ": ", flood)};
}

Json Connection::result_of(const Call& call) {
  if (call.reply().error) throw Error(*call.reply().error);
  return call.reply().result;
}

Json Connection::result(const Call& call, Deadline deadline) {
  if (await(call, deadline)) return result_of(call);
  abandon(call);
  throw unanswered(call);
}

Json Connection::call_or_undo(Command command, Undo undo, Deadline deadline, std::source_location from) {
  const Call call = send(std::move(command), from);
  call.state_->undo = undo;
  if (await(call, deadline)) return result_of(call);
  call.state_->is_late = true;
  throw unanswered(call);
}

void Connection::abandon(const Call& call) {
  pending_.erase(call.state_->id);
}

bool Connection::pump_until(const std::function<bool()>& done, Deadline deadline) {
  require_engine();
  if (handling_) throw std::logic_error("a reducer tried to wait");
  std::optional<Deadline> end;
  while (!done()) {
    if (lost_) throw Error(*lost_);
    if (unclaimed_failure_) {
      const Error failure = *unclaimed_failure_;
      unclaimed_failure_.reset();
      throw failure;
    }
    end_if_interrupted();
    if (end && end->expired()) {
      flood_.on_cut_off();
      return false;
    }
    if (!pump_once(deadline)) return done();
    if (!end && deadline.expired()) end = flood_.lasts() ? deadline : Deadline::in(kLastReading);
  }
  return true;
}

void Connection::abort() noexcept {
  aborted_ = true;
  transport_->wake();
}

void Connection::interrupt(Error why) {
  {
    const std::lock_guard lock(interrupt_mutex_);
    interrupted_ = std::move(why);
    let_in_ = {};
    is_interrupted_ = true;
  }
  transport_->wake();
}

void Connection::let_in(std::thread::id thread) {
  const std::lock_guard lock(interrupt_mutex_);
  let_in_ = thread;
}

void Connection::resume() {
  const std::lock_guard lock(interrupt_mutex_);
  is_interrupted_ = false;
}

void Connection::end_if_interrupted() {
  if (!is_interrupted_) return;
  const std::lock_guard lock(interrupt_mutex_);
  if (let_in_ != std::this_thread::get_id()) throw Error(*interrupted_);
}

bool Connection::pump_once(Deadline deadline) {
  if (aborted_) {
    lose("the connection was closed");
    return true;
  }
  if (send_scheduled() || open_letters()) return true;
  Deadline until = deadline;
  for (const ScheduledCommands& later : scheduled_) until = until.sooner(later.when);
  std::string text;
  switch (transport_->receive(text, until)) {
    case Transport::Received::Message:
      last_heard_ = Deadline::Clock::now();
      take(text);
      return true;
    case Transport::Received::Nothing:
      return !deadline.expired();
    case Transport::Received::Woken:
      return true;
    case Transport::Received::Closed:
      lose(transport_->close_reason());
      return true;
  }
  return false;
}

void Connection::take(const std::string& text) {
  const bool is_left_out = flood_.on_message(text, transport_->has_more());
  if (const auto loudest = flood_.take_loudest()) {
    log_.add(fmt::format("a flood from {}", loudest->substr(0, 4)));
    apply(reduce(*loudest, "a flood", [&] { return on_flood_(*loudest); }));
  }
  if (!is_left_out) handle(text);
}

bool Connection::send_scheduled() {
  const auto first_due = std::stable_partition(scheduled_.begin(), scheduled_.end(),
                                               [](const ScheduledCommands& later) { return !later.when.expired(); });
  std::vector<ScheduledCommands> due(std::make_move_iterator(first_due), std::make_move_iterator(scheduled_.end()));
  scheduled_.erase(first_due, scheduled_.end());
  for (ScheduledCommands& later : due) {
    apply({std::move(later.commands), {}, {}});
    if (later.more) apply(reduce("", "a delayed command", later.more));
  }
  return !due.empty();
}

bool Connection::open_letters() {
  const std::vector<Mailbox::Letter> letters = mailbox_->take();
  for (const Mailbox::Letter& letter : letters) apply(reduce("", "the result of another thread", letter));
  return !letters.empty();
}

void Connection::apply(Effects effects) {
  for (const EndedSession& ended : effects.ended) end_session(ended);
  for (Command& command : effects.commands) {
    check_protocol(command, __FILE__);
    post(std::move(command), std::make_shared<Call::State>());
  }
  for (ScheduledCommands& later : effects.scheduled) scheduled_.push_back(std::move(later));
}

void Connection::end_session(const EndedSession& ended) {
  if (ended.kind == ErrorKind::TargetCrashed)
    crashed_sessions_.insert(ended.session);
  else
    crashed_sessions_.erase(ended.session);
  flood_.listen_to(ended.session);
  std::vector<std::shared_ptr<Call::State>> ending;
  for (const auto& [id, state] : pending_) {
    if (state->session == ended.session) ending.push_back(state);
  }
  for (auto& state : ending) {
    pending_.erase(state->id);
    const Error error(ended.kind, fmt::format("{}: {}", state->method, ended.reason));
    finish(std::move(state), {{}, error});
  }
}

void Connection::lose(const std::string& reason) {
  if (lost_) return;
  lost_ = Error(ErrorKind::ConnectionLost, "the connection to the browser was lost: " + reason);
  is_lost_ = true;
  const std::optional<Error> known = stopping_ || aborted_ ? std::nullopt : explain_loss_(reason);
  if (known) {
    std::vector<std::string> trail = known->trail();
    trail.push_back("the last messages:");
    for (std::string& line : log_.last(kLastMessages)) trail.push_back("  " + std::move(line));
    const ErrorKind kind =
        known->kind() == ErrorKind::Infrastructure ? ErrorKind::Infrastructure : ErrorKind::ConnectionLost;
    lost_ = Error(kind, "the connection to the browser was lost: " + known->message(), std::move(trail));
  }
  auto ending = std::exchange(pending_, {});
  for (auto& [id, state] : ending) finish(state, {{}, lost_});
}

void Connection::run_idle_pump() {
  for (;;) {
    {
      std::unique_lock lock(idle_mutex_);
      const auto someone_inside = [this] { return callers_ > 0 || stopping_; };
      idle_wakeup_.wait(lock, [this] { return callers_ == 0 || stopping_; });
      if (stopping_) return;
      if (idle_wakeup_.wait_for(lock, kIdleGrace, someone_inside)) continue;
    }
    const std::unique_lock engine(engine_, std::try_to_lock);
    if (!engine.owns_lock()) continue;
    while (callers_ == 0 && !stopping_ && !lost_) {
      try {
        pump_once(Deadline::never());
      } catch (const std::exception& error) {
        log_.add(fmt::format("idle pump: {}", error.what()));
      }
    }
    if (lost_) return;  // no message can arrive any more
  }
}

// Messages: an answer goes to the caller, an event to the reducer.

void Connection::handle(const std::string& text) {
  Json message;
  try {
    message = parse_json(text);
    if (!message.is_object()) throw Error(ErrorKind::Protocol, "a message that is not an object");
  } catch (const Error& error) {
    // Without an id, the message cannot be assigned to a command; the command ends at the caller's deadline.
    log_.add(fmt::format("← not understood: {}", error.message()));
    return;
  }
  if (const auto id = message.find("id"); id != message.end() && id->is_number_integer()) {
    const auto found = pending_.find(id->get<std::int64_t>());
    if (found == pending_.end()) return;  // abandoned
    std::shared_ptr<Call::State> state = found->second;
    pending_.erase(found);
    Reply reply = reply_in(message, state->method, browser_name_);
    if (reply.error) log_.add(fmt::format("← {}", reply.error->what()));
    finish(std::move(state), std::move(reply));
    return;
  }
  if (const std::string wrong = wrong_shape(message, "method!string sessionId:string"); !wrong.empty()) {
    log_.add(fmt::format("← not understood: {}", wrong));
    return;
  }
  Event event{message.value("sessionId", SessionId()), message.value("method", std::string()),
              std::move(message["params"])};
  log_.add(fmt::format("← {} {}", event.method, event.session.substr(0, 4)));
  if (tells_of_renderer(event.method)) crashed_sessions_.erase(event.session);
  if (!reducer_) return;
  apply(reduce(event.session, event.method, [&] {
    try {
      return reducer_(event);
    } catch (const Json::exception& error) {
      // A newer Chrome may have changed the shape of the event; the content of this event is lost.
      log_.add(fmt::format("← {} not understood: {}", event.method, error.what()));
      return Effects{};
    }
  }));
}

Effects Connection::reduce(const SessionId& session, std::string_view what, const std::function<Effects()>& reduce) {
  struct Handling {
    explicit Handling(bool& flag) : flag_(flag), outer_(std::exchange(flag, true)) {}
    ~Handling() { flag_ = outer_; }
    bool& flag_;
    bool outer_;
  };
  const Handling handling(handling_);
  try {
    return reduce();
  } catch (const Json::exception& error) {
    // The error is deeper in the answer than the checked shapes.
    return fail(session,
                {ErrorKind::Protocol, fmt::format("the answer to {} has an unexpected shape: {}", what, error.what())});
  } catch (const std::exception& error) {
    return fail(session, {ErrorKind::Internal, fmt::format("Casement failed at {}: {}", what, error.what())});
  }
}

Effects Connection::fail(const SessionId& session, const Error& error) {
  log_.add(fmt::format("internal error: {}", error.message()));
  Effects effects;
  try {
    effects = on_failure_(session, error);
  } catch (const std::exception& again) {
    log_.add(fmt::format("internal error, while one was handled: {}", again.what()));
  }
  for (const EndedSession& ended : effects.ended) failed_sessions_.emplace(ended.session, error);
  if (effects.ended.empty()) unclaimed_failure_ = error;
  return effects;
}

void Connection::finish(std::shared_ptr<Call::State> state, Reply reply) {
  state->reply = std::move(reply);
  if (state->is_late && state->undo != nullptr && !state->reply->error) {
    apply(reduce(state->session, state->method, [&] { return Effects{{state->undo(state->reply->result)}, {}, {}}; }));
  }
  if (!state->on_reply) return;
  apply(reduce(state->session, state->method, [&] { return state->on_reply(*state->reply); }));
}

}  // namespace casement::cdp
