#include "casement/browser/frames/frame_tree.h"

#include <nlohmann/json.hpp>

#include "casement/bridge/world_id.h"

namespace casement {
namespace {

// The number of removed frames to remember, because late events may still mention them.
constexpr std::size_t kRemovedKept = 256;

}  // namespace

FrameTree::FrameTree(FrameId main_frame, const cdp::SessionId& session, std::string world_name)
    : FrameSet(std::move(main_frame), session), world_name_(std::move(world_name)) {}

void FrameTree::register_events(EventTable& events) {
  events.on("Page.lifecycleEvent", [this](const cdp::Event& event) {
    on_lifecycle(frame_id_of(event), event.params.value("loaderId", ""), event.params.value("name", ""));
  });
  events.on("Page.frameAttached", [this](const cdp::Event& event) {
    on_attached(event.session, frame_id_of(event), event.params.value("parentFrameId", ""));
  });
  events.on("Page.frameDetached", [this](const cdp::Event& event) {
    // A swap precedes or follows the attachment of the frame's session in the new process.
    if (event.params.value("reason", "") == "swap")
      on_swapped_out(event.session, frame_id_of(event));
    else
      on_removed(event.session, frame_id_of(event));
  });
  // The only event for a crashed frame that is removed while it moves into the parent's process.
  events.on("Page.frameSubtreeWillBeDetached",
            [this](const cdp::Event& event) { on_removed(event.session, frame_id_of(event)); });
  events.on("Page.documentOpened", [this](const cdp::Event& event) {
    const Json& frame = event.params.at("frame");
    on_document_opened(frame.value("id", ""), frame.value("url", ""));
  });
  events.on("Runtime.executionContextCreated",
            [this](const cdp::Event& event) { on_context_created(event.session, event.params.at("context")); });
  events.on("Runtime.executionContextDestroyed",
            [this](const cdp::Event& event) { on_context_destroyed(event.session, ended_world_id(event.params)); });
  events.on("Runtime.executionContextsCleared",
            [this](const cdp::Event& event) { on_contexts_cleared(event.session); });
}

void FrameTree::begin_document(Frame& frame, World world) {
  end_document(frame);
  frame.world = std::move(world);
  frame.world_requested = frame.world_given_up = false;
  ++frame.generation;
  frame.documents.push_back({frame.world->unique_id, frame.last_ref + 1, frame.url});
}

Frame& FrameTree::move_to_session(const FrameId& id, const FrameId& parent, const cdp::SessionId& session) {
  Frame* frame = lookup(id);
  if (frame == nullptr) {
    frame = &add(id, parent, session);
  } else if (frame->session != session) {
    frame->session = session;
    frame->crashed = frame->world_given_up = false;
    end_document(*frame);
    remove_children(*frame);
  } else {
    return *frame;
  }
  if (std::optional<World> early = news_.take_world(*frame)) begin_document(*frame, std::move(*early));
  return *frame;
}

void FrameTree::on_attached(const cdp::SessionId& session, const FrameId& id, const FrameId& parent) {
  ++revision_;
  std::erase(removed_, id);
  move_to_session(id, parent, session);
}

void FrameTree::on_removed(const cdp::SessionId& session, const FrameId& id) {
  ++revision_;
  const Frame* frame = find(id);
  if (frame == nullptr || frame == &main()) return;
  // A session whose process the frame has left may still report the end of the frame there. Only the parent's process
  // and the frame's own process know about a removal.
  const Frame* owner = find(frame->parent);
  if (frame->session == session || (owner != nullptr && owner->session == session)) {
    remove(id);
    removed_.push_back(id);
    if (removed_.size() > kRemovedKept) removed_.pop_front();
  }
}

void FrameTree::on_became_remote(const FrameId& id, const FrameId& parent, const cdp::SessionId& session) {
  // A process for a frame may appear after the frame's end.
  if (was_removed(id)) return;
  ++revision_;
  move_to_session(id, parent, session);
}

void FrameTree::on_session_gone(const cdp::SessionId& session) {
  ++revision_;
  std::vector<FrameId> ids;
  for (const Frame* frame : all()) ids.push_back(frame->id);
  for (const FrameId& id : ids) {
    Frame* frame = lookup(id);  // removing a frame may have removed others
    if (frame == nullptr || frame->session != session) continue;
    if (frame->parent_replaced) {
      remove(id);
      continue;
    }
    frame->session.clear();
    end_document(*frame);
    // The frame has left this process; the new process may have reported the frame earlier.
    if (auto early = news_.take_commit(id))
      commit(early->first, id, std::move(early->second));
    else if (const std::optional<cdp::SessionId> other = news_.session_with_world(id))
      move_to_session(id, frame->parent, *other);
  }
  news_.on_session_gone(session);
}

void FrameTree::on_swapped_out(const cdp::SessionId& session, const FrameId& id) {
  ++revision_;
  news_.on_swapped_out(session, id);
}

void FrameTree::on_crashed(const cdp::SessionId& session) {
  ++revision_;
  for (auto& [id, frame] : by_id()) {
    if (frame->session != session) continue;
    frame->crashed = true;
    frame->navigation.on_ended();
    end_document(*frame);
  }
}

void FrameTree::on_navigation_requested(const FrameId& id) {
  if (Frame* frame = lookup(id)) frame->navigation.on_asked(Deadline::Clock::now());
}

void FrameTree::on_leaving_refused() {
  for (auto& [id, frame] : by_id()) frame->navigation.on_refused();
}

void FrameTree::on_navigation_started(const FrameId& id, std::string url, std::string loader_id) {
  ++revision_;
  if (Frame* frame = lookup(id)) {
    frame->navigation.on_begun(std::move(url), std::move(loader_id), Deadline::Clock::now());
    frame->no_document.clear();
    frame->world_given_up = false;
  }
}

void FrameTree::on_stopped_loading(const FrameId& id, std::string why, int status) {
  ++revision_;
  Frame* frame = lookup(id);
  if (frame == nullptr) return;
  std::optional<PendingNavigation> stopped = frame->navigation.on_stopped();
  if (!stopped) return;
  frame->no_document = std::move(why);
  frame->no_document_url = std::move(stopped->url);
  frame->no_document_status = status;
}

void FrameTree::on_download(const FrameId& id, std::string url) {
  ++revision_;
  if (Frame* frame = lookup(id)) {
    frame->navigation.on_ended();
    frame->no_document = "its answer was a download";
    frame->no_document_url = std::move(url);
  }
}

void FrameTree::on_document_opened(const FrameId& id, const std::string& url) {
  ++revision_;
  if (Frame* frame = lookup(id)) frame->on_document_opened(url);
}

void FrameTree::on_navigated(const cdp::SessionId& session, const Json& frame_json, std::string load_error,
                             int status) {
  ++revision_;
  commit(session, frame_json.value("id", ""),
         {frame_json.value("parentId", ""), frame_json.value("name", ""),
          document_of(frame_json, std::move(load_error), status)});
}

void FrameTree::commit(const cdp::SessionId& session, const FrameId& id, SessionNews::Commit committed) {
  const Frame* known = find(id);
  if (known == nullptr && was_removed(id)) return;
  if (known != nullptr && known->session != session && !known->session.empty()) {
    // A commit from another process is either outdated, and the swap follows; or the commit precedes the end of the
    // process that the frame has left. A frame between two processes has arrived.
    news_.on_early_commit(session, id, std::move(committed));
    return;
  }
  Frame& frame = move_to_session(id, committed.parent, session);
  remove_children_in_process(frame);
  frame.on_committed(std::move(committed.name), std::move(committed.document));
}

void FrameTree::on_navigated_within(const FrameId& id, const std::string& url) {
  ++revision_;
  if (Frame* frame = lookup(id)) {
    frame->url = url;
    // Chrome may announce a same-document navigation like any other navigation; it ends here.
    frame->navigation.on_stopped();
  }
}

void FrameTree::on_frame_tree(const cdp::SessionId& session, const Json& frame_tree, const ResponseOf& response_of) {
  ++revision_;
  const Json& json = frame_tree.at("frame");
  const FrameId id = json.value("id", "");
  Frame* frame = lookup(id);
  if (frame == nullptr && was_removed(id)) return;
  if (frame == nullptr) frame = &move_to_session(id, json.value("parentId", ""), session);
  if (frame->session == session && !frame->has_committed) {
    FrameDocument document = document_of(json, frame->load_error, frame->status);
    if (const DocumentResponse* response = response_of(document.loader_id)) {
      if (!document.unreachable_url.empty()) document.load_error = response->error;
      document.status = response->status;
    }
    static_cast<FrameDocument&>(*frame) = std::move(document);
    if (frame->name.empty()) frame->name = json.value("name", "");
    const std::string url = json.value("url", "");
    frame->has_committed = !url.empty() && url != "about:blank" && url != ":";
  }
  for (const Json& child : frame_tree.value("childFrames", Json::array())) {
    on_frame_tree(session, child, response_of);
  }
}

void FrameTree::on_lifecycle(const FrameId& id, const std::string& loader_id, const std::string& name) {
  if (Frame* frame = lookup(id); frame != nullptr && frame->on_lifecycle(loader_id, name)) ++revision_;
}

void FrameTree::on_blocking_request(const FrameId& id, const std::string& loader_id, std::string request_id,
                                    std::string url) {
  if (Frame* frame = lookup(id)) frame->on_blocking_request(loader_id, std::move(request_id), std::move(url));
}

void FrameTree::on_request_ended(const std::string& request_id, const std::string& failure) {
  for (auto& [id, frame] : by_id()) {
    if (frame->on_request_ended(request_id, failure)) ++revision_;
  }
}

void FrameTree::on_context_created(const cdp::SessionId& session, const Json& context) {
  const Json& about = context.at("auxData");
  const FrameId id = about.value("frameId", "");
  const std::string unique_id = world_id_of(context);
  if (about.value("isDefault", false)) news_.on_page_world(session, id, unique_id);
  if (context.value("name", "") != world_name_) return;
  ++revision_;
  Frame* frame = lookup(id);
  if (frame != nullptr && frame->session.empty()) frame->session = session;
  if (frame == nullptr || frame->session != session)
    news_.on_early_world(session, id, World{unique_id, context.value("id", 0)});
  else if (!frame->world || frame->world->unique_id != unique_id)
    begin_document(*frame, World{unique_id, context.value("id", 0)});
}

void FrameTree::on_bridge_there(const cdp::SessionId& session, int context_id, BridgePart part) {
  news_.on_bridge_there(session, context_id, part);
  if (const Frame* frame = frame_of_world(session, context_id)) lookup(frame->id)->world->bridge = part;
}

void FrameTree::on_context_destroyed(const cdp::SessionId& session, const std::string& unique_id) {
  news_.on_context_destroyed(session, unique_id);
  for (auto& [id, frame] : by_id()) {
    if (frame->session == session && frame->world && frame->world->unique_id == unique_id) {
      end_document(*frame);
      ++revision_;
    }
  }
}

void FrameTree::on_contexts_cleared(const cdp::SessionId& session) {
  ++revision_;
  news_.on_contexts_cleared(session);
  for (auto& [id, frame] : by_id()) {
    if (frame->session == session) end_document(*frame);
  }
}

std::optional<int> FrameTree::on_bridge_called(const Frame& frame) {
  Frame& called = *lookup(frame.id);
  // Errors about old refs name this current address of the document.
  if (!called.documents.empty()) called.documents.back().url = called.url;
  if (std::exchange(called.world->bridge_sent, true)) return std::nullopt;
  return called.last_ref;
}

void FrameTree::on_world_given_up(const FrameId& id) {
  if (Frame* frame = lookup(id)) frame->world_given_up = true;
}

bool FrameTree::on_owner_found(const FrameId& id, std::uint64_t parent_generation, int ref) {
  Frame* frame = lookup(id);
  Frame* parent = frame == nullptr ? nullptr : lookup(frame->parent);
  if (parent == nullptr || parent->generation != parent_generation) return false;
  frame->owner_ref = ref;
  frame->owner_generation = parent_generation;
  frame->parent_replaced = false;  // the frame has an owner in this document
  on_refs_given(parent->id, ref);
  return true;
}

void FrameTree::on_refs_given(const FrameId& id, int highest) {
  if (Frame* frame = lookup(id)) frame->last_ref = std::max(frame->last_ref, highest);
}

}  // namespace casement
