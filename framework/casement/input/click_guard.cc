#include "casement/input/click_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/bridge/bridge.h"
#include "casement/cdp/protocol_error.h"
#include "casement/frames/frame_state.h"

namespace casement {
namespace {

// Parked guards older than this are installed anew. Each guard removes itself some seconds after its installation
// (click_guard.js), and the press needs these seconds.
constexpr std::chrono::seconds kGuardReuseWindow{2};

bool all_done(const std::vector<cdp::Call>& calls) {
  return std::all_of(calls.begin(), calls.end(), [](const cdp::Call& call) { return call.done(); });
}

bool any_blocked(const std::vector<cdp::Call>& calls) {
  return std::any_of(calls.begin(), calls.end(), [](const cdp::Call& call) {
    if (!call.done() || call.reply().error) return false;
    const Json blocked = evaluation_value(call.reply().result);
    return blocked.is_number() && blocked != 0;
  });
}

// Returns the sessions of the page that hang.
std::set<cdp::SessionId> hung_sessions(PageSession& page) {
  PerDocument<DocumentNote>& documents = FrameStates::of(page).documents;
  std::set<cdp::SessionId> hung;
  for (const Frame* frame : page.frames().all()) {
    if (documents[*frame].hangs()) hung.insert(frame->session);
  }
  return hung;
}

// Whether a press that timed out may still arrive in this session. Chrome sends the press to whatever is at its point
// by then, which may be in another session than before. A session that answers has handled its presses.
bool may_be_under_way(PageSession& page, const cdp::SessionId& session, const std::set<cdp::SessionId>& hung) {
  const PendingInput& input = PageInput::of(page).pending();
  return input.any() && (input.any(session) || hung.contains(session));
}

// Waits for all pending input, at most for the frame timeout. After a timeout, does not wait again.
void await_all_input(PageSession& page, Deadline deadline) {
  PendingInput& input = PageInput::of(page).pending();
  if (!input.any() || input.timed_out_before()) return;
  page.connection().pump_until([&] { return !input.any(); }, deadline.at_most(page.frame_timeout()));
  input.note_timeout();
}

cdp::Call post_guard(PageSession& page, const Frame& frame, std::string source) {
  return page.connection().send(evaluate_command(frame.session, frame.world->unique_id, std::move(source)));
}

// Calls a function of the guards in all documents except those that `is_left_out` names and those in which a press may
// still arrive. Reaches documents that have begun since, too, because commands of a session are handled in order.
// Returns the answers to wait for.
std::vector<cdp::Call> tell_guards(PageSession& page, const char* verb, const std::set<cdp::SessionId>& hung,
                                   const std::function<bool(const Frame&)>& is_left_out) {
  std::vector<cdp::Call> calls;
  for (const Frame* frame : page.frames().all()) {
    if (!frame->world || may_be_under_way(page, frame->session, hung) || is_left_out(*frame)) continue;
    const cdp::Call call = page.connection().send(click_guard_command(frame->session, frame->world->unique_id, verb));
    if (!hung.contains(frame->session)) calls.push_back(call);
  }
  return calls;
}

}  // namespace

ClickGuard::ClickGuard(PageSession& page, const ElementHandle& element, PressBy by, Deadline deadline)
    : page_(page), input_(PageInput::of(page)), by_(by), element_frame_(element.frame) {
  const Frame* found = page_.frames().find(element_frame_);
  if (found == nullptr || !found->world) {
    throw Error(ErrorKind::FrameGone, "the element's document was replaced");
  }
  element_generation_ = found->generation;
  session_ = found->session;
  await_earlier_input(deadline);
  hung_sessions_ = hung_sessions(page_);
  std::vector<cdp::Call> calls = guard_new_documents();
  try {
    const Frame& frame = *page_.frames().find(element_frame_);
    const cdp::Call watch =
        page_.post_bridge(frame, {"startHitTargetCheck", Json::array({element.ref, by_ == PressBy::Finger})});
    guard_documents(std::move(calls), deadline);
    if (await_answer(watch, deadline) == ElementDocument::Gone) {
      throw Error(ErrorKind::FrameGone, "the element's document was replaced");
    }
    element_is_there_ = evaluation_value(page_.connection().result(watch, deadline)) != false;
    // In this case, some document may still have no guard.
    if (deadline.expired()) {
      throw Error(ErrorKind::Timeout, "the page's documents did not answer before the press");
    }
  } catch (...) {
    input_.stop_running_in_new_documents();
    post_to_others("release");
    throw;
  }
}

// If parked guards are reused, new documents have a guard as well.
std::vector<cdp::Call> ClickGuard::guard_new_documents() {
  // A crashed process answers nothing until a navigation revives it, and then runs the script.
  std::set<cdp::SessionId> unanswering = hung_sessions_;
  for (const Frame* one : page_.frames().all()) {
    if (one->crashed) unanswering.insert(one->session);
  }
  since_ = Deadline::Clock::now();
  if (auto standing = input_.parked_guards().reuse()) {
    // Only mouse presses park guards, and these let touches through.
    if (by_ == PressBy::Mouse && unanswering.empty() && since_ - standing->since < kGuardReuseWindow) {
      since_ = standing->since;
      guarded_ = std::move(standing->documents);
      std::erase_if(guarded_, [this](const GuardedDocument& one) {
        const Frame* frame = page_.frames().find(one.frame);
        return frame == nullptr || frame->generation != one.generation || one.frame == element_frame_;
      });
      return {};
    }
    input_.stop_running_in_new_documents();
  }
  return input_.run_in_new_documents(click_guard_source(by_), unanswering);
}

ClickGuard::~ClickGuard() {
  // Without an outcome, the press may still be on its way.
  if (!released_ && !page_.connection().lost()) leave();
}

void ClickGuard::leave() {
  follow_press();
  leave_guards();
}

// Leaves the guards to end by themselves. Documents that begin before the press can no longer arrive get a guard, too.
void ClickGuard::leave_guards() {
  input_.stop_running_in_new_documents();
  input_.set_guards_left(true);
}

// Sends a mouse move after the press. If the move has been answered, all input before it has been answered.
void ClickGuard::follow_press() {
  if (!press_) return;
  input_.send_last({page_.session(),
                    "Input.dispatchMouseEvent",
                    {{"type", "mouseMoved"}, {"x", press_->x}, {"y", press_->y}},
                    nullptr});
}

void ClickGuard::await_earlier_input(Deadline deadline) {
  await_all_input(page_, deadline);
  const PendingInput& pending = input_.pending();
  page_.connection().pump_until([&] { return !pending.any(session_) || replaced(); }, deadline);
  if (replaced()) throw Error(ErrorKind::FrameGone, "the element's document was replaced");
  if (pending.any(session_)) {
    throw Error(ErrorKind::Timeout, "the page has not yet handled an earlier press that was given up");
  }
}

bool ClickGuard::replaced() const {
  const Frame* now = page_.frames().find(element_frame_);
  return now == nullptr || now->generation != element_generation_ || !now->world;
}

// Waits until the deadline, because the document of an action may be slow like any other.
ClickGuard::ElementDocument ClickGuard::await_answer(const cdp::Call& call, Deadline deadline) {
  page_.connection().pump_until([&] { return call.done() || replaced(); }, deadline);
  if (call.done() || !replaced()) return ElementDocument::Alive;
  page_.connection().abandon(call);
  return ElementDocument::Gone;
}

bool ClickGuard::is_guarded(const Frame& frame) const {
  return (frame.id == element_frame_ && frame.generation == element_generation_) ||
         std::any_of(guarded_.begin(), guarded_.end(), [&](const GuardedDocument& one) {
           return one.frame == frame.id && one.generation == frame.generation;
         });
}

// `calls`: commands that must be answered as well. A document that begins after them has the guard from its beginning.
// A document that began before is known when they are answered, and gets the guard here.
void ClickGuard::guard_documents(std::vector<cdp::Call> calls, Deadline deadline) {
  const Deadline patience = deadline.at_most(page_.frame_timeout());
  for (;;) {
    for (const Frame* frame : page_.frames().all()) {
      if (!frame->world || is_guarded(*frame)) continue;
      guarded_.push_back({frame->id, frame->generation});
      const cdp::Call guard = post_guard(page_, *frame, click_guard_source(by_));
      // A session that hangs gets the guard too, because it may recover just when the press arrives.
      if (hung_sessions_.contains(frame->session)) continue;
      guards_.push_back({frame->id, guard});
      calls.push_back(guard);
    }
    if (calls.empty() || patience.expired()) break;
    settle(calls, patience);
    if (!all_done(calls)) all_answered_ = false;
    calls.clear();
  }
  if (!calls.empty()) all_answered_ = false;
  // A document that hangs is not asked again while it hangs, so that it costs its time only once.
  for (const auto& [id, guard] : std::exchange(guards_, {})) {
    const Frame* frame = page_.frames().find(id);
    if (guard.done() || frame == nullptr || frame->id == element_frame_) continue;
    FrameStates::of(page_).documents[*frame].unanswered = guard;
    hung_sessions_.insert(frame->session);
  }
}

void ClickGuard::settle(const std::vector<cdp::Call>& calls, Deadline deadline) {
  page_.connection().pump_until([&] { return all_done(calls); }, deadline);
}

std::vector<cdp::Call> ClickGuard::post_to_others(const char* verb) {
  return tell_guards(page_, verb, hung_sessions_, [this](const Frame& frame) {
    return frame.id == element_frame_ && frame.generation == element_generation_;
  });
}

ClickGuard::Outcome ClickGuard::release(Deadline deadline, Others others) {
  if (replaced()) return outcome_elsewhere(deadline);
  const cdp::Call check = page_.post_bridge(*page_.frames().find(element_frame_), {"finishHitTargetCheck"});
  if (await_answer(check, deadline) == ElementDocument::Gone) return outcome_elsewhere(deadline);
  Json answer;
  try {
    answer = evaluation_value(page_.connection().result(check, deadline));
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
    return outcome_elsewhere(deadline);
  }
  // Guards that stay have blocked nothing, so their later reports concern a later press only.
  if (others == Others::KeepGuards && can_stand() && answer.value("presses", -1) == presses_) {
    input_.park_guards({std::move(guarded_), since_});
  } else {
    // A document that begins before the removals are answered may have the guard, but is known by then.
    settle(input_.stop_running_in_new_documents(), deadline.at_most(page_.frame_timeout()));
    post_to_others("release");
  }
  released_ = true;
  const std::string lost = answer.value("lost", std::string());
  return {answer.value("arrived", true),
          answer.value("hit", std::string()),
          answer.value("stopped", false),
          Change::from(answer.value("change", Json())),
          answer.value("undone", std::string()),
          lost == "moved"  ? Outcome::Click::TargetMoved
          : lost == "left" ? Outcome::Click::TargetLeft
                           : Outcome::Click::Arrived};
}

// Whether all documents are known to have their guard.
bool ClickGuard::can_stand() const {
  return all_answered_ && hung_sessions_.empty() && !input_.pending().any();
}

// The element's document has gone because of the press, unless another document blocked the press. If Chrome replaces
// the document of an input or ends its session, it answers the input as handled, but still sends it to whatever is at
// its point afterwards. The answer to the mouse move after the press shows that the press has arrived, unless the move
// is answered early for the same reason. So the guards stay for a moment longer, also in documents that begin by then.
ClickGuard::Outcome ClickGuard::outcome_elsewhere(Deadline deadline) {
  follow_press();
  const PendingInput& pending = input_.pending();
  const Deadline patience = deadline.at_most(page_.frame_timeout());
  page_.connection().pump_until([&] { return !pending.any() || page_.closed(); }, patience);
  const std::vector<cdp::Call> calls = post_to_others("blocked");
  settle(calls, patience);
  const bool blocked = any_blocked(calls);
  if (by_ == PressBy::Mouse && !blocked && !page_.closed() && can_stand()) {
    input_.park_guards({std::move(guarded_), since_});
  } else {
    leave_guards();
    if (!pending.any()) settle(post_to_others("release"), patience);
  }
  released_ = true;
  return {!blocked, "", false, {}};
}

void ClickGuard::release_leftover(PageSession& page, Deadline deadline) {
  PageInput& input = PageInput::of(page);
  const bool stood = input.parked_guards().reuse().has_value();
  if (!stood && !input.guards_left()) return;
  await_all_input(page, deadline);
  const Deadline patience = deadline.at_most(page.frame_timeout());
  if (stood) {
    const std::vector<cdp::Call> removals = input.stop_running_in_new_documents();
    page.connection().pump_until([&] { return all_done(removals); }, patience);
  }
  const std::vector<cdp::Call> releases =
      tell_guards(page, "release", hung_sessions(page), [](const Frame&) { return false; });
  page.connection().pump_until([&] { return all_done(releases); }, patience);
  input.set_guards_left(input.pending().any());
}

}  // namespace casement
