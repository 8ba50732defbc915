// Owns the frames of one page, keyed by frame id: their tree, its order, and the ordinals by which users know frames.
// Everybody reads frames as const; only FrameTree, which takes the events, adds, changes and removes them.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "casement/browser/frames/frame.h"

namespace casement {

class FrameSet;

// Who is told when a frame or its document ends: what is kept for them ends too (PerFrame, PerDocument).
class FrameEnds {
 protected:
  explicit FrameEnds(FrameSet& frames);
  ~FrameEnds();
  FrameEnds(const FrameEnds&) = delete;
  FrameEnds& operator=(const FrameEnds&) = delete;

 private:
  friend class FrameSet;
  virtual void on_frame_ended(const FrameId&) {}
  // Its world has gone, or has been followed by another.
  virtual void on_document_ended(const FrameId&) {}

  FrameSet& frames_;
};

class FrameSet {
 public:
  FrameSet(const FrameSet&) = delete;
  FrameSet& operator=(const FrameSet&) = delete;

  const Frame& main() const { return *frames_.at(main_id_); }
  const Frame* find(const FrameId& id) const { return lookup(id); }
  // The frame a ref's ordinal names, or null: `knew_ordinal` tells a removed one from none ever.
  const Frame* find_ordinal(int ordinal) const;
  bool knew_ordinal(int ordinal) const { return ordinal >= 0 && ordinal < next_ordinal_; }
  // Gives the frame an ordinal if it has none.
  int ensure_ordinal(const Frame& frame);
  // An ordinal that no frame will ever have: for one that was removed before it could get its own.
  int reserve_ordinal() { return next_ordinal_++; }
  // The frame whose process a session is, the topmost of its frames; null for an unknown session.
  const Frame* root_of(const cdp::SessionId& session) const;
  // Whose world that is now; null where none has it.
  const Frame* frame_of_world(const cdp::SessionId& session, int context_id) const;
  // All frames, parents before children, siblings in order of attachment.
  std::vector<const Frame*> all() const;
  int depth(const Frame& frame) const;

 protected:
  FrameSet(FrameId main_frame, const cdp::SessionId& session);
  ~FrameSet() = default;

  // One frame, or each in any order, to change it.
  Frame* lookup(const FrameId& id) const;
  const std::unordered_map<FrameId, std::unique_ptr<Frame>>& by_id() const { return frames_; }

  // Precondition: there is no frame with this id.
  Frame& add(const FrameId& id, const FrameId& parent, const cdp::SessionId& session);
  // Removes the frames below it first.
  void remove(const FrameId& id);
  void remove_children(Frame& frame);
  // Those that the frame's own process had; the others' processes will say so themselves.
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
