// Owns the frames of a page, by frame id: their tree, order, and the ordinals by which users refer to frames. All code
// reads frames as const; only FrameTree, which handles the events, adds, changes and removes frames.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "casement/browser/frames/frame.h"

namespace casement {

class FrameSet;

// Base class for objects that are notified when a frame or document ends, see PerFrame and PerDocument.
class FrameEnds {
 protected:
  explicit FrameEnds(FrameSet& frames);
  ~FrameEnds();
  FrameEnds(const FrameEnds&) = delete;
  FrameEnds& operator=(const FrameEnds&) = delete;

 private:
  friend class FrameSet;
  virtual void on_frame_ended(const FrameId&) {}
  // The document's world is gone or was replaced.
  virtual void on_document_ended(const FrameId&) {}

  FrameSet& frames_;
};

class FrameSet {
 public:
  FrameSet(const FrameSet&) = delete;
  FrameSet& operator=(const FrameSet&) = delete;

  const Frame& main() const { return *frames_.at(main_id_); }
  const Frame* find(const FrameId& id) const { return lookup(id); }
  // The frame with the ordinal of a ref, or null. Then `knew_ordinal` is true for a removed frame.
  const Frame* find_ordinal(int ordinal) const;
  bool knew_ordinal(int ordinal) const { return ordinal >= 0 && ordinal < next_ordinal_; }
  // Assigns an ordinal if the frame has none.
  int ensure_ordinal(const Frame& frame);
  // Reserves an ordinal for a frame that was removed before it got one; no other frame gets the ordinal.
  int reserve_ordinal() { return next_ordinal_++; }
  // The topmost frame in the session's process; null for an unknown session.
  const Frame* root_of(const cdp::SessionId& session) const;
  // The frame that currently has this world; null if none does.
  const Frame* frame_of_world(const cdp::SessionId& session, int context_id) const;
  // All frames, parents before children, siblings in order of attachment.
  std::vector<const Frame*> all() const;
  int depth(const Frame& frame) const;

 protected:
  FrameSet(FrameId main_frame, const cdp::SessionId& session);
  ~FrameSet() = default;

  // Mutable access to one frame or to all frames, in any order.
  Frame* lookup(const FrameId& id) const;
  const std::unordered_map<FrameId, std::unique_ptr<Frame>>& by_id() const { return frames_; }

  // Precondition: no frame has this id.
  Frame& add(const FrameId& id, const FrameId& parent, const cdp::SessionId& session);
  // Removes the frames below this frame first.
  void remove(const FrameId& id);
  void remove_children(Frame& frame);
  // Removes the children in the frame's own process; other processes report their own frames.
  void remove_children_in_process(Frame& frame);
  void end_document(Frame& frame);

 private:
  friend class FrameEnds;

  FrameId main_id_;
  std::unordered_map<FrameId, std::unique_ptr<Frame>> frames_;
  int next_ordinal_ = 1;
  std::vector<FrameEnds*> told_of_ends_;
};

}  // namespace casement
