#include "casement/input/parked_click_guards.h"

#include <utility>

namespace casement {

cdp::Effects ParkedClickGuards::park(Guards guards) {
  guards_ = std::move(guards);
  parked_at_ = Deadline::Clock::now();
  if (is_watched_) return {};
  return watch();
}

void ParkedClickGuards::on_document_opened(const FrameId& frame) {
  if (!guards_) return;
  std::erase_if(guards_->documents, [&](const GuardedDocument& one) { return one.frame == frame; });
}

// Only one timer runs at a time, whatever the number of presses.
cdp::Effects ParkedClickGuards::watch() {
  is_watched_ = true;
  return {{}, {}, {{Deadline::at(parked_at_ + kKeepAlive), {}, {weak_.get(), &ParkedClickGuards::look}}}};
}

cdp::Effects ParkedClickGuards::look() {
  is_watched_ = false;
  if (!guards_) return {};  // a press has taken the guards over
  if (Deadline::Clock::now() < parked_at_ + kKeepAlive) return watch();
  guards_.reset();
  return take_away_();
}

}  // namespace casement
