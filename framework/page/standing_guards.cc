#include "casement/page/standing_guards.h"

#include <utility>

namespace casement {

cdp::Effects StandingGuards::leave(Guards guards) {
  guards_ = std::move(guards);
  left_ = Deadline::Clock::now();
  if (is_watched_) return {};
  return watch();
}

void StandingGuards::on_document_opened(const FrameId& frame) {
  if (!guards_) return;
  std::erase_if(guards_->documents, [&](const GuardedDocument& one) { return one.frame == frame; });
}

// One look at a time, whatever the number of presses.
cdp::Effects StandingGuards::watch() {
  is_watched_ = true;
  return {{}, {}, {{Deadline::at(left_ + kRest), {}, {weak_.get(), &StandingGuards::look}}}};
}

cdp::Effects StandingGuards::look() {
  is_watched_ = false;
  if (!guards_) return {};  // a press has them, and looks after them
  if (Deadline::Clock::now() < left_ + kRest) return watch();
  guards_.reset();
  return take_away_();
}

}  // namespace casement
