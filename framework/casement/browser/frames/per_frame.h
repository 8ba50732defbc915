// What somebody keeps for each frame of a page, or for each document in one. It begins as T{} where it is first asked
// for, and is gone with its frame or document: nothing of one can be taken for another's.
#pragma once

#include <unordered_map>

#include "casement/browser/frames/frame_set.h"

namespace casement {

template <class T>
class PerFrame final : private FrameEnds {
 public:
  // Of frames that outlive it.
  explicit PerFrame(FrameSet& frames) : FrameEnds(frames) {}

  // Stays where it is while others come and go.
  T& operator[](const Frame& frame) { return kept_[frame.id]; }

 private:
  void on_frame_ended(const FrameId& id) override { kept_.erase(id); }

  std::unordered_map<FrameId, T> kept_;
};

// The document is the one with the frame's world; where it has none, what is kept lasts until it has.
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
