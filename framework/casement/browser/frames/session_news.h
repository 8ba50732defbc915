// Stores reports of sessions about frames, by session and frame: worlds and documents of a frame that is still unknown,
// or still assigned to another session; and the worlds of the frames' own scripts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "casement/browser/frames/frame_set.h"

namespace casement {

class SessionNews final : private FrameEnds {
 public:
  // A committed document, as reported by Page.frameNavigated.
  struct Commit {
    FrameId parent;
    std::string name;
    FrameDocument document;
  };

  // `frames` must outlive this object.
  explicit SessionNews(FrameSet& frames) : FrameEnds(frames) {}

  // The number of stored worlds and documents that arrived too early.
  std::size_t early() const { return worlds_.size() + commits_.size(); }
  void on_early_world(const cdp::SessionId& session, const FrameId& frame, World world) {
    worlds_[{session, frame}] = std::move(world);
  }
  void on_early_commit(const cdp::SessionId& session, const FrameId& frame, Commit commit) {
    commits_[{session, frame}] = std::move(commit);
  }
  // Removes and returns the world that the frame's session reported, if any.
  std::optional<World> take_world(const Frame& frame);
  // Removes and returns a document of the frame, with the reporting session.
  std::optional<std::pair<cdp::SessionId, Commit>> take_commit(const FrameId& frame);
  // A session that reported a world of the frame.
  std::optional<cdp::SessionId> session_with_world(const FrameId& frame) const;

  void on_page_world(const cdp::SessionId& session, const FrameId& frame, std::string unique_id) {
    page_worlds_[{session, frame}] = std::move(unique_id);
  }
  // Null if unknown.
  const std::string* page_world(const Frame& frame) const;

  // Same as in FrameTree.
  void on_bridge_there(const cdp::SessionId& session, int context_id, BridgePart part);
  void on_context_destroyed(const cdp::SessionId& session, const std::string& unique_id);
  void on_contexts_cleared(const cdp::SessionId& session);
  void on_swapped_out(const cdp::SessionId& session, const FrameId& frame);
  void on_session_gone(const cdp::SessionId& session);

 private:
  using Place = std::pair<cdp::SessionId, FrameId>;
  void on_frame_ended(const FrameId& frame) override;

  std::map<Place, World> worlds_;
  std::map<Place, Commit> commits_;
  std::map<Place, std::string> page_worlds_;  // unique ids
};

}  // namespace casement
