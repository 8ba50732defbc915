#include "casement/cdp/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "casement/cdp/protocol_error.h"

namespace casement::cdp {
namespace {

// How long nobody must be inside before the idle pump takes over: handing the engine from thread to
// thread costs more than a quick caller's next command.
constexpr std::chrono::milliseconds kIdleGrace{2};

// As many as show what the browser was doing when it went.
constexpr std::size_t kLastMessages = 20;

}  // namespace

void Effects::add(Effects more) {
  for (Command& command : more.commands) commands.push_back(std::move(command));
  for (EndedSession& session : more.ended) ended.push_back(std::move(session));
  for (LaterCommands& one : more.later) later.push_back(std::move(one));
}

Connection::Turn::Turn(Connection& connection) : connection_(connection) {
  ++connection_.callers_;
  if (!connection_.engine_.try_lock()) {
    connection_.transport_->wake();  // the idle pump may be inside
    connection_.engine_.lock();
  }
}

Connection::Turn::~Turn() {
  connection_.engine_.unlock();
  if (--connection_.callers_ == 0) {
    // Taken and left, so that the idle pump is either before its check or already waiting.
    { const std::lock_guard lock(connection_.idle_mutex_); }
    connection_.idle_wakeup_.notify_one();
  }
}

Connection::Connection(std::unique_ptr<Transport> transport)
    : transport_(std::move(transport)), idle_pump_([this] { run_idle_pump(); }) {}

Connection::~Connection() {
  stopping_ = true;
  { const std::lock_guard lock(idle_mutex_); }
  idle_wakeup_.notify_one();
  transport_->wake();
  idle_pump_.join();
}

Call Connection::send(Command command, std::source_location from) {
  Call call;
  call.state_ = std::make_shared<Call::State>();
  call.state_->sent_from = from;
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

Error Connection::unanswered(const Call& call) {
  const Call::State& state = *call.state_;
  return {ErrorKind::Timeout, fmt::format("{} was not answered in time", state.method),
          {fmt::format("sent by {} line {}", state.sent_from.function_name(), state.sent_from.line())}};
}

Json Connection::result_of(const Call& call) {
  if (call.reply().error) throw Error(*call.reply().error);
  return call.reply().result;
}

Json Connection::result(const Call& call, Deadline deadline) {
  if (await(call, deadline)) return result_of(call);
  give_up(call);
  throw unanswered(call);
}

Json Connection::call_or_undo(Command command, std::function<Command(const Json& result)> undo,
                              Deadline deadline, std::source_location from) {
  // Shared with the answer, which may come when this call is long over.
  const auto is_over = std::make_shared<bool>(false);
  command.on_reply = [is_over, undo = std::move(undo)](const Reply& reply) {
    Effects effects;
    if (*is_over && !reply.error) effects.commands.push_back(undo(reply.result));
    return effects;
  };
  const Call call = send(std::move(command), from);
  if (await(call, deadline)) return result_of(call);
  *is_over = true;
  throw unanswered(call);
}

void Connection::give_up(const Call& call) { pending_.erase(call.state_->id); }

bool Connection::pump_until(const std::function<bool()>& done, Deadline deadline) {
  if (handling_) throw std::logic_error("a reducer tried to wait");
  while (!done()) {
    if (lost_) throw Error(*lost_);
    end_if_interrupted();
    if (!pump_once(deadline)) return done();
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
    lose("it was given up");
    return true;
  }
  if (send_due()) return true;
  Deadline until = deadline;
  for (const LaterCommands& later : later_) until = until.sooner(later.when);
  std::string text;
  switch (transport_->receive(text, until)) {
    case Transport::Received::Message: handle(text); return true;
    case Transport::Received::Nothing: return !deadline.expired();
    case Transport::Received::Woken: return true;
    case Transport::Received::Closed: lose(transport_->close_reason()); return true;
  }
  return false;
}

bool Connection::send_due() {
  const auto first_due = std::stable_partition(
      later_.begin(), later_.end(), [](const LaterCommands& later) { return !later.when.expired(); });
  std::vector<LaterCommands> due(std::make_move_iterator(first_due),
                                 std::make_move_iterator(later_.end()));
  later_.erase(first_due, later_.end());
  for (LaterCommands& later : due) {
    apply({std::move(later.commands), {}, {}});
    if (!later.more) continue;
    const bool outer = std::exchange(handling_, true);
    Effects more = later.more();
    handling_ = outer;
    apply(std::move(more));
  }
  return !due.empty();
}

void Connection::handle(const std::string& text) {
  Json message;
  try {
    message = parse_json(text);
  } catch (const Error& error) {
    // Without its id nobody can be told; the command it answered ends by its deadline.
    log_.add(fmt::format("← not understood: {}", error.message()));
    return;
  }
  struct Handling {
    explicit Handling(bool& flag) : flag_(flag) { flag_ = true; }
    ~Handling() { flag_ = false; }
    bool& flag_;
  };
  if (const auto id = message.find("id"); id != message.end() && id->is_number_integer()) {
    const auto found = pending_.find(id->get<std::int64_t>());
    if (found == pending_.end()) return;  // given up
    std::shared_ptr<Call::State> state = found->second;
    pending_.erase(found);
    Reply reply;
    if (const auto error = message.find("error"); error != message.end()) {
      reply.error = protocol_error(state->method, *error);
      log_.add(fmt::format("← {}", reply.error->what()));
    } else {
      reply.result = std::move(message["result"]);
    }
    finish(std::move(state), std::move(reply));
    return;
  }
  Event event{message.value("sessionId", SessionId()), message.value("method", std::string()),
              std::move(message["params"])};
  log_.add(fmt::format("← {} {}", event.method, event.session.substr(0, 4)));
  if (!reducer_) return;
  Effects effects;
  try {
    const Handling guard(handling_);
    effects = reducer_(event);
  } catch (const Json::exception& error) {
    // A newer Chrome may say a thing in another shape; what that event would have told is lost.
    log_.add(fmt::format("← {} not understood: {}", event.method, error.what()));
  }
  apply(std::move(effects));
}

void Connection::finish(std::shared_ptr<Call::State> state, Reply reply) {
  state->reply = std::move(reply);
  if (!state->on_reply) return;
  const bool outer = std::exchange(handling_, true);
  Effects effects = state->on_reply(*state->reply);
  handling_ = outer;
  apply(std::move(effects));
}

void Connection::apply(Effects effects) {
  for (const EndedSession& ended : effects.ended) end_session(ended);
  for (Command& command : effects.commands) post(std::move(command), std::make_shared<Call::State>());
  for (LaterCommands& later : effects.later) later_.push_back(std::move(later));
}

void Connection::end_session(const EndedSession& ended) {
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
  lost_ = Error(ErrorKind::ConnectionLost, "the browser has gone: " + reason);
  if (explain_loss_ && !stopping_) {
    const Error known = explain_loss_();
    std::vector<std::string> trail = known.trail();
    trail.push_back("the last messages:");
    for (std::string& line : log_.last(kLastMessages)) trail.push_back("  " + std::move(line));
    lost_ = Error(ErrorKind::ConnectionLost, "the browser has gone: " + known.message(), std::move(trail));
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
    if (lost_) return;  // nothing will ever arrive again
  }
}

}  // namespace casement::cdp
