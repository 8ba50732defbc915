#include "casement/clock/context_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/utc_time.h"
#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/script_places.h"
#include "casement/cdp/protocol_error.h"

namespace casement {

std::string_view page_clock_functions();  // js/clock.js, js/clock_globals.js

namespace {

// Callbacks get this share of a call's time, so that the page can still answer.
constexpr double kShareForCallbacks = 0.8;
constexpr std::chrono::seconds kLateAnswer{5};                  // from the beginning of the call
constexpr double kLongest = 1000.0 * 60 * 60 * 24 * 365 * 100;  // milliseconds: 100 years

std::string time_as_text(double milliseconds) {
  return utc_time(std::chrono::system_clock::time_point(std::chrono::duration_cast<std::chrono::system_clock::duration>(
      std::chrono::duration<double, std::milli>(milliseconds))));
}

std::string source(const std::string& state) {
  return fmt::format("(() => {{\n{}\nclockOf({});\n}})()", page_clock_functions(), state);
}

double checked(Milliseconds by) {
  if (by.count() < 0) throw Error(ErrorKind::Usage, "a clock cannot go back; set_system_time changes what dates show");
  if (static_cast<double>(by.count()) > kLongest) throw Error(ErrorKind::Usage, "a clock goes at most 100 years");
  return static_cast<double>(by.count());
}

}  // namespace

struct ContextClock::Asked {
  std::string place;  // "the worker http://…"
  cdp::Call call;
};

Json ContextClock::state_as_json() const {
  return {{"at", state_.at},
          {"realAt", state_.real_at},
          {"runs", state_.runs},
          {"shift", state_.shift},
          {"fixed", state_.fixed ? Json(*state_.fixed) : Json()},
          {"timers", state_.has_timers}};
}

std::vector<ContextClock::Asked> ContextClock::ask(const std::string& expression) {
  std::vector<Asked> asked;
  const auto add = [&](const ScriptPlace& place) {
    asked.push_back({place.name, context_.connection().send(place.evaluate(expression))});
  };
  for (const auto& page : context_.pages()) std::ranges::for_each(script_places(*page), add);
  for (const auto& [session, worker] : context_.common_workers())
    add({session, "", "the worker " + worker.record.url, true});
  return asked;
}

std::vector<Json> ContextClock::evaluate(const std::string& expression, Deadline deadline) {
  cdp::Connection& connection = context_.connection();
  const std::vector<Asked> asked = ask(expression);
  const bool has_all = connection.pump_until(
      [&] { return std::ranges::all_of(asked, [](const Asked& one) { return one.call.done(); }); }, deadline);
  std::vector<Json> values;
  std::string silent;
  for (const Asked& one : asked) {
    if (!one.call.done()) {
      connection.abandon(one.call);
      silent = one.place;
    } else if (const cdp::Reply& reply = one.call.reply(); !reply.error) {
      values.push_back(evaluation_value(reply.result));
    } else if (!cdp::means_gone(*reply.error) && reply.error->kind() != ErrorKind::TargetCrashed) {
      throw Error(*reply.error);
    }
  }
  if (!has_all) throw Error(ErrorKind::Timeout, fmt::format("{} did not take the new time", silent));
  return values;
}

ContextClock::Now ContextClock::now(Deadline deadline) {
  if (has_begun_ && state_.runs) {
    for (const Json& value : evaluate("globalThis.casementClock?.now()", deadline)) {
      if (value.is_object()) return {value.at("time").get<double>(), value.at("real").get<double>()};
    }
  }
  const double real = wall_milliseconds();
  if (!has_begun_) return {real, real};
  return {state_.runs ? state_.at + (real - state_.real_at) : state_.at, real};
}

void ContextClock::begin(bool has_timers, Deadline deadline) {
  state_.has_timers |= has_timers;
  if (has_begun_) return tell_state(deadline);
  has_begun_ = true;
  const std::string script = source(state_as_json().dump());
  context_.add_start_script({"clock", script, true}, deadline);
  evaluate(script, deadline);
}

std::string ContextClock::add_state_script(Deadline deadline) {
  std::string script = fmt::format("globalThis.casementClock?.set({})", state_as_json().dump());
  context_.add_start_script({"time of the clock", script, true}, deadline);
  return script;
}

void ContextClock::tell_state(Deadline deadline) {
  evaluate(add_state_script(deadline), deadline);
}

void ContextClock::install(const std::optional<ClockTime>& time, Deadline deadline) {
  const cdp::Connection::EngineLock lock(context_.connection());
  const double real = now(deadline).real;
  state_ = {time ? time->milliseconds() : real, real, true, 0, std::nullopt, true};
  begin(true, deadline);
}

void ContextClock::set_fixed_time(const ClockTime& time, Deadline deadline) {
  const cdp::Connection::EngineLock lock(context_.connection());
  if (!has_begun_) state_.at = state_.real_at = wall_milliseconds();
  state_.fixed = time.milliseconds();
  begin(false, deadline);
}

void ContextClock::set_system_time(const ClockTime& time, Deadline deadline) {
  const cdp::Connection::EngineLock lock(context_.connection());
  const Now then = now(deadline);
  if (!has_begun_) state_.at = state_.real_at = then.real;
  state_.shift = time.milliseconds() - then.time;
  state_.fixed.reset();
  begin(false, deadline);
}

void ContextClock::fast_forward(Milliseconds by, Deadline deadline) {
  const cdp::Connection::EngineLock lock(context_.connection());
  const double length = checked(by);
  advance(now(deadline).time + length, Jumps::Yes, state_.runs, deadline);
}

void ContextClock::run_for(Milliseconds by, Deadline deadline) {
  const cdp::Connection::EngineLock lock(context_.connection());
  const double length = checked(by);
  advance(now(deadline).time + length, Jumps::No, state_.runs, deadline);
}

void ContextClock::pause_at(const ClockTime& time, Deadline deadline) {
  const cdp::Connection::EngineLock lock(context_.connection());
  const double from = now(deadline).time;
  const double to = time.milliseconds() - state_.shift;
  if (to < from) {
    throw Error(ErrorKind::Usage,
                fmt::format("the clock cannot be paused at {}, because it is {} already; install it with "
                            "an earlier time",
                            time_as_text(time.milliseconds()), time_as_text(from + state_.shift)));
  }
  advance(to, Jumps::Yes, false, deadline);
}

void ContextClock::resume(Deadline deadline) {
  const cdp::Connection::EngineLock lock(context_.connection());
  const Now then = now(deadline);
  state_ = {then.time, then.real, true, state_.shift, std::nullopt, true};
  begin(true, deadline);
}

void ContextClock::advance(double to, Jumps jumps, bool runs, Deadline deadline) {
  if (!has_begun_ || !state_.has_timers) {
    const double real = wall_milliseconds();
    if (!has_begun_) state_ = {real, real, true, 0, std::nullopt, true};
    begin(true, deadline);
  }
  // Documents that begin meanwhile have the time at the end.
  state_ = {to, state_.real_at, false, state_.shift, std::nullopt, true};
  add_state_script(deadline);
  const double limit = kShareForCallbacks * static_cast<double>(deadline.remaining().count());
  const Json asked{{"to", to}, {"jumps", jumps == Jumps::Yes}, {"runs", false}, {"limit", limit}};
  double reached = to, real = wall_milliseconds();
  bool is_first = true;
  // The pages end by themselves. Their answers say where the clock stands, and come late on a busy machine.
  const Deadline answered = Deadline::at(std::max(deadline.when(), Deadline::in(kLateAnswer).when()));
  for (const Json& value : evaluate(fmt::format("globalThis.casementClock?.advance({})", asked.dump()), answered)) {
    if (!value.is_object()) continue;
    if (std::exchange(is_first, false)) real = value.at("real").get<double>();
    if (!value.at("isDone").get<bool>()) reached = std::min(reached, value.at("time").get<double>());
  }
  if (reached < to) {
    state_.at = reached;
    tell_state(answered);
    throw Error(
        ErrorKind::Timeout,
        fmt::format("the clock stands at {} instead of {}, because the page's callbacks took longer than {:.0f} ms",
                    time_as_text(reached + state_.shift), time_as_text(to + state_.shift), limit));
  }
  if (!runs) return;
  state_.real_at = real;
  state_.runs = true;
  tell_state(answered);
}

}  // namespace casement
