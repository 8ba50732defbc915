#include "casement/act/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/machine_load.h"
#include "casement/cdp/protocol_error.h"
#include "casement/find/dom_change_watcher.h"
#include "casement/find/frame_notes.h"

namespace casement {
namespace {

using Clock = Deadline::Clock;

// How long a navigation that is sure to begin is waited for; one that a policy forbids never does.
constexpr std::chrono::seconds kBeginTimeout{1};

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Builds the result of one action while it goes on.
class ActionRecorder {
 public:
  enum class Kind { Action, Look };  // a look changes nothing and is not the page's last action

  ActionRecorder(PageSession& page, std::string_view verb, std::string target, Kind kind) : page_(page), kind_(kind) {
    result_.action = verb;
    result_.target = std::move(target);
    result_.time = std::chrono::system_clock::now();
    const cdp::Connection::EngineLock lock(page_.connection());
    main_loader_ = page_.frames().main().loader_id;
    main_url_ = page_.frames().main().url;
    began_ = page_.clock().now();
  }

  Clock::time_point started() const { return started_; }
  const std::string& frame() const { return result_.frame; }  // in which the element was found

  // The frames of the last search stand in the result, in the order of preference.
  void searched(std::vector<SearchedFrame> frames, double milliseconds) {
    searched_ = std::move(frames);
    search_milliseconds_ = milliseconds;
  }

  void went_without(std::vector<std::string> frames) {
    if (!frames.empty()) result_.warnings = std::move(frames);
  }

  void found(const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page_.connection());
    element_ = element;
    const Frame* frame = page_.frames().find(element.frame);
    if (frame == nullptr) return;
    element_loader_ = frame->loader_id;
    element_url_ = frame->url;
    const std::string& owner_name = FrameNotes::of(page_).frames[*frame].owner_name;
    result_.frame = describe_frame(element.frame_ordinal, owner_name.empty() ? frame->name : owner_name);
  }

  void tried(const char* strategy, const ActionOutcome& attempt, double milliseconds) {
    // Of a try that scrolled and did not get its press, the next one finds the element in view.
    result_.scrolled = result_.scrolled || attempt.change.scrolled;
    if (attempt.done) {
      leaves_ = attempt.change.leaves;
      result_.mutations = attempt.change.mutations;
      result_.value_changed = attempt.change.value_changed;
      result_.value = attempt.change.value;
    }
    if (!tries_.empty() && tries_.back().error == attempt.obstacle && tries_.back().strategy == strategy &&
        tries_.back().frame == result_.frame) {
      tries_.back().milliseconds += milliseconds;
      return;
    }
    tries_.push_back({strategy, result_.frame, attempt.done, milliseconds, attempt.obstacle});
  }

  void change(Change change) {
    result_.mutations = change.mutations;
    result_.scrolled = change.scrolled;
    result_.value_changed = change.value_changed;
    result_.value = std::move(change.value);
  }

