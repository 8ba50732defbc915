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

namespace casement {
namespace {

constexpr std::chrono::seconds kFirstLook{2};

// What was seen, and since when; the newest few.
class History {
 public:
  void add(const std::string& seen) {
    if (!entries_.empty() && entries_.back().seen == seen) return;
    entries_.push_back({Deadline::Clock::now() - began_, seen});
    if (entries_.size() > kKept) entries_.erase(entries_.begin());
  }
  // Nothing where the same was seen all the time.
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

}  // namespace

void await_condition(PageSession& page, const Expectation& expected, const WaitBudget& within,
                     const std::function<Observation(Deadline by)>& look) {
  const Deadline deadline = within.deadline;
  std::optional<DomChangeWatcher> watch;
  // The first look goes without messages for a later one: mostly it suffices. What a question is
  // compared with comes with the look itself.
  if (!expected.question.is_null()) watch.emplace(page, expected.question);
  if (expected.events_only) watch.emplace(page, WatchFor::Events);
  Observation last;
  History history;
  const MachineLoad load;         // of the first look, too: it may be all that there was time for
  bool timed_out_before = false;  // with a watch that was armed all the time, up to the deadline
  for (Deadline by = Deadline::at(std::max(deadline.when(), Deadline::in(kFirstLook).when()));; by = deadline) {
    if (watch) watch->arm();
    try {
      const RegexDeadline searches(by);
      last = look(by);
      if (last.holds) return;
    } catch (const Error& error) {
      const bool came_too_late = error.kind() == ErrorKind::Timeout && by.expired();
      if ((!cdp::means_gone(error) && !came_too_late) || page.closed()) throw;
      if (last.seen.empty() || !came_too_late) last.seen = error.message();
    }
    history.add(last.seen);
    require_alive(page);
    if (deadline.expired()) break;
    const bool is_of_target = expected.target != nullptr && !expected.wants_none;
    if (!close_overlays(page, is_of_target ? expected.target->text() : "", deadline).empty()) continue;
    if (!watch) {
      watch.emplace(page);
      continue;
    }
    timed_out_before =
        !watch->wait(expected.patience.count() > 0 ? deadline.at_most(expected.patience) : deadline, expected.happened);
    if (deadline.expired()) break;
  }
  const auto began_last_look = Deadline::Clock::now();
  if (within.timeout > kFirstLook || timed_out_before) {
    const LastLook seen = look_once_more(page, expected, timed_out_before ? &*watch : nullptr, look);
    if (seen.holds) return;
    if (seen.silence.empty())
      last.seen = seen.seen;
    else if (last.seen.empty())
      last.seen = seen.silence;
    history.add(last.seen);
  }
  const auto last_look = Deadline::Clock::now() - began_last_look;
  watch.reset();
  std::string message = fmt::format("expected {} within {}", expected.what, describe_duration(within.timeout));
  if (!last.seen.empty()) message += ", but " + last.seen;
  std::vector<std::string> trail = history.lines();
  if (expected.target != nullptr) {
    const std::vector<std::string> surroundings = show_surroundings(page, *expected.target);
    trail.insert(trail.end(), surroundings.begin(), surroundings.end());
  }
  const std::vector<std::string> busy = tell_load(load, last_look);
  trail.insert(trail.end(), busy.begin(), busy.end());
  if (std::string flood = page.connection().describe_flood(); !flood.empty()) trail.push_back(std::move(flood));
  throw Error(ErrorKind::Assertion, message, std::move(trail));
}

}  // namespace casement
