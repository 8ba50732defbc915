// Keeps the frames of one page up to date. Each on_… takes one protocol event, or what a query of the documents has
// brought to light, and changes state; none waits or sends. A frame keeps its identity over a process swap; its
// session, world and children do not survive it.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "casement/browser/events/event_table.h"
#include "casement/browser/frames/frame_set.h"
#include "casement/browser/frames/navigation_log.h"
#include "casement/browser/frames/session_news.h"

namespace casement {

// The world's name in every document, but for those of an application.
inline constexpr const char* kWorldName = "casement";

class FrameTree : public FrameSet {
 public:
  FrameTree(FrameId main_frame, const cdp::SessionId& session, std::string world_name = kWorldName);

  // Of Casement's world in each document.
  const std::string& world_name() const { return world_name_; }
  // The unique id of the world in which the frame's own scripts run, or null: a document without
  // scripts may have none yet.
  const std::string* page_world(const Frame& frame) const { return news_.page_world(frame); }
  // How many frames, and things said of frames to come, are kept.
  std::size_t kept() const { return by_id().size() + news_.early(); }
  // Changes with every event that could matter to someone who waits for frames.
  std::uint64_t revision() const { return revision_; }

  // Enters the events that only frames need; NavigationNews enters those of navigations, which the network's log needs
  // too.
  void register_events(EventTable& events);

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
  bool on_world_requested(const Frame& frame) { return !std::exchange(lookup(frame.id)->world_requested, true); }
  // A whole deadline was spent on waiting for a world, and none came.
  void on_world_given_up(const FrameId& id);

 private:
  // Returns the frame, which is in this session from now on; adds the frame if it is new.
  Frame& move_to_session(const FrameId& id, const FrameId& parent, const cdp::SessionId& session);
  void commit(const cdp::SessionId& session, const FrameId& id, SessionNews::Commit committed);
  void begin_document(Frame& frame, World world);
  bool was_removed(const FrameId& id) const { return std::ranges::find(removed_, id) != removed_.end(); }

  std::string world_name_;
  SessionNews news_{*this};
  std::deque<FrameId> removed_;  // the newest
  std::uint64_t revision_ = 0;
};

}  // namespace casement
