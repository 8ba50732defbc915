#include "casement/expect/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "casement/act/overlays.h"
#include "casement/base/regex_deadline.h"
#include "casement/cdp/protocol_error.h"
#include "casement/expect/evidence.h"
#include "casement/expect/last_look.h"
#include "casement/find/dom_change_watcher.h"
#include "casement/find/find_elements.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kFirstLook{2};

// The newest observations, with their times.
class History {
 public:
  void add(const std::string& seen) {
    if (!entries_.empty() && entries_.back().seen == seen) return;
    entries_.push_back({Deadline::Clock::now() - began_, seen});
    if (entries_.size() > kKept) entries_.erase(entries_.begin());
  }
  // Returns nothing if all observations were the same.
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    if (entries_.size() < 2) return lines;
    for (const Entry& entry : entries_) {
      lines.push_back(fmt::format("after {}: {}", describe_duration(entry.when), entry.seen));
    }
    return lines;
  }

 private:
  static constexpr std::size_t kKept = 6;
  struct Entry {
    Deadline::Clock::duration when;
    std::string seen;
  };
  Deadline::Clock::time_point began_ = Deadline::Clock::now();
  std::vector<Entry> entries_;
};

void require_alive(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  if (page.closed()) throw page.end_error();
  const Frame& main = page.frames().main();
  if (main.crashed) throw Error(ErrorKind::TargetCrashed, main.url + " has crashed");
}

// The wait for one condition.
class ConditionWait {
 public:
  ConditionWait(PageSession& page, const Expectation& expected, const WaitBudget& within,
                const std::function<Observation(Deadline by)>& look)
      : page_(page), expected_(expected), within_(within), look_(look) {
    // The first look sends no extra messages for a later look, because the first mostly suffices. With a question, the
    // look itself returns the answer for later comparison.
    if (!expected.question.is_null()) watch_.emplace(page, expected.question);
    if (expected.events_only) watch_.emplace(page, WatchFor::Events);
  }

  // Returns when the condition holds. Throws the errors of await_condition.
  void run() {
    const Deadline first = Deadline::at(std::max(within_.deadline.when(), Deadline::in(kFirstLook).when()));
    for (Deadline by = first;; by = within_.deadline) {
      if (watch_) watch_->arm();
      if (holds(by)) return;
      require_alive(page_);
      if (within_.deadline.expired() || !wait_for_change()) break;
    }
    const auto began = Deadline::Clock::now();
    if ((within_.timeout > kFirstLook || timed_out_) && holds_at_last()) return;
    fail(Deadline::Clock::now() - began);
  }

 private:
  bool holds(Deadline by) {
    try {
      const RegexDeadline searches(by);
      last_ = look_(by);
      ambiguous_.reset();
      if (last_.holds) return true;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Ambiguous) {
        if (!ambiguous_) ambiguous_since_ = Deadline::Clock::now();
        ambiguous_ = error;
        last_.seen = error.message();
        if (ambiguous_end().expired()) throw;
        return false;
      }
      const bool came_too_late = error.kind() == ErrorKind::Timeout && by.expired();
      if (!came_too_late) ambiguous_.reset();
      if ((!cdp::means_gone(error) && !came_too_late) || page_.closed()) throw;
      if (last_.seen.empty() || !came_too_late) last_.seen = error.message();
    }
    history_.add(last_.seen);
    return false;
  }

  // When several matches of one target are no longer taken as a change that is under way.
  Deadline ambiguous_end() const {
    return Deadline::at(std::min(within_.deadline.when(), ambiguous_since_ + kAmbiguousAfter));
  }

  // Closes known overlays that the page shows, or else waits until something may have changed. Returns false at the
  // deadline.
  bool wait_for_change() {
    const bool is_of_target = expected_.target != nullptr && !expected_.wants_none;
    if (!close_overlays(page_, is_of_target ? expected_.target->text() : "", within_.deadline).empty()) return true;
    if (!watch_) {
      watch_.emplace(page_);
      return true;
    }
    const Deadline end = ambiguous_ ? ambiguous_end() : within_.deadline;
    const Deadline until = expected_.patience.count() > 0 ? end.at_most(expected_.patience) : end;
    timed_out_ = !watch_->wait(until, expected_.happened);
    return !within_.deadline.expired();
  }

  bool holds_at_last() {
    const LastLook seen = look_once_more(page_, expected_, timed_out_ ? &*watch_ : nullptr, look_);
    if (seen.holds) return true;
    if (seen.silence.empty())
      last_.seen = seen.seen;
    else if (last_.seen.empty())
      last_.seen = seen.silence;
    history_.add(last_.seen);
    return false;
  }

  // `last_look`: the duration of the last look.
  [[noreturn]] void fail(Deadline::Clock::duration last_look) {
    if (ambiguous_) throw *ambiguous_;
    watch_.reset();
    std::string message = fmt::format("expected {} within {}", expected_.what, describe_duration(within_.timeout));
    if (!last_.seen.empty()) message += ", but " + last_.seen;
    std::vector<std::string> trail = history_.lines();
    const auto add = [&trail](const std::vector<std::string>& lines) {
      trail.insert(trail.end(), lines.begin(), lines.end());
    };
    if (expected_.target != nullptr)
      add(show_surroundings(page_, *expected_.target));
    else if (expected_.events_only)
      add(show_notices(page_));
    add(tell_load(load_, last_look));
    if (std::string flood = page_.connection().describe_flood(); !flood.empty()) trail.push_back(std::move(flood));
    throw Error(ErrorKind::Assertion, message, std::move(trail));
  }

  PageSession& page_;
  const Expectation& expected_;
  const WaitBudget& within_;
  const std::function<Observation(Deadline by)>& look_;
  std::optional<DomChangeWatcher> watch_;
  Observation last_;
  History history_;
  MachineLoad load_;                // includes the first look, which may be the only one
  std::optional<Error> ambiguous_;  // of the newest look
  Deadline::Clock::time_point ambiguous_since_;
  bool timed_out_ = false;  // with a watch that was armed up to the deadline
};

}  // namespace

void await_condition(PageSession& page, const Expectation& expected, const WaitBudget& within,
                     const std::function<Observation(Deadline by)>& look) {
  ConditionWait(page, expected, within, look).run();
}

}  // namespace casement
