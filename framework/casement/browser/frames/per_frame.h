// Data stored per frame of a page, or per document in a frame. A value begins as T{} on first use, and ends with the
// frame or document, so that values of different frames are never confused.
#pragma once

#include <unordered_map>

#include "casement/browser/frames/frame_set.h"

namespace casement {

template <class T>
class PerFrame final : private FrameEnds {
 public:
  // `frames` must outlive this object.
  explicit PerFrame(FrameSet& frames) : FrameEnds(frames) {}

  // The reference remains valid while entries of other frames are added and removed.
  T& operator[](const Frame& frame) { return kept_[frame.id]; }

 private:
  void on_frame_ended(const FrameId& id) override { kept_.erase(id); }

  std::unordered_map<FrameId, T> kept_;
};

// The frame's world identifies the document. Without a world, the value lasts until the next world begins.
template <class T>
class PerDocument final : private FrameEnds {
 public:
  explicit PerDocument(FrameSet& frames) : FrameEnds(frames) {}

  T& operator[](const Frame& frame) { return kept_[frame.id]; }

 private:
  void on_document_ended(const FrameId& id) override { kept_.erase(id); }

  std::unordered_map<FrameId, T> kept_;
};

}  // namespace casement
