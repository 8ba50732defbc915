#include "casement/browser/frames/frame_set.h"

#include <utility>

namespace casement {

FrameEnds::FrameEnds(FrameSet& frames) : frames_(frames) {
  frames_.told_of_ends_.push_back(this);
}

FrameEnds::~FrameEnds() {
  std::erase(frames_.told_of_ends_, this);
}

FrameSet::FrameSet(FrameId main_frame, const cdp::SessionId& session) : main_id_(std::move(main_frame)) {
  add(main_id_, "", session).ordinal = 0;
}

Frame* FrameSet::lookup(const FrameId& id) const {
  const auto found = frames_.find(id);
  return found == frames_.end() ? nullptr : found->second.get();
}

const Frame* FrameSet::find_ordinal(int ordinal) const {
  for (const auto& [id, frame] : frames_) {
    if (frame->ordinal == ordinal) return frame.get();
  }
  return nullptr;
}

int FrameSet::ensure_ordinal(const Frame& frame) {
  if (frame.ordinal < 0) lookup(frame.id)->ordinal = next_ordinal_++;
  return frame.ordinal;
}

const Frame* FrameSet::root_of(const cdp::SessionId& session) const {
  for (const auto& [id, frame] : frames_) {
    if (frame->session != session) continue;
    const Frame* parent = find(frame->parent);
    if (parent == nullptr || parent->session != session) return frame.get();
  }
  return nullptr;
}

const Frame* FrameSet::frame_of_world(const cdp::SessionId& session, int context_id) const {
  for (const auto& [id, frame] : frames_) {
    if (frame->session == session && frame->world && frame->world->context_id == context_id) return frame.get();
  }
  return nullptr;
}

std::vector<const Frame*> FrameSet::all() const {
  std::vector<const Frame*> found{&main()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const FrameId& child : found[i]->children) {
      if (const Frame* frame = find(child)) found.push_back(frame);
    }
  }
  return found;
}

int FrameSet::depth(const Frame& frame) const {
  int depth = 0;
  for (const Frame* at = &frame; !at->parent.empty(); ++depth) {
    at = find(at->parent);
    if (at == nullptr) break;
  }
  return depth;
}

Frame& FrameSet::add(const FrameId& id, const FrameId& parent, const cdp::SessionId& session) {
  auto frame = std::make_unique<Frame>();
  frame->id = id;
  frame->parent = parent;
  frame->session = session;
  if (Frame* owner = lookup(parent)) owner->children.push_back(id);
  return *(frames_[id] = std::move(frame));
}

void FrameSet::remove(const FrameId& id) {
  Frame* frame = lookup(id);
  if (frame == nullptr) return;
  remove_children(*frame);
  if (Frame* owner = lookup(frame->parent)) {
    std::erase(owner->children, id);
    ++owner->children_removed;
  }
  end_document(*frame);
  for (FrameEnds* one : told_of_ends_) one->on_frame_ended(id);
  frames_.erase(id);
}

void FrameSet::remove_children(Frame& frame) {
  for (const FrameId& child : std::exchange(frame.children, {})) remove(child);
}

void FrameSet::remove_children_in_process(Frame& frame) {
  for (const FrameId& id : std::vector<FrameId>(frame.children)) {
    Frame* child = lookup(id);
    if (child == nullptr) continue;
    if (child->session.empty() || child->session == frame.session)
      remove(id);
    else
      child->parent_replaced = true;
  }
}

void FrameSet::end_document(Frame& frame) {
  frame.world.reset();
  for (FrameEnds* one : told_of_ends_) one->on_document_ended(frame.id);
}

}  // namespace casement
