#include "casement/act/press_guard.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

bool all_done(const std::vector<cdp::Call>& calls) {
  return std::all_of(calls.begin(), calls.end(), [](const cdp::Call& call) { return call.done(); });
}

}  // namespace

PressGuard::PressGuard(PageTarget& page, const Located& element, Deadline deadline)
    : page_(page), meant_(element.frame), mute_(mute_sessions()) {
  Frame* frame = page_.frames().find(meant_);
  if (frame == nullptr || !frame->world) {
    throw Error(ErrorKind::FrameGone, "the element's document has gone");
  }
  meant_generation_ = frame->generation;
  // A crashed process answers nothing until a navigation revives it, and runs the script then.
  std::set<cdp::SessionId> silent = mute_;
  for (const Frame* one : page_.frames().all()) {
    if (one->crashed) silent.insert(one->session);
  }
  std::vector<cdp::Call> calls =
      page_.run_in_new_documents(std::string(press_guard_source()), silent);
  try {
    const cdp::Call watch = page_.post_bridge(*frame, {"watchPointer", Json::array({element.ref})});
    guard_documents(std::move(calls), deadline);
    // Its document may be slow, as any that is acted on.
    const auto replaced = [&] {
      const Frame* now = page_.frames().find(meant_);
      return now == nullptr || now->generation != meant_generation_;
    };
    page_.connection().pump_until([&] { return watch.done() || replaced(); }, deadline);
    if (!watch.done() && replaced()) {
      page_.connection().give_up(watch);
      throw Error(ErrorKind::FrameGone, "the element's document has gone");
    }
    element_is_there_ = evaluation_value(page_.connection().result(watch, deadline)) != false;
    // Some document may still be without its guard then.
    if (deadline.expired()) {
      throw Error(ErrorKind::Timeout, "the page's documents did not answer before the press");
    }
  } catch (...) {
    page_.stop_running_in_new_documents();
    post_lifts();
    throw;
  }
}

PressGuard::~PressGuard() {
  // Without an outcome the press may still be on its way: the documents keep their guard for as
  // long as it lasts by itself, and those that begin before Chrome has taken the press have one.
  if (!lifted_ && !page_.connection().lost()) {
    page_.stop_running_in_new_documents(PageTarget::InputGivenUp::Yes);
  }
}

std::set<cdp::SessionId> PressGuard::mute_sessions() {
  std::set<cdp::SessionId> mute;
  for (const Frame* frame : page_.frames().all()) {
    if (frame->unanswered && !frame->unanswered->done()) mute.insert(frame->session);
  }
  return mute;
}

bool PressGuard::is_guarded(const Frame& frame) const {
  return (frame.id == meant_ && frame.generation == meant_generation_) ||
         std::any_of(guarded_.begin(), guarded_.end(), [&](const Guarded& one) {
           return one.frame == frame.id && one.generation == frame.generation;
         });
}

// `calls`: what else has to be done by then. A document that begins after those has the guard from
// its begin; one that began before is known by the time they are answered, and gets it here.
void PressGuard::guard_documents(std::vector<cdp::Call> calls, Deadline deadline) {
  const Deadline patience = deadline.at_most(page_.frame_timeout());
  for (;;) {
    for (Frame* frame : page_.frames().all()) {
      if (!frame->world || mute_.contains(frame->session) || is_guarded(*frame)) continue;
      guarded_.push_back({frame->id, frame->generation});
      guards_.push_back({frame->id, page_.connection().send(
                                        evaluate_command(frame->session, frame->world->unique_id,
                                                         std::string(press_guard_source())))});
      calls.push_back(guards_.back().second);
    }
    if (calls.empty() || patience.expired()) break;
    settle(std::exchange(calls, {}), patience);
  }
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

// In every document that may have it, those that have begun since too: commands of a session keep
// their order.
std::vector<cdp::Call> PressGuard::post_lifts() {
  std::vector<cdp::Call> lifts;
  for (Frame* frame : page_.frames().all()) {
    if (!frame->world || mute_.contains(frame->session)) continue;
    if (frame->id == meant_ && frame->generation == meant_generation_) continue;
    lifts.push_back(page_.connection().send(evaluate_command(
        frame->session, frame->world->unique_id, "globalThis.casementPressGuard?.lift()")));
  }
  return lifts;
}

bool PressGuard::any_kept(const std::vector<cdp::Call>& lifts) {
  return std::any_of(lifts.begin(), lifts.end(), [](const cdp::Call& lift) {
    if (!lift.done() || lift.reply().error) return false;
    const Json kept = evaluation_value(lift.reply().result);
    return kept.is_number() && kept != 0;
  });
}

PressGuard::Outcome PressGuard::lift(Deadline deadline) {
  lifted_ = true;
  Frame* frame = page_.frames().find(meant_);
  const bool same_document =
      frame != nullptr && frame->generation == meant_generation_ && frame->world;
  std::optional<cdp::Call> arrival;
  if (same_document) arrival = page_.post_bridge(*frame, {"pointerArrival"});
  // What has begun by the time the removals are answered may have the guard, and is known then.
  std::vector<cdp::Call> waited = page_.stop_running_in_new_documents();
  if (arrival) waited.push_back(*arrival);
  settle(waited, deadline.at_most(page_.frame_timeout()));
  const std::vector<cdp::Call> lifts = post_lifts();
  if (arrival) {
    const auto replaced = [&] {
      const Frame* now = page_.frames().find(meant_);
      return now == nullptr || now->generation != meant_generation_;
    };
    page_.connection().pump_until([&] { return arrival->done() || replaced(); }, deadline);
    if (!arrival->done() && replaced()) {
      page_.connection().give_up(*arrival);
    } else {
      try {
        const Json answer = evaluation_value(page_.connection().result(*arrival, deadline));
        return {answer.value("arrived", true), answer.value("hit", std::string()),
                Change::from(answer.value("change", Json()))};
      } catch (const Error& error) {
        if (!cdp::means_gone(error)) throw;
      }
    }
  }
  // The document went away: by the press's own doing, unless another document was kept from it.
  settle(lifts, deadline.at_most(page_.frame_timeout()));
  return {!any_kept(lifts), "", {}};
}

}  // namespace casement
