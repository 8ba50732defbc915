#include "casement/page/standing_guards.h"

#include <utility>

namespace casement {

cdp::Effects StandingGuards::leave(Guards guards) {
  state_->guards = std::move(guards);
  state_->left = Deadline::Clock::now();
  if (state_->is_watched) return {};
  return watch(state_);
}

void StandingGuards::on_document_opened(const FrameId& frame) {
  if (!state_->guards) return;
  std::erase_if(state_->guards->documents,
                [&](const GuardedDocument& one) { return one.frame == frame; });
}

// One look at a time, whatever the number of presses.
cdp::Effects StandingGuards::watch(const std::shared_ptr<State>& state) {
  state->is_watched = true;
  const Deadline end = Deadline::at(state->left + kRest);
  const auto look = [weak = std::weak_ptr(state)] {
    const std::shared_ptr<State> known = weak.lock();
    if (known == nullptr) return cdp::Effects{};
    known->is_watched = false;
    if (!known->guards) return cdp::Effects{};  // a press has them, and looks after them
    if (Deadline::Clock::now() < known->left + kRest) return watch(known);
    known->guards.reset();
    return known->take_away();
  };
  return {{}, {}, {{end, {}, look}}};
}

}  // namespace casement
