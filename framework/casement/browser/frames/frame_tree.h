// The frames of one page, keyed by frame id. Each on_… takes one protocol event, or what a query of the
// documents has brought to light, and changes state; none waits or sends. Whoever reads sees frames as
// const. A frame keeps its identity over a process swap; its session, world and children do not survive it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "casement/browser/frames/frame.h"
#include "casement/browser/frames/navigation_log.h"

namespace casement {

// The world's name in every document, but for those of an application.
inline constexpr const char* kWorldName = "casement";

class FrameTree;

// Who is told when a frame or its document ends: what is kept for them ends too (PerFrame, PerDocument).
class FrameEnds {
 protected:
  explicit FrameEnds(FrameTree& frames);
  ~FrameEnds();
  FrameEnds(const FrameEnds&) = delete;
  FrameEnds& operator=(const FrameEnds&) = delete;

 private:
  friend class FrameTree;
  virtual void on_frame_ended(const FrameId&) {}
  // Its world has gone, or has been followed by another.
  virtual void on_document_ended(const FrameId&) {}

  FrameTree& frames_;
};

class FrameTree {
 public:
  FrameTree(FrameId main_frame, cdp::SessionId session, std::string world_name = kWorldName);
  FrameTree(const FrameTree&) = delete;
  FrameTree& operator=(const FrameTree&) = delete;

  // Of Casement's world in each document.
  const std::string& world_name() const { return world_name_; }
  const Frame& main() const { return *frames_.at(main_id_); }
  const Frame* find(const FrameId& id) const;
  // The frame a ref's ordinal names, or null: `knew_ordinal` tells a removed one from none ever.
  const Frame* find_ordinal(int ordinal) const;
  bool knew_ordinal(int ordinal) const { return ordinal >= 0 && ordinal < next_ordinal_; }
  // The unique id of the world in which the frame's own scripts run, or null: a document without
  // scripts may have none yet.
  const std::string* page_world(const Frame& frame) const;
  // Gives the frame an ordinal if it has none.
  int ensure_ordinal(const Frame& frame);
  // An ordinal that no frame will ever have: for one that was removed before it could get its own.
  int reserve_ordinal() { return next_ordinal_++; }
  // The frame whose process a session is, the topmost of its frames; null for an unknown session.
  const Frame* root_of(const cdp::SessionId& session) const;
  // All frames, parents before children, siblings in order of attachment.
  std::vector<const Frame*> all() const;
  int depth(const Frame& frame) const;
  // How many frames, and things said of frames to come, are kept.
  std::size_t kept() const { return frames_.size() + early_worlds_.size() + early_commits_.size(); }

  // Changes with every event that could matter to someone who waits for frames.
  std::uint64_t revision() const { return revision_; }

