#include "casement/frames/frame_failures.h"

namespace casement {

void FrameFailures::note_read(const std::string& owner_ref) {
  for (FrameFailure& known : failures_) {
    const bool was_slow = known.kind == FrameFailure::TimedOut || known.kind == FrameFailure::Navigating ||
                          known.kind == FrameFailure::NotParsed;
    if (known.owner_ref != owner_ref || !was_slow || known.recovered) continue;
    known.recovered = true;
    known.message += "; it was read later";
  }
}

void FrameFailures::note(const FrameFailure& failure) {
  for (FrameFailure& known : failures_) {
    if (known.kind == failure.kind && known.owner_ref == failure.owner_ref && known.url == failure.url) {
      return;
    }
  }
  failures_.push_back(failure);
}

}  // namespace casement
