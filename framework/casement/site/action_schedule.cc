#include "casement/site/action_schedule.h"

#include <algorithm>
#include <utility>

namespace casement::site {
namespace {

// A page that sends messages all the time could fill the memory with replies that wait.
constexpr std::size_t kMaxPending = 100'000;
// After a longer pause of the machine, missed repetitions are left out.
constexpr std::chrono::seconds kLongestDebt{1};

}  // namespace

bool ActionSchedule::is_later(const Pending& a, const Pending& b) {
  return a.when != b.when ? a.when > b.when : a.order > b.order;
}

void ActionSchedule::push(Pending pending) {
  pending_.push_back(std::move(pending));
  std::ranges::push_heap(pending_, is_later);
}

bool ActionSchedule::add(const std::vector<StreamAction>& actions, std::shared_ptr<const ActionCause> cause, Time now) {
  if (pending_.size() + actions.size() > kMaxPending) return false;
  for (const StreamAction& action : actions) {
    push({{&action, cause}, now + action.delay, order_++, action.times});
  }
  return true;
}

std::optional<ActionSchedule::Due> ActionSchedule::take(Time now) {
  if (pending_.empty() || pending_.front().when > now) return std::nullopt;
  std::ranges::pop_heap(pending_, is_later);
  Pending pending = std::move(pending_.back());
  pending_.pop_back();
  Due due = pending.due;
  const std::chrono::milliseconds every = due.action->every;
  if (every.count() > 0 && pending.left != 1) {
    pending.when = std::max(pending.when + every, now - kLongestDebt);
    pending.order = order_++;
    pending.left = std::max(pending.left - 1, 0);
    push(std::move(pending));
  }
  return due;
}

std::optional<ActionSchedule::Time> ActionSchedule::next() const {
  if (pending_.empty()) return std::nullopt;
  return pending_.front().when;
}

}  // namespace casement::site
