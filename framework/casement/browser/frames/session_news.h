// Keeps what sessions report of frames, by session and frame: worlds and documents of a frame that is not known yet, or
// is still known in another session; and the worlds in which the frames' own scripts run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "casement/browser/frames/frame_set.h"

namespace casement {

class SessionNews final : private FrameEnds {
 public:
  // What Page.frameNavigated says of a document that has committed.
  struct Commit {
    FrameId parent;
    std::string name;
    FrameDocument document;
  };

  // Of frames that outlive it.
  explicit SessionNews(FrameSet& frames) : FrameEnds(frames) {}

  // How many worlds and documents came too early, and are kept.
  std::size_t early() const { return worlds_.size() + commits_.size(); }
  void on_early_world(const cdp::SessionId& session, const FrameId& frame, World world) {
    worlds_[{session, frame}] = std::move(world);
  }
  void on_early_commit(const cdp::SessionId& session, const FrameId& frame, Commit commit) {
    commits_[{session, frame}] = std::move(commit);
  }
  // Takes out the world that the frame's session has told of, if any.
  std::optional<World> take_world(const Frame& frame);
  // Takes out a document of the frame, with the session that has told of it.
  std::optional<std::pair<cdp::SessionId, Commit>> take_commit(const FrameId& frame);
  // A session that has told of a world of the frame.
  std::optional<cdp::SessionId> session_with_world(const FrameId& frame) const;

  void on_page_world(const cdp::SessionId& session, const FrameId& frame, std::string unique_id) {
    page_worlds_[{session, frame}] = std::move(unique_id);
  }
  // Null where there is none.
  const std::string* page_world(const Frame& frame) const;

  // As in FrameTree.
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