  // Page.frameAttached; for a known id: the frame has come back into this session's process.
  void on_attached(const cdp::SessionId& session, const FrameId& id, const FrameId& parent);
  // Page.frameDetached with reason remove; a swap is no removal.
  void on_removed(const cdp::SessionId& session, const FrameId& id);
  // Page.frameDetached with reason swap, from the process that the frame leaves.
  void on_swapped_out(const cdp::SessionId& session, const FrameId& id);
  // Target.attachedToTarget of type iframe.
  void on_became_remote(const FrameId& id, const FrameId& parent, const cdp::SessionId& session);
  // Target.detachedFromTarget, Inspector.targetCrashed.
  void on_session_gone(const cdp::SessionId& session);
  void on_crashed(const cdp::SessionId& session);
  // Page.frameRequestedNavigation for the frame itself: said by its document, before the answer to what
  // made it do so. Page.frameStartedNavigating follows, unless the page refuses to be left.
  void on_navigation_requested(const FrameId& id);
  // Its dialog at being left was declined; which frame has asked for the navigation is not told.
  void on_leaving_refused();
  // Page.frameStartedNavigating for another document.
  void on_navigation_started(const FrameId& id, std::string url, std::string loader_id);
  // The frame has nothing under way any more. Where its navigation has not committed by then, `why`
  // is what is known of the reason: a download, an answer without content; "" for nothing. `status` is
  // of the HTTP response, 0 for none.
  void on_stopped_loading(const FrameId& id, std::string why = "", int status = 0);
  // Page.downloadWillBegin, which may come after the frame has stopped loading.
  void on_download(const FrameId& id, std::string url);
  // Page.frameNavigated's `frame`; the rest is what Network said of its loader, if anything.
  void on_navigated(const cdp::SessionId& session, const Json& frame, std::string load_error, int status = 0);
  void on_navigated_within(const FrameId& id, const std::string& url);
  // Page.documentOpened: the document was written anew by a script, and has the script's address.
  void on_document_opened(const FrameId& id, const std::string& url);
  // Page.lifecycleEvent.
  void on_lifecycle(const FrameId& id, const std::string& loader_id, const std::string& name);
  // Network.requestWillBeSent of what blocks rendering, and the end of any request; `failure` is "" if it was whole.
  void on_blocking_request(const FrameId& id, const std::string& loader_id, std::string request_id, std::string url);
  void on_request_ended(const std::string& request_id, const std::string& failure);
  // Page.getFrameTree's `frameTree`, when a session begins: adds what events told nobody about.
  // `response_of` knows what Network said of a loader, null for nothing.
  using ResponseOf = std::function<const DocumentResponse*(const std::string& loader_id)>;
  void on_frame_tree(const cdp::SessionId& session, const Json& frame_tree, const ResponseOf& response_of);
  // Runtime.executionContextCreated's `context` and its two ends.
  void on_context_created(const cdp::SessionId& session, const Json& context);
  // The document of this context, which has been told of, has this much of the bridge.
  void on_bridge_there(const cdp::SessionId& session, int context_id, BridgePart part);
  // Whose world that is now; null where none has it.
  const Frame* frame_of_world(const cdp::SessionId& session, int context_id) const;
  void on_context_destroyed(const cdp::SessionId& session, const std::string& unique_id);
  void on_contexts_cleared(const cdp::SessionId& session);

  // What no event tells, and only questions to the documents do. Of a frame that has been removed nothing is kept.

  // The element with this local ref holds the frame, in its parent's document of this generation. False where that
  // is another by now.
  bool on_owner_found(const FrameId& id, std::uint64_t parent_generation, int ref);
  // Its document has given local refs up to this one.
  void on_refs_given(const FrameId& id, int highest);
  // Its world is sent a call of the bridge. → where it is the first, the local ref after which its document goes on.
  std::optional<int> on_bridge_called(const Frame& frame);
  // Its document made no world by itself, and one is to be asked for. False where that was done already.
  bool on_world_requested(const Frame& frame);
  // A whole deadline was spent on waiting for a world, and none came.
  void on_world_given_up(const FrameId& id);

 private:
  friend class FrameEnds;
  using Place = std::pair<cdp::SessionId, FrameId>;
  // What Page.frameNavigated says of a document that has committed.
  struct Commit {
    FrameId parent;
    std::string url, name, origin, loader_id, unreachable_url, load_error;
    std::optional<std::string> registered_domain;
    int status = 0;
  };
  void commit(const cdp::SessionId& session, const FrameId& id, Commit committed);

  Frame* lookup(const FrameId& id);  // to change it
  Frame& add(const FrameId& id, const FrameId& parent, const cdp::SessionId& session);
  void remove_with_children(const FrameId& id);
  bool was_removed(const FrameId& id) const;
  void remove_children(Frame& frame);
  // Those that the frame's own process had; the others' processes will say so themselves.
  void remove_children_in_process(Frame& frame);
  void move_to_session(Frame& frame, const cdp::SessionId& session);
  void fill_world(Frame& frame, World world);
  void empty_world(Frame& frame);
  void take_early_world(Frame& frame);
  void apply_early_commit(Frame& frame);
  void forget_early(const std::function<bool(const Place&)>& which);

  std::string world_name_;
  FrameId main_id_;
  std::unordered_map<FrameId, std::unique_ptr<Frame>> frames_;
  // What a session tells of a frame that is not known, or is still known in another session.
  std::map<Place, World> early_worlds_;
  std::map<Place, Commit> early_commits_;
  std::deque<FrameId> removed_;               // the newest
  std::map<Place, std::string> page_worlds_;  // unique ids
  int next_ordinal_ = 1;
  std::uint64_t revision_ = 0;
  std::vector<FrameEnds*> told_of_ends_;
};

}  // namespace casement
