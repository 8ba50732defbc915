#include "casement/act/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/act/action_recorder.h"
#include "casement/act/overlays.h"
#include "casement/base/machine_load.h"
#include "casement/cdp/protocol_error.h"
#include "casement/find/dom_change_watcher.h"

namespace casement {
namespace {

using Clock = Deadline::Clock;

// A press that reached the page but not the element may have had an effect, so the number of such presses is limited.
constexpr int kMostPressesLost = 3;

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Whether a search that found nothing is no proof that an element of this frame has gone, because that frame or a frame
// around it could not be read.
bool did_not_look_into(int ordinal, const SearchResult& result) {
  bool left_some_out = false;
  for (const SearchedFrame& frame : result.searched) {
    if (frame.ordinal == ordinal) return !frame.failure.empty();
    left_some_out = left_some_out || !frame.failure.empty();
  }
  return left_some_out;
}

// Closes known overlays that the page shows. If a handler fails, the action fails too.
std::vector<std::string> close_what_came(PageSession& page, ActionRecorder& record, const std::string& target,
                                         Deadline deadline) {
  try {
    std::vector<std::string> closed = close_overlays(page, target, deadline);
    record.closed(closed);
    return closed;
  } catch (const Error& error) {
    record.fail(error.message());
    throw;
  }
}

// The functions that a call tries with its element.
struct Tries {
  const Act& act;
  const Act& last_resort;
  const std::optional<FirstCall>& first_call;
};

// The retry loop of one call.
class Attempts {
 public:
  Attempts(ActionRecorder& record, PageSession& page, const Target& target, std::string_view verb, Deadline deadline,
           const Tries& tries)
      : record_(record),
        page_(page),
        target_(target),
        verb_(verb),
        deadline_(deadline),
        tries_(tries),
        time_given_(deadline.when() - Clock::now()),
        end_of_tries_(tries.last_resort ? deadline.at_most(time_given_ * 4 / 5) : deadline) {}

  // Returns when `act` has succeeded. Throws the errors of retry_action.
  void run() {
    bool goes_on = true;
    while (goes_on) {
      if (watch_) watch_->arm();
      goes_on = attempt() && wait_for_change();
    }
    if (last_ && !last_->done && !last_->final && element_ && tries_.last_resort) try_last_resort();
    if (last_ && last_->done) return;
    if (!ambiguous_.empty()) fail_ambiguous();
    fail();
  }

 private:
  // Searches once, and tries once with the element found. Returns false if no other attempt may follow.
  bool attempt() {
    try {
      const Clock::time_point began = Clock::now();
      SearchResult result = find_elements(page_, target_, end_of_tries_, tries_.first_call);
      ambiguous_.clear();
      searched_ = true;
      const bool is_unknown =
          last_ && element_ && result.found.empty() && did_not_look_into(element_->frame_ordinal, result);
      if (is_unknown && end_of_tries_.expired()) return false;
      record_.searched(std::move(result.searched), milliseconds_since(began));
      record_.skipped_frames(std::move(result.skipped_frames));
      if (result.found.size() == 1) {
        ambiguous_since_.reset();
        return try_on(result.found.front());
      }
      if (!is_unknown) last_.reset();
      ambiguous_ = std::move(result.found);
      if (ambiguous_.empty()) ambiguous_since_.reset();
      return true;
    } catch (const Error& error) {
      return goes_on_after(error);
    }
  }

  bool try_on(const ElementHandle& element) {
    element_ = element;
    record_.found(element);
    if (!last_) {  // the outcome if the page does not answer
      last_ = ActionOutcome::retry("did not answer in time");
      silence_.emplace(ErrorKind::Timeout, "");
    }
    const Clock::time_point began = Clock::now();
    last_ = tries_.act(element);
    silence_.reset();
    record_.tried("element", *last_, milliseconds_since(began));
    if (last_->done) return false;
    if (last_->gone && target_.is_ref()) {
      fail(ErrorKind::Detached, "it has left its document", {"Take a new snapshot."});
    }
    if (last_->was_pressed && ++presses_lost_ == kMostPressesLost) last_->final = true;
    return !last_->final;
  }

  // Decides whether the loop continues after an error during a try. Throws the error if it ends the call.
  bool goes_on_after(const Error& error) {
    // If the deadline passed during a later try, the failure reports what the earlier tries saw.
    if (error.kind() == ErrorKind::Timeout && end_of_tries_.expired()) {
      if (silence_ || !searched_) silence_ = error;
      return false;
    }
    const bool frame_crashed = error.kind() == ErrorKind::TargetCrashed && element_ && element_->frame_ordinal > 0 &&
                               !page_.frames().main().crashed;
    if (frame_crashed && target_.is_ref()) {
      fail(ErrorKind::TargetCrashed, fmt::format("the renderer of {} has crashed", record_.frame()),
           {"Take a new snapshot."});
    }
    if ((!cdp::means_gone(error) && !frame_crashed) || page_.closed()) {
      if (error.kind() != ErrorKind::Detached) record_.fail(error.message());
      throw;
    }
    // The document went away during the try. For a ref, locate_ref throws an error if the ref is stale.
    ambiguous_.clear();
    last_ = ActionOutcome::retry("was removed with its document");
    if (target_.is_ref()) locate_ref(page_, target_.ref());
    return true;
  }

