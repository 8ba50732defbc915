// Tracks the frames of a page. Each on_… function handles one protocol event, or the result of a query to documents,
// and changes state; no function waits or sends. A frame has the same identity after a process swap, but loses session,
// world and children.
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

// The default name of Casement's world; documents of an application use another name.
inline constexpr const char* kWorldName = "casement";

class FrameTree : public FrameSet {
 public:
  FrameTree(FrameId main_frame, const cdp::SessionId& session, std::string world_name = kWorldName);

  // The name of Casement's world in each document.
  const std::string& world_name() const { return world_name_; }
  // The unique id of the world of the frame's own scripts, or null: a document without scripts may not have such a
  // world yet.
  const std::string* page_world(const Frame& frame) const { return news_.page_world(frame); }
  // The number of stored frames and of early reports about future frames.
  std::size_t kept() const { return by_id().size() + news_.early(); }
  // Changes with every event that may matter to code that waits for frames.
  std::uint64_t revision() const { return revision_; }

  // Registers the events that only frames need. NavigationNews registers the events of navigations, which the network
  // log needs too.
  void register_events(EventTable& events);

  // Page.frameAttached; a known frame has returned to this session's process.
  void on_attached(const cdp::SessionId& session, const FrameId& id, const FrameId& parent);
  // Page.frameDetached with reason remove, not swap.
  void on_removed(const cdp::SessionId& session, const FrameId& id);
  // Page.frameDetached with reason swap, from the process that the frame leaves.
  void on_swapped_out(const cdp::SessionId& session, const FrameId& id);
  // Target.attachedToTarget of type iframe.
  void on_became_remote(const FrameId& id, const FrameId& parent, const cdp::SessionId& session);
  // Target.detachedFromTarget, Inspector.targetCrashed.
  void on_session_gone(const cdp::SessionId& session);
  void on_crashed(const cdp::SessionId& session);
  // Page.frameRequestedNavigation for the frame itself: the document sends it before answering the command that caused
  // the navigation. Page.frameStartedNavigating follows, unless the page refuses to be left.
  void on_navigation_requested(const FrameId& id);
  // A beforeunload dialog was declined; Chrome does not report the frame that requested the navigation.
  void on_leaving_refused();
  // Page.frameStartedNavigating for another document.
  void on_navigation_started(const FrameId& id, std::string url, std::string loader_id);
  // The frame has no pending navigation any more. If the navigation did not commit, `why` is the known reason: a
  // download or an empty response; "" if unknown. `status` is the HTTP status, 0 for none.
  void on_stopped_loading(const FrameId& id, std::string why = "", int status = 0);
  // Page.downloadWillBegin, possibly after the frame stopped loading.
  void on_download(const FrameId& id, std::string url);
  // Page.frameNavigated's `frame`; error and status come from the Network events of the loader, if any.
  void on_navigated(const cdp::SessionId& session, const Json& frame, std::string load_error, int status = 0);
  void on_navigated_within(const FrameId& id, const std::string& url);
  // Page.documentOpened: a script has rewritten the document, which now has the script's address.
  void on_document_opened(const FrameId& id, const std::string& url);
  // Page.lifecycleEvent.
  void on_lifecycle(const FrameId& id, const std::string& loader_id, const std::string& name);
  // Network.requestWillBeSent for resources that block rendering, and the end of any request; `failure` is "" on
  // success.
  void on_blocking_request(const FrameId& id, const std::string& loader_id, std::string request_id, std::string url);
  void on_request_ended(const std::string& request_id, const std::string& failure);
  // Page.getFrameTree's `frameTree`, when a session begins: adds the frames that no event reported. `response_of`
  // returns the network response of a loader, or null.
  using ResponseOf = std::function<const DocumentResponse*(const std::string& loader_id)>;
  void on_frame_tree(const cdp::SessionId& session, const Json& frame_tree, const ResponseOf& response_of);
  // Runtime.executionContextCreated's `context`; below, the events that end contexts.
  void on_context_created(const cdp::SessionId& session, const Json& context);
  // The document of this known context has this part of the bridge.
  void on_bridge_there(const cdp::SessionId& session, int context_id, BridgePart part);
  void on_context_destroyed(const cdp::SessionId& session, const std::string& unique_id);
  void on_contexts_cleared(const cdp::SessionId& session);

  // Results of queries to documents, which no event reports. Results for removed frames are dropped.

  // The element with this local ref, in the parent's document of this generation, contains the frame. False if the
  // parent has another document by now.
  bool on_owner_found(const FrameId& id, std::uint64_t parent_generation, int ref);
  // The document has assigned local refs up to this number.
  void on_refs_given(const FrameId& id, int highest);
  // The world gets a bridge call. → for the first call: the last local ref, after which the document continues.
  std::optional<int> on_bridge_called(const Frame& frame);
  // The document created no world, so the caller requests one. False if the request was already sent.
  bool on_world_requested(const Frame& frame) { return !std::exchange(lookup(frame.id)->world_requested, true); }
  // A whole deadline passed without a world.
  void on_world_given_up(const FrameId& id);

 private:
  // Moves the frame to this session; adds the frame if it is new.
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
