#include "casement/act/press_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

// How old guards that stand may be for another press: they end by themselves some seconds later
// (press_guard.js), which are the press's own.
constexpr std::chrono::seconds kFresh{2};

bool all_done(const std::vector<cdp::Call>& calls) {
  return std::all_of(calls.begin(), calls.end(), [](const cdp::Call& call) { return call.done(); });
}

bool any_kept(const std::vector<cdp::Call>& told) {
  return std::any_of(told.begin(), told.end(), [](const cdp::Call& call) {
    if (!call.done() || call.reply().error) return false;
    const Json kept = evaluation_value(call.reply().result);
    return kept.is_number() && kept != 0;
  });
}

// The page's sessions that hang.
std::set<cdp::SessionId> mute_sessions(PageTarget& page) {
  std::set<cdp::SessionId> mute;
  for (const Frame* frame : page.frames().all()) {
    if (frame->unanswered && !frame->unanswered->done()) mute.insert(frame->session);
  }
  return mute;
}

// Whether a press that was given up may still come in this session. Chrome sends it to whatever is
// at its point by then, which may be another session than it was given to; one that answers has
// had it.
bool may_be_under_way(PageTarget& page, const cdp::SessionId& session,
                      const std::set<cdp::SessionId>& mute) {
  const InputUnderWay& input = page.input_under_way();
  return input.any() && (input.any(session) || mute.contains(session));
}

// Waits for what is under way anywhere, once, as long as for a frame that is read.
void await_all_input(PageTarget& page, Deadline deadline) {
  InputUnderWay& input = page.input_under_way();
  if (!input.any() || input.waited_in_vain()) return;
  page.connection().pump_until([&] { return !input.any(); }, deadline.at_most(page.frame_timeout()));
  input.note_vain_wait();
}

cdp::Call post_guard(PageTarget& page, const Frame& frame, std::string source) {
  return page.connection().send(
      evaluate_command(frame.session, frame.world->unique_id, std::move(source)));
}

// Tells the guards of all documents but those that `is_left_out` names and those where a press may
// still come. Documents that have begun since are told too: commands of a session keep their order.
// Returns the answers to wait for.
std::vector<cdp::Call> tell_guards(PageTarget& page, const char* verb,
                                   const std::set<cdp::SessionId>& mute,
                                   const std::function<bool(const Frame&)>& is_left_out) {
  std::vector<cdp::Call> told;
  for (const Frame* frame : page.frames().all()) {
    if (!frame->world || may_be_under_way(page, frame->session, mute) || is_left_out(*frame)) continue;
    const cdp::Call call = page.connection().send(
        press_guard_command(frame->session, frame->world->unique_id, verb));
    if (!mute.contains(frame->session)) told.push_back(call);
  }
  return told;
}

}  // namespace

PressGuard::PressGuard(PageTarget& page, const Located& element, PressBy by, Deadline deadline)
    : page_(page), by_(by), meant_(element.frame) {
  const Frame* found = page_.frames().find(meant_);
  if (found == nullptr || !found->world) {
    throw Error(ErrorKind::FrameGone, "the element's document has gone");
  }
  meant_generation_ = found->generation;
  session_ = found->session;
  await_earlier_input(deadline);
  mute_ = mute_sessions(page_);
  std::vector<cdp::Call> calls = guard_new_documents();
  try {
    Frame& frame = *page_.frames().find(meant_);
    const cdp::Call watch = page_.post_bridge(frame, {"startHitTargetCheck", Json::array({element.ref, by_ == PressBy::Finger})});
    guard_documents(std::move(calls), deadline);
    if (await_answer(watch, deadline) == Meant::Gone) {
      throw Error(ErrorKind::FrameGone, "the element's document has gone");
    }
    element_is_there_ = evaluation_value(page_.connection().result(watch, deadline)) != false;
    // Some document may still be without its guard then.
    if (deadline.expired()) {
      throw Error(ErrorKind::Timeout, "the page's documents did not answer before the press");
    }
  } catch (...) {
    page_.stop_running_in_new_documents();
    post_to_others("lift");
    throw;
  }
}

// Where guards stand that an earlier press has left, new documents have one as well.
std::vector<cdp::Call> PressGuard::guard_new_documents() {
  // A crashed process answers nothing until a navigation revives it, and runs the script then.
  std::set<cdp::SessionId> silent = mute_;
  for (const Frame* one : page_.frames().all()) {
    if (one->crashed) silent.insert(one->session);
  }
  since_ = Deadline::Clock::now();
  if (auto standing = page_.standing_guards().take()) {
    // A mouse has left them: they let touches through.
    if (by_ == PressBy::Mouse && silent.empty() && since_ - standing->since < kFresh) {
      since_ = standing->since;
      guarded_ = std::move(standing->documents);
      std::erase_if(guarded_, [this](const GuardedDocument& one) {
        const Frame* frame = page_.frames().find(one.frame);
        return frame == nullptr || frame->generation != one.generation || one.frame == meant_;
      });
      return {};
    }
    page_.stop_running_in_new_documents();
  }
  return page_.run_in_new_documents(press_guard_source(by_), silent);
}

PressGuard::~PressGuard() {
  // Without an outcome the press may still be on its way.
  if (!lifted_ && !page_.connection().lost()) leave();
}

// The documents keep their guard for as long as it lasts by itself, and those that begin before
// nothing of the press can come any more have one.
void PressGuard::leave() {
  if (press_) {
    page_.send_last_input({page_.session(),
                           "Input.dispatchMouseEvent",
                           {{"type", "mouseMoved"}, {"x", press_->x}, {"y", press_->y}},
                           nullptr});
  }
  page_.stop_running_in_new_documents();
  page_.set_guards_left(true);
}