  // Closes overlays, or else waits until the page changes. Returns false at the deadline.
  bool wait_for_change() {
    const bool made_way = !close_what_came(page_, record_, target_.text(), end_of_tries_).empty();
    Deadline end = end_of_tries_;
    if (!ambiguous_.empty()) {
      if (!ambiguous_since_) ambiguous_since_ = Clock::now();
      end = Deadline::at(std::min(end.when(), *ambiguous_since_ + kAmbiguousAfter));
      if (end.expired() && (!made_way || end_of_tries_.expired())) fail_ambiguous();
    }
    if (end_of_tries_.expired()) return false;
    if (made_way) return true;
    if (watch_)
      watch_->wait(end);
    else
      watch_.emplace(page_);
    return true;
  }

  void try_last_resort() {
    const Clock::time_point began = Clock::now();
    last_ = tries_.last_resort(*element_);
    record_.tried("centre point", *last_, milliseconds_since(began));
  }

  [[noreturn]] void fail_ambiguous() {
    try {
      throw_ambiguous(page_, target_, ambiguous_, deadline_);
    } catch (const Error& error) {
      record_.fail(error.message());
      throw;
    }
  }

  // Throws an error that explains why no try has succeeded.
  [[noreturn]] void fail() {
    std::vector<std::string> busy = load_.lines();
    if (std::string flood = page_.connection().describe_flood(); !flood.empty()) busy.push_back(std::move(flood));
    const std::string patience = describe_duration(time_given_);
    const bool was_never_answered = !searched_ && silence_;
    if (!last_ && !was_never_answered) {
      fail(ErrorKind::NotFound, fmt::format("nothing matches it within {}", patience),
           joined(explain_no_match(page_, target_), busy));
    }
    if (silence_) {
      // On a busy machine, the answer may only be late.
      if (was_never_answered) busy = joined(explain_no_match(page_, target_), busy);
      fail(ErrorKind::Timeout, silence_->message(), joined(silence_->trail(), busy));
    }
    fail(ErrorKind::NotActionable,
         fmt::format("it {}{}", last_->obstacle, last_->final ? "" : " (waited " + patience + ")"),
         last_->final ? last_->details : joined(last_->details, busy));
  }

  [[noreturn]] void fail(ErrorKind kind, const std::string& why, const std::vector<std::string>& trail) {
    const std::string message = fmt::format("cannot {} {}: {}", verb_, target_.text(), why);
    throw Error(kind, message, joined(trail, record_.fail(message)));
  }

  ActionRecorder& record_;
  PageSession& page_;
  const Target& target_;
  std::string_view verb_;
  Deadline deadline_;
  Tries tries_;
  Clock::duration time_given_;
  Deadline end_of_tries_;
  MachineLoad load_;                       // includes the first try, which may be the only one
  std::optional<DomChangeWatcher> watch_;  // empty during the first try, which mostly succeeds
  std::optional<ActionOutcome> last_;      // of the newest try; empty if nothing was found
  std::optional<ElementHandle> element_;   // the newest element found
  std::vector<ElementHandle> ambiguous_;   // the matches of the newest search, if several
  std::optional<Clock::time_point> ambiguous_since_;
  bool searched_ = false;         // a search has been answered
  std::optional<Error> silence_;  // set while the page has not answered any try
  int presses_lost_ = 0;
};

}  // namespace

ActionResult retry_action(PageSession& page, const Target& target, std::string_view verb, Deadline deadline,
                          const Act& act, const Act& last_resort, const std::optional<FirstCall>& first_call) {
  ActionRecorder record(page, verb, target.text(), ActionRecorder::Kind::Action);
  record.look_before(deadline);
  Attempts(record, page, target, verb, deadline, {act, last_resort, first_call}).run();
  record.settle(deadline);
  return record.succeed(deadline);
}

void retry_read(PageSession& page, const Target& target, std::string_view verb, Deadline deadline, const Act& look) {
  ActionRecorder record(page, verb, target.text(), ActionRecorder::Kind::Look);
  Attempts(record, page, target, verb, deadline, {look, nullptr, std::nullopt}).run();
}

ActionResult run_page_action(PageSession& page, std::string_view verb, Deadline deadline,
                             const std::function<Change()>& act, const std::optional<Point>& point) {
  if (page.closed()) throw page.end_error();
  ActionRecorder record(page, verb, "", ActionRecorder::Kind::Action);
  if (point) record.point(*point);
  record.look_before(deadline);
  close_what_came(page, record, "", deadline);  // an overlay would receive the action
  try {
    record.change(act());
  } catch (const Error& error) {
    record.fail(error.message());
    throw;
  }
  record.settle(deadline);
  return record.succeed(deadline);
}

}  // namespace casement
