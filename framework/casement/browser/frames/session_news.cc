#include "casement/browser/frames/session_news.h"

#include <algorithm>

namespace casement {

std::optional<World> SessionNews::take_world(const Frame& frame) {
  auto taken = worlds_.extract({frame.session, frame.id});
  return taken ? std::optional(std::move(taken.mapped())) : std::nullopt;
}

std::optional<std::pair<cdp::SessionId, SessionNews::Commit>> SessionNews::take_commit(const FrameId& frame) {
  const auto found = std::ranges::find_if(commits_, [&](const auto& entry) { return entry.first.second == frame; });
  if (found == commits_.end()) return std::nullopt;
  auto taken = commits_.extract(found);
  return std::pair(taken.key().first, std::move(taken.mapped()));
}

std::optional<cdp::SessionId> SessionNews::session_with_world(const FrameId& frame) const {
  const auto found = std::ranges::find_if(worlds_, [&](const auto& entry) { return entry.first.second == frame; });
  return found == worlds_.end() ? std::nullopt : std::optional(found->first.first);
}

const std::string* SessionNews::page_world(const Frame& frame) const {
  const auto found = page_worlds_.find({frame.session, frame.id});
  return found == page_worlds_.end() ? nullptr : &found->second;
}

void SessionNews::on_bridge_there(const cdp::SessionId& session, int context_id, BridgePart part) {
  for (auto& [place, world] : worlds_) {
    if (place.first == session && world.context_id == context_id) world.bridge = part;
  }
}

void SessionNews::on_context_destroyed(const cdp::SessionId& session, const std::string& unique_id) {
  std::erase_if(worlds_,
                [&](const auto& entry) { return entry.first.first == session && entry.second.unique_id == unique_id; });
  std::erase_if(page_worlds_,
                [&](const auto& entry) { return entry.first.first == session && entry.second == unique_id; });
}

void SessionNews::on_contexts_cleared(const cdp::SessionId& session) {
  std::erase_if(worlds_, [&](const auto& entry) { return entry.first.first == session; });
  std::erase_if(page_worlds_, [&](const auto& entry) { return entry.first.first == session; });
}

void SessionNews::on_swapped_out(const cdp::SessionId& session, const FrameId& frame) {
  worlds_.erase({session, frame});
  commits_.erase({session, frame});
}

void SessionNews::on_session_gone(const cdp::SessionId& session) {
  on_contexts_cleared(session);
  std::erase_if(commits_, [&](const auto& entry) { return entry.first.first == session; });
}

void SessionNews::on_frame_ended(const FrameId& frame) {
  std::erase_if(worlds_, [&](const auto& entry) { return entry.first.second == frame; });
  std::erase_if(commits_, [&](const auto& entry) { return entry.first.second == frame; });
}

}  // namespace casement