void PressGuard::await_earlier_input(Deadline deadline) {
  await_all_input(page_, deadline);
  const InputUnderWay& input = page_.input_under_way();
  page_.connection().pump_until([&] { return !input.any(session_) || replaced(); }, deadline);
  if (replaced()) throw Error(ErrorKind::FrameGone, "the element's document has gone");
  if (input.any(session_)) {
    throw Error(ErrorKind::Timeout, "the page has yet to take an earlier press that was given up");
  }
}

bool PressGuard::replaced() const {
  const Frame* now = page_.frames().find(meant_);
  return now == nullptr || now->generation != meant_generation_ || !now->world;
}

// A document that is acted on may be slow, as any.
PressGuard::Meant PressGuard::await_answer(const cdp::Call& call, Deadline deadline) {
  page_.connection().pump_until([&] { return call.done() || replaced(); }, deadline);
  if (call.done() || !replaced()) return Meant::Alive;
  page_.connection().give_up(call);
  return Meant::Gone;
}

bool PressGuard::is_guarded(const Frame& frame) const {
  return (frame.id == meant_ && frame.generation == meant_generation_) ||
         std::any_of(guarded_.begin(), guarded_.end(), [&](const GuardedDocument& one) {
           return one.frame == frame.id && one.generation == frame.generation;
         });
}

// `calls`: what else has to be done by then. A document that begins after those has the guard from
// its begin; one that began before is known by the time they are answered, and gets it here.
void PressGuard::guard_documents(std::vector<cdp::Call> calls, Deadline deadline) {
  const Deadline patience = deadline.at_most(page_.frame_timeout());
  for (;;) {
    for (Frame* frame : page_.frames().all()) {
      if (!frame->world || is_guarded(*frame)) continue;
      guarded_.push_back({frame->id, frame->generation});
      const cdp::Call guard = post_guard(page_, *frame, press_guard_source(by_));
      // One that does not answer is told as well: it may come to itself with the press.
      if (mute_.contains(frame->session)) continue;
      guards_.push_back({frame->id, guard});
      calls.push_back(guard);
    }
    if (calls.empty() || patience.expired()) break;
    settle(calls, patience);
    if (!all_done(calls)) all_answered_ = false;
    calls.clear();
  }
  if (!calls.empty()) all_answered_ = false;
  // One that hangs is not asked again while it does: it costs its time once.
  for (const auto& [id, guard] : std::exchange(guards_, {})) {
    Frame* frame = page_.frames().find(id);
    if (guard.done() || frame == nullptr || frame->id == meant_) continue;
    frame->unanswered = guard;
    mute_.insert(frame->session);
  }
}

void PressGuard::settle(const std::vector<cdp::Call>& calls, Deadline deadline) {
  page_.connection().pump_until([&] { return all_done(calls); }, deadline);
}

std::vector<cdp::Call> PressGuard::post_to_others(const char* verb) {
  return tell_guards(page_, verb, mute_, [this](const Frame& frame) {
    return frame.id == meant_ && frame.generation == meant_generation_;
  });
}

PressGuard::Outcome PressGuard::lift(Deadline deadline, Others others) {
  if (replaced()) return outcome_elsewhere(deadline);
  const cdp::Call arrival = page_.post_bridge(*page_.frames().find(meant_), {"finishHitTargetCheck"});
  if (await_answer(arrival, deadline) == Meant::Gone) return outcome_elsewhere(deadline);
  Json answer;
  try {
    answer = evaluation_value(page_.connection().result(arrival, deadline));
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
    return outcome_elsewhere(deadline);
  }
  // Guards that stand have kept nothing away: what they tell of a later press is of that alone.
  if (others == Others::StayGuarded && can_stand() && answer.value("presses", -1) == presses_) {
    page_.leave_guards_standing({std::move(guarded_), since_});
  } else {
    // What has begun by the time the removals are answered may have the guard, and is known then.
    settle(page_.stop_running_in_new_documents(), deadline.at_most(page_.frame_timeout()));
    post_to_others("lift");
  }
  lifted_ = true;
  return {answer.value("arrived", true), answer.value("hit", std::string()), answer.value("stopped", false),
          Change::from(answer.value("change", Json()))};
}

// Whether all documents are known to have their guard.
bool PressGuard::can_stand() const {
  return all_answered_ && mute_.empty() && !page_.input_under_way().any();
}

// The document went away: by the press's own doing, unless another document was kept from it.
// Chrome answers input as taken whose document it replaces or whose session it ends, and sends it
// to what is at its point afterwards all the same; only what was sent behind it tells that it came.
PressGuard::Outcome PressGuard::outcome_elsewhere(Deadline deadline) {
  leave();
  lifted_ = true;
  const InputUnderWay& input = page_.input_under_way();
  const Deadline patience = deadline.at_most(page_.frame_timeout());
  page_.connection().pump_until([&] { return !input.any() || page_.closed(); }, patience);
  const std::vector<cdp::Call> told = post_to_others(input.any() ? "kept" : "lift");
  settle(told, patience);
  return {!any_kept(told), "", false, {}};
}

void PressGuard::lift_left(PageTarget& page, Deadline deadline) {
  const bool stood = page.standing_guards().take().has_value();
  if (!stood && !page.guards_left()) return;
  await_all_input(page, deadline);
  const Deadline patience = deadline.at_most(page.frame_timeout());
  if (stood) {
    const std::vector<cdp::Call> removals = page.stop_running_in_new_documents();
    page.connection().pump_until([&] { return all_done(removals); }, patience);
  }
  const std::vector<cdp::Call> lifts =
      tell_guards(page, "lift", mute_sessions(page), [](const Frame&) { return false; });
  page.connection().pump_until([&] { return all_done(lifts); }, patience);
  page.set_guards_left(page.input_under_way().any());
}

}  // namespace casement
