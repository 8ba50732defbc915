#include "casement/snapshot/frame_visit.h"

#include <utility>

namespace casement {

FrameFailure frame_failure(FrameFailure::Kind kind, std::string message, const Frame* frame) {
  FrameFailure failure;
  failure.kind = kind;
  failure.message = std::move(message);
  failure.expected = kind == FrameFailure::Detached || kind == FrameFailure::NotLoaded;
  if (frame == nullptr) return failure;
  const PendingNavigation* going = frame->has_committed ? nullptr : frame->navigation.pending();
  failure.url = going != nullptr                                       ? going->url
                : !frame->unreachable_url.empty()                      ? frame->unreachable_url
                : !frame->has_committed && !frame->no_document.empty() ? frame->no_document_url
                : frame->has_committed || frame->owner_src.empty()     ? frame->url
                                                                       : frame->owner_src;
  failure.frame_attribute_name = frame->name;
  return failure;
}

FrameFailure load_failure(const Frame& frame) {
  // Between a navigation's end and Chrome's error page the reason is known as well.
  const std::string& reason = frame.unreachable_url.empty() ? frame.no_document : frame.load_error;
  if (reason.empty()) return frame_failure(FrameFailure::LoadFailed, "could not be loaded", &frame);
  if (!reason.starts_with("net::")) return frame_failure(FrameFailure::LoadFailed, reason, &frame);
  // The two ways in which Chrome names a refusal to be shown here.
  const bool blocked = reason.find("BLOCKED") != std::string::npos;
  return frame_failure(blocked ? FrameFailure::Blocked : FrameFailure::LoadFailed,
                       (blocked ? "refused to be shown here: " : "could not be loaded: ") + reason,
                       &frame);
}

Frame* child_of(FrameTree& frames, const Frame& parent, const FrameOwner& owner) {
  for (const FrameId& id : parent.children) {
    Frame* child = frames.find(id);
    if (child != nullptr && child->owner_ref == owner.ref &&
        child->owner_generation == parent.generation) {
      child->owner_name = owner.name;
      return child;
    }
  }
  return nullptr;
}

}  // namespace casement
