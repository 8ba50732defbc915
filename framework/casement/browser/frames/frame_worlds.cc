// The worlds of the frames: which isolated one our scripts run in, and which is the page's own.
#include "casement/browser/frames/frame_tree.h"

#include <utility>

#include "casement/bridge/world_id.h"

namespace casement {

void FrameTree::empty_world(Frame& frame) {
  frame.world.reset();
  for (FrameEnds* one : told_of_ends_) one->on_document_ended(frame.id);
}

void FrameTree::fill_world(Frame& frame, World world) {
  empty_world(frame);
  frame.world = std::move(world);
  frame.world_requested = frame.world_given_up = false;
  ++frame.generation;
  frame.documents.push_back({frame.world->unique_id, frame.last_ref + 1, frame.url});
}

void FrameTree::take_early_world(Frame& frame) {
  const auto early = early_worlds_.find({frame.session, frame.id});
  if (early == early_worlds_.end()) return;
  World world = std::move(early->second);
  early_worlds_.erase(early);
  fill_world(frame, std::move(world));
}

void FrameTree::on_context_created(const cdp::SessionId& session, const Json& context) {
  const Json& about = context.at("auxData");
  const FrameId id = about.value("frameId", FrameId());
  const std::string unique_id = world_id_of(context);
  if (about.value("isDefault", false)) page_worlds_[{session, id}] = unique_id;
  if (context.value("name", std::string()) != world_name_) return;
  ++revision_;
  Frame* frame = lookup(id);
  if (frame != nullptr && frame->session.empty()) frame->session = session;
  if (frame == nullptr || frame->session != session) {
    early_worlds_[{session, id}] = World{unique_id, context.value("id", 0)};
    return;
  }
  if (frame->world && frame->world->unique_id == unique_id) return;
  fill_world(*frame, World{unique_id, context.value("id", 0)});
}

const std::string* FrameTree::page_world(const Frame& frame) const {
  const auto found = page_worlds_.find({frame.session, frame.id});
  return found == page_worlds_.end() ? nullptr : &found->second;
}

void FrameTree::on_bridge_there(const cdp::SessionId& session, int context_id, BridgePart part) {
  for (auto& [place, world] : early_worlds_) {
    if (place.first == session && world.context_id == context_id) world.bridge = part;
  }
  if (const Frame* frame = frame_of_world(session, context_id)) lookup(frame->id)->world->bridge = part;
}

const Frame* FrameTree::frame_of_world(const cdp::SessionId& session, int context_id) const {
  for (const auto& [id, frame] : frames_) {
    if (frame->session == session && frame->world && frame->world->context_id == context_id) {
      return frame.get();
    }
  }
  return nullptr;
}

void FrameTree::on_context_destroyed(const cdp::SessionId& session, const std::string& unique_id) {
  std::erase_if(early_worlds_,
                [&](const auto& entry) { return entry.first.first == session && entry.second.unique_id == unique_id; });
  std::erase_if(page_worlds_,
                [&](const auto& entry) { return entry.first.first == session && entry.second == unique_id; });
  for (auto& [id, frame] : frames_) {
    if (frame->session == session && frame->world && frame->world->unique_id == unique_id) {
      empty_world(*frame);
      ++revision_;
    }
  }
}

void FrameTree::on_contexts_cleared(const cdp::SessionId& session) {
  std::erase_if(page_worlds_, [&](const auto& entry) { return entry.first.first == session; });
  ++revision_;
  std::erase_if(early_worlds_, [&](const auto& entry) { return entry.first.first == session; });
  for (auto& [id, frame] : frames_) {
    if (frame->session == session) empty_world(*frame);
  }
}

std::optional<int> FrameTree::on_bridge_called(const Frame& frame) {
  Frame& called = *lookup(frame.id);
  // The document's address as it is now is what an old ref's error will name.
  if (!called.documents.empty()) called.documents.back().url = called.url;
  if (std::exchange(called.world->bridge_sent, true)) return std::nullopt;
  return called.last_ref;
}

bool FrameTree::on_world_requested(const Frame& frame) {
  return !std::exchange(lookup(frame.id)->world_requested, true);
}

void FrameTree::on_world_given_up(const FrameId& id) {
  if (Frame* frame = lookup(id)) frame->world_given_up = true;
}

}  // namespace casement
