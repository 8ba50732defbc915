#include "casement/act/action_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/frames/frame_state.h"
#include "casement/frames/patience.h"
#include "casement/reading/capture.h"

namespace casement {
namespace {

using Clock = Deadline::Clock;

// Time limit for a requested navigation to begin. A navigation that a policy forbids never begins.
constexpr std::chrono::seconds kBeginTimeout{1};

const char* strategy_of(const SearchedFrame& frame) {
  if (frame.ordinal == 0) return "main";
  return frame.display_name().empty() ? "other" : "labelled";
}

}  // namespace

ActionRecorder::ActionRecorder(PageSession& page, std::string_view verb, std::string target, Kind kind)
    : page_(page), kind_(kind) {
  result_.action = verb;
  result_.target = std::move(target);
  result_.time = std::chrono::system_clock::now();
  const cdp::Connection::EngineLock lock(page_.connection());
  main_loader_ = page_.frames().main().loader_id;
  main_url_ = page_.frames().main().url;
  began_ = page_.clock().now();
}

void ActionRecorder::look_before(Deadline deadline) {
  {
    const cdp::Connection::EngineLock lock(page_.connection());
    if (!page_.extension<LastAction>().wants_changes) return;
  }
  before_ = look(deadline);
  started_ = Clock::now();
}

void ActionRecorder::searched(std::vector<SearchedFrame> frames, double milliseconds) {
  searched_ = std::move(frames);
  search_milliseconds_ = milliseconds;
}

void ActionRecorder::skipped_frames(std::vector<std::string> frames) {
  if (!frames.empty()) skipped_frames_ = std::move(frames);
}

void ActionRecorder::found(const ElementHandle& element) {
  const cdp::Connection::EngineLock lock(page_.connection());
  element_ = element;
  const Frame* frame = page_.frames().find(element.frame);
  if (frame == nullptr) return;
  element_loader_ = frame->loader_id;
  element_url_ = frame->url;
  result_.frame = describe_frame(element.frame_ordinal, name_of(*frame));
  result_.frame_context = context_of(*frame, element.frame_ordinal);
}

void ActionRecorder::tried(const char* strategy, const ActionOutcome& attempt, double milliseconds) {
  // If a try scrolled and lost its press, the next try finds the element in view and does not scroll.
  result_.scrolled = result_.scrolled || attempt.change.scrolled;
  if (attempt.point) result_.point = attempt.point;
  if (attempt.done) {
    leaves_ = attempt.change.leaves;
    result_.mutations = attempt.change.mutations;
    result_.value_changed = attempt.change.value_changed;
    result_.value = attempt.change.value;
    if (!attempt.warning.empty()) warn(attempt.warning);
  }
  if (!tries_.empty() && tries_.back().error == attempt.obstacle && tries_.back().strategy == strategy &&
      tries_.back().frame == result_.frame) {
    tries_.back().milliseconds += milliseconds;
    return;
  }
  tries_.push_back({strategy, result_.frame, attempt.done, milliseconds, attempt.obstacle});
}

void ActionRecorder::warn(const std::string& warning) {
  result_.warnings.push_back(warning);
  const cdp::Connection::EngineLock lock(page_.connection());
  page_.notes().warn(fmt::format("{} {}: {}", result_.action, result_.target, warning));
}

void ActionRecorder::closed(const std::vector<std::string>& overlays) {
  result_.overlays.insert(result_.overlays.end(), overlays.begin(), overlays.end());
}

void ActionRecorder::point(Point at) {
  result_.point = at;
}

void ActionRecorder::change(Change change) {
  result_.mutations = change.mutations;
  result_.scrolled = change.scrolled;
  result_.value_changed = change.value_changed;
  result_.value = std::move(change.value);
}

void ActionRecorder::settle(Deadline deadline) {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (leaves_ && element_) await_begin(deadline.at_most(kBeginTimeout));
  const auto is_asked_for = [&](const Frame* frame) {
    return frame != nullptr && frame->navigation.is_asked_for_since(started_);
  };
  page_.connection().pump_until(
      [&] {
        return page_.closed() || page_.dialogs().beforeunload_dismissed_since(began_) ||
               (!is_asked_for(&page_.frames().main()) &&
                !(element_ && is_asked_for(page_.frames().find(element_->frame))));
      },
      deadline.at_most(kBeginTimeout));
  const auto is_going = [&](const Frame* frame) {
    return frame != nullptr && frame->navigation.is_pending_since(started_);
  };
  page_.connection().pump_until([&] { return page_.closed() || !is_going(&page_.frames().main()); }, deadline);
  if (element_ && element_->frame_ordinal > 0) {
    page_.connection().pump_until([&] { return page_.closed() || !is_going(page_.frames().find(element_->frame)); },
                                  deadline.at_most(page_.frame_timeout()));
  }
}

// Waits until the navigation that the element's document has announced is under way or over.
void ActionRecorder::await_begin(Deadline deadline) {
  page_.connection().pump_until(
      [&] {
        const Frame* frame = page_.frames().find(element_->frame);
        return page_.closed() || frame == nullptr || frame->generation != element_->generation ||
               frame->loader_id != element_loader_ || frame->url != element_url_ ||
               frame->navigation.is_pending_since(started_);
      },
      deadline);
}

ActionResult ActionRecorder::succeed(Deadline deadline) {
  result_.success = true;
  if (before_) {
    const std::optional<Snapshot> now = look(deadline);
    if (now) result_.changes = now->diff(*before_);
  }
  finish();
  return result_;
}

std::vector<std::string> ActionRecorder::fail(const std::string& message) {
  result_.error = message;
  finish();
  constexpr std::size_t kMostListed = 12;
  std::vector<std::string> lines = result_.warnings;
  for (const std::string& overlay : result_.overlays) lines.push_back("closed the overlay " + overlay);
  if (searched_.size() < 2) return lines;
  for (std::size_t i = 0; i < result_.attempts.size(); ++i) {
    const ActionAttempt& one = result_.attempts[i];
    if (lines.size() >= kMostListed) {
      lines.push_back(fmt::format("tried {} more", result_.attempts.size() - i));
      break;
    }
    lines.push_back(fmt::format("tried {} ({}): {}, after {:.0f} ms", one.frame, one.strategy,
                                one.error.empty() ? "found" : one.error, one.milliseconds));
  }
  return lines;
}

std::string ActionRecorder::name_of(const Frame& frame) const {
  const std::string& owner_name = FrameStates::of(page_).frames[frame].owner_name;
  return owner_name.empty() ? frame.name : owner_name;
}

FrameContext ActionRecorder::context_of(const Frame& frame, int index) const {
  FrameContext context{index, index == 0 ? "" : name_of(frame), frame.url, ""};
  for (const Frame* at = &frame; at != nullptr && !at->parent.empty(); at = page_.frames().find(at->parent)) {
    const std::string name = name_of(*at);
    context.path = " > " + (name.empty() ? fmt::format("f{}", at->ordinal) : name) + context.path;
  }
  context.path = "main" + context.path;
  return context;
}

// Returns a snapshot of the page. If the page cannot be read, returns nothing and adds a warning, because the action
// itself must not fail.
std::optional<Snapshot> ActionRecorder::look(Deadline deadline) {
  try {
    SnapshotOptions options;
    options.frame_timeout = page_.frame_timeout();
    return capture_snapshot(page_, options, deadline.at_most(kEvidenceTimeout));
  } catch (const Error& error) {
    result_.warnings.push_back("its changes are unknown: " + error.message());
    return std::nullopt;
  }
}

void ActionRecorder::finish() {
  note_outcome();
  tell_attempts();
}

void ActionRecorder::note_outcome() {
  result_.warnings.insert(result_.warnings.begin(), skipped_frames_.begin(), skipped_frames_.end());
  const cdp::Connection::EngineLock lock(page_.connection());
  result_.milliseconds = milliseconds_since(started_);
  if (element_) result_.ref = element_->ref_text();
  const Frame& main = page_.frames().main();
  const auto differs = [](const Frame& frame, const std::string& loader, const std::string& url) {
    return frame.loader_id != loader || frame.url != url;
  };
  result_.url = main.url;
  result_.navigated = differs(main, main_loader_, main_url_);
  if (!result_.navigated && element_ && element_->frame_ordinal > 0) {
    const Frame* frame = page_.frames().find(element_->frame);
    if (frame != nullptr && differs(*frame, element_loader_, element_url_)) {
      result_.navigated = true;
      result_.url = frame->url;
    }
  }
  add_attempts();
  if (kind_ == Kind::Look) return;
  note_switch();
  LastAction::of(page_) = result_;
}

// Calls the log without the engine lock, because the log may query the page.
void ActionRecorder::tell_attempts() const {
  std::function<void(std::string_view)> log;
  {
    const cdp::Connection::EngineLock lock(page_.connection());
    log = page_.extension<LastAction>().attempt_log;
  }
  if (!log || kind_ == Kind::Look) return;
  for (const ActionAttempt& one : result_.attempts) log(attempt_line(result_, one));
}

void ActionRecorder::add_attempts() {
  if (searched_.size() > 1) {
    for (const char* strategy : {"main", "labelled", "other"}) {
      for (const SearchedFrame& frame : searched_) {
        if (std::string_view(strategy_of(frame)) != strategy) continue;
        const bool here = frame.matches > 0;
        result_.attempts.push_back({strategy, describe_frame(frame.ordinal, frame.display_name()), here,
                                    search_milliseconds_,
                                    here                    ? ""
                                    : frame.failure.empty() ? "nothing matches"
                                                            : frame.failure});
      }
    }
  }
  for (ActionAttempt& one : tries_) result_.attempts.push_back(std::move(one));
  tries_.clear();
}

// Logs which frame an action goes to, if the previous action went to another frame.
void ActionRecorder::note_switch() {
  const std::string& before = LastAction::of(page_).frame;
  if (result_.frame.empty() || before == result_.frame) return;
  if (before.empty() && element_->frame_ordinal == 0) return;
  page_.connection().log().add(
      fmt::format("{} goes to {}{}", result_.action, result_.frame, before.empty() ? "" : ", after " + before));
}

}  // namespace casement