  // Waits for what the action set going: the page's navigation, and that of the element's own frame
  // while the frame's deadline lasts.
  void settle(Deadline deadline) {
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

  // Until the navigation that the element's document has announced is under way, or over.
  void await_begin(Deadline deadline) {
    page_.connection().pump_until(
        [&] {
          const Frame* frame = page_.frames().find(element_->frame);
          return page_.closed() || frame == nullptr || frame->generation != element_->generation ||
                 frame->loader_id != element_loader_ || frame->url != element_url_ ||
                 frame->navigation.is_pending_since(started_);
        },
        deadline);
  }

  ActionResult succeed() {
    result_.success = true;
    finish();
    return result_;
  }

  // What was tried, as lines for people; none where only one frame was searched.
  std::vector<std::string> fail(const std::string& message) {
    result_.error = message;
    finish();
    constexpr std::size_t kMostListed = 12;
    std::vector<std::string> lines = result_.warnings;
    if (searched_.size() < 2) return lines;
    for (const ActionAttempt& one : result_.attempts) {
      if (lines.size() == kMostListed) {
        lines.push_back(fmt::format("tried {} more", result_.attempts.size() - kMostListed));
        break;
      }
      lines.push_back(fmt::format("tried {} ({}): {}, after {:.0f} ms", one.frame, one.strategy,
                                  one.error.empty() ? "found" : one.error, one.milliseconds));
    }
    return lines;
  }

 private:
  static const char* strategy_of(const SearchedFrame& frame) {
    if (frame.ordinal == 0) return "main";
    return frame.owner_name.empty() ? "other" : "labelled";
  }

  void finish() {
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

  void add_attempts() {
    if (searched_.size() > 1) {
      for (const char* strategy : {"main", "labelled", "other"}) {
        for (const SearchedFrame& frame : searched_) {
          if (std::string_view(strategy_of(frame)) != strategy) continue;
          const bool here = frame.matches > 0;
          result_.attempts.push_back({strategy, describe_frame(frame.ordinal, frame.owner_name), here,
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

  // Whoever reads the log sees which frame actions went to.
  void note_switch() {
    const std::string& before = LastAction::of(page_).frame;
    if (result_.frame.empty() || before == result_.frame) return;
    if (before.empty() && element_->frame_ordinal == 0) return;
    page_.connection().log().add(
        fmt::format("{} goes to {}{}", result_.action, result_.frame, before.empty() ? "" : ", after " + before));
  }

  PageSession& page_;
  Kind kind_;
  bool leaves_ = false;
  EventNumber began_ = 0;
  ActionResult result_;
  Clock::time_point started_ = Clock::now();
  std::optional<ElementHandle> element_;
  std::vector<SearchedFrame> searched_;
  double search_milliseconds_ = 0;
  std::vector<ActionAttempt> tries_;
  std::string main_loader_, main_url_, element_loader_, element_url_;
};

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  append(first, second);
  return first;
}

[[noreturn]] void fail(ActionRecorder& record, ErrorKind kind, const std::string& message,
                       std::vector<std::string> trail) {
  append(trail, record.fail(message));
  throw Error(kind, message, std::move(trail));
}

}  // namespace

namespace {

// Whether a search that found nothing says nothing of an element that an earlier one found in this frame: it could not
// read that frame, or one around it.
bool did_not_look_into(int ordinal, const SearchResult& result) {
  bool left_some_out = false;
  for (const SearchedFrame& frame : result.searched) {
    if (frame.ordinal == ordinal) return !frame.failure.empty();
    left_some_out = left_some_out || !frame.failure.empty();
  }
  return left_some_out;
}

// The loop that retries; returns when `act` has done it.
void try_until_done(ActionRecorder& record, PageSession& page, const Target& target, std::string_view verb,
                    Deadline deadline, const Act& act, const Act& last_resort,
                    const std::optional<BridgeCall>& first_call) {
  const Clock::duration time_given = deadline.when() - Clock::now();
  const MachineLoad load;  // of the first try, too: it may be all that there was time for
  const std::string patience = describe_duration(time_given);
  const Deadline end_of_tries = last_resort ? deadline.at_most(time_given * 4 / 5) : deadline;
  std::optional<DomChangeWatcher> watch;  // the first try goes without: mostly it succeeds
  std::optional<ActionOutcome> last;
  std::optional<ElementHandle> element;
  bool searched = false;
  std::optional<Error> silence;  // of a page that did not answer a try, and nothing else was seen
  for (;;) {
    if (watch) watch->arm();
    try {
      const Clock::time_point search_began = Clock::now();
      SearchResult result = find_elements(page, target, end_of_tries, first_call);
      searched = true;
      const bool is_unknown =
          last && element && result.found.empty() && did_not_look_into(element->frame_ordinal, result);
      if (is_unknown && end_of_tries.expired()) break;
      record.searched(std::move(result.searched), milliseconds_since(search_began));
      record.went_without(std::move(result.went_without));
      if (result.found.size() > 1) throw_ambiguous(page, target, result.found, deadline);
      if (result.found.empty()) {
        if (!is_unknown) last.reset();
      } else {
        element = result.found.front();
        record.found(*element);
        const bool is_first = !last;
        if (is_first) last = ActionOutcome::retry("did not answer in time");  // unless it does
        if (is_first) silence.emplace(ErrorKind::Timeout, "");
        const Clock::time_point try_began = Clock::now();
        last = act(*element);
        silence.reset();
        record.tried("element", *last, milliseconds_since(try_began));
        if (last->done) break;
        if (last->gone && target.is_ref()) {
          fail(record, ErrorKind::Detached, fmt::format("cannot {} {}: it has left its document", verb, target.text()),
               {"Take a new snapshot."});
        }
        if (last->final) break;
      }
    } catch (const Error& error) {
      // The deadline came in the middle of another try: what the tries before it saw is the reason.
      if (error.kind() == ErrorKind::Timeout && end_of_tries.expired() && searched) {
        if (silence) silence = error;
        break;
      }
      const bool frame_crashed = error.kind() == ErrorKind::TargetCrashed && element && element->frame_ordinal > 0 &&
                                 !page.frames().main().crashed;
      if (frame_crashed && target.is_ref()) {
        fail(record, ErrorKind::TargetCrashed,
             fmt::format("cannot {} {}: the renderer of {} has crashed", verb, target.text(), record.frame()),
             {"Take a new snapshot."});
      }
      if ((!cdp::means_gone(error) && !frame_crashed) || page.closed()) {
        if (error.kind() != ErrorKind::Detached) record.fail(error.message());
        throw;
      }
      // The document went away in the middle of it. A ref says so itself the next time round.
      last = ActionOutcome::retry("went away with its document");
      if (target.is_ref()) locate_ref(page, target.ref());
    }
    if (end_of_tries.expired()) break;
    if (!watch) {
      watch.emplace(page);
      continue;
    }
    watch->wait(end_of_tries);
  }
  if (last && !last->done && !last->final && element && last_resort) {
    const Clock::time_point try_began = Clock::now();
    last = last_resort(*element);
    record.tried("centre point", *last, milliseconds_since(try_began));
  }
  if (last && last->done) return;
  std::vector<std::string> busy = load.lines();
  if (std::string flood = page.connection().describe_flood(); !flood.empty()) busy.push_back(std::move(flood));
  if (!last) {
    fail(record, ErrorKind::NotFound,
         fmt::format("cannot {} {}: nothing matches it within {}", verb, target.text(), patience),
         joined(explain_no_match(page, target), busy));
  }
  if (silence) {
    fail(record, ErrorKind::Timeout, fmt::format("cannot {} {}: {}", verb, target.text(), silence->message()),
         joined(silence->trail(), busy));
  }
  fail(record, ErrorKind::NotActionable,
       fmt::format("cannot {} {}: it {}{}", verb, target.text(), last->obstacle,
                   last->final ? "" : " (waited " + patience + ")"),
       last->final ? last->details : joined(last->details, busy));
}

}  // namespace

ActionResult retry_action(PageSession& page, const Target& target, std::string_view verb, Deadline deadline,
                          const Act& act, const Act& last_resort, const std::optional<BridgeCall>& first_call) {
  ActionRecorder record(page, verb, target.text(), ActionRecorder::Kind::Action);
  try_until_done(record, page, target, verb, deadline, act, last_resort, first_call);
  record.settle(deadline);
  return record.succeed();
}

void retry_read(PageSession& page, const Target& target, std::string_view verb, Deadline deadline, const Act& look) {
  ActionRecorder record(page, verb, target.text(), ActionRecorder::Kind::Look);
  try_until_done(record, page, target, verb, deadline, look, nullptr, std::nullopt);
}

ActionResult run_page_action(PageSession& page, std::string_view verb, Deadline deadline,
                             const std::function<Change()>& act) {
  ActionRecorder record(page, verb, "", ActionRecorder::Kind::Action);
  try {
    record.change(act());
  } catch (const Error& error) {
    record.fail(error.message());
    throw;
  }
  record.settle(deadline);
  return record.succeed();
}

}  // namespace casement
