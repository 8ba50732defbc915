#include "casement/browser/frames/frame_tree.h"

#include <algorithm>
#include <utility>

#include "casement/base/address.h"

namespace casement {
namespace {

// How many removed frames are remembered, for what may still be told of them.
constexpr std::size_t kRemovedKept = 256;

std::optional<std::string> registered_domain_of(const Json& frame) {
  const auto found = frame.find("domainAndRegistry");
  return found == frame.end() ? std::nullopt : std::optional(found->get<std::string>());
}

// Scheme and registered domain, or host where it has none; "" where that is not known, or the origin is opaque.
std::string site_of(const Frame& frame) {
  if (!frame.origin.starts_with("http") || !frame.registered_domain) return "";
  // Of an address without a domain, about:blank or blob:, whose origin is another's, nothing is known.
  if (frame.registered_domain->empty() && !frame.url.starts_with(frame.origin)) return "";
  const UrlOrigin origin = origin_of_url(frame.origin);
  return origin.scheme + "://" + (frame.registered_domain->empty() ? origin.host : *frame.registered_domain);
}

}  // namespace

bool is_cross_site(const Frame& frame, const Frame* parent) {
  if (parent == nullptr) return false;
  if (frame.session != parent->session) return true;
  const std::string site = site_of(frame), parents = site_of(*parent);
  return !site.empty() && !parents.empty() && site != parents;
}

FrameEnds::FrameEnds(FrameTree& frames) : frames_(frames) {
  frames_.told_of_ends_.push_back(this);
}

FrameEnds::~FrameEnds() {
  std::erase(frames_.told_of_ends_, this);
}

FrameTree::FrameTree(FrameId main_frame, cdp::SessionId session, std::string world_name)
    : world_name_(std::move(world_name)), main_id_(std::move(main_frame)) {
  add(main_id_, "", session).ordinal = 0;
}

Frame* FrameTree::lookup(const FrameId& id) {
  const auto found = frames_.find(id);
  return found == frames_.end() ? nullptr : found->second.get();
}

const Frame* FrameTree::find(const FrameId& id) const {
  const auto found = frames_.find(id);
  return found == frames_.end() ? nullptr : found->second.get();
}

const Frame* FrameTree::find_ordinal(int ordinal) const {
  for (const auto& [id, frame] : frames_) {
    if (frame->ordinal == ordinal) return frame.get();
  }
  return nullptr;
}

int FrameTree::ensure_ordinal(const Frame& frame) {
  if (frame.ordinal < 0) lookup(frame.id)->ordinal = next_ordinal_++;
  return frame.ordinal;
}

const Frame* FrameTree::root_of(const cdp::SessionId& session) const {
  for (const auto& [id, frame] : frames_) {
    if (frame->session != session) continue;
    const Frame* parent = find(frame->parent);
    if (parent == nullptr || parent->session != session) return frame.get();
  }
  return nullptr;
}

std::vector<const Frame*> FrameTree::all() const {
  std::vector<const Frame*> found{&main()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const FrameId& child : found[i]->children) {
      if (const Frame* frame = find(child)) found.push_back(frame);
    }
  }
  return found;
}

int FrameTree::depth(const Frame& frame) const {
  int depth = 0;
  for (const Frame* at = &frame; !at->parent.empty(); ++depth) {
    at = find(at->parent);
    if (at == nullptr) break;
  }
  return depth;
}

Frame& FrameTree::add(const FrameId& id, const FrameId& parent, const cdp::SessionId& session) {
  auto frame = std::make_unique<Frame>();
  frame->id = id;
  frame->parent = parent;
  frame->session = session;
  if (Frame* owner = lookup(parent)) owner->children.push_back(id);
  take_early_world(*frame);
  return *(frames_[id] = std::move(frame));
}

void FrameTree::forget_early(const std::function<bool(const Place&)>& which) {
  std::erase_if(early_worlds_, [&](const auto& entry) { return which(entry.first); });
  std::erase_if(early_commits_, [&](const auto& entry) { return which(entry.first); });
}

// The frame has left its process: the one that it is in now may have said so before.
void FrameTree::apply_early_commit(Frame& frame) {
  const auto is_it = [&](const auto& entry) { return entry.first.second == frame.id; };
  if (const auto early = std::find_if(early_commits_.begin(), early_commits_.end(), is_it);
      early != early_commits_.end()) {
    const cdp::SessionId session = early->first.first;
    Commit committed = std::move(early->second);
    early_commits_.erase(early);
    commit(session, frame.id, std::move(committed));
  } else if (const auto world = std::find_if(early_worlds_.begin(), early_worlds_.end(), is_it);
             world != early_worlds_.end()) {
    move_to_session(frame, world->first.first);
  }
}

void FrameTree::remove_with_children(const FrameId& id) {
  Frame* frame = lookup(id);
  if (frame == nullptr) return;
  remove_children(*frame);
  if (Frame* owner = lookup(frame->parent)) {
    std::erase(owner->children, id);
    ++owner->children_removed;
  }
  forget_early([&](const Place& place) { return place.second == id; });
  empty_world(*frame);
  for (FrameEnds* one : told_of_ends_) one->on_frame_ended(id);
  frames_.erase(id);
}

void FrameTree::remove_children(Frame& frame) {
  for (const FrameId& child : std::exchange(frame.children, {})) remove_with_children(child);
}

void FrameTree::remove_children_in_process(Frame& frame) {
  for (const FrameId& id : std::vector<FrameId>(frame.children)) {
    Frame* child = lookup(id);
    if (child == nullptr) continue;
    if (child->session.empty() || child->session == frame.session)
      remove_with_children(id);
    else
      child->parent_replaced = true;
  }
}

void FrameTree::move_to_session(Frame& frame, const cdp::SessionId& session) {
  if (frame.session == session) return;
  frame.session = session;
  frame.crashed = frame.world_given_up = false;
  empty_world(frame);
  remove_children(frame);
  take_early_world(frame);
}

void FrameTree::on_attached(const cdp::SessionId& session, const FrameId& id, const FrameId& parent) {
  ++revision_;
  std::erase(removed_, id);
  if (Frame* frame = lookup(id))
    move_to_session(*frame, session);
  else
    add(id, parent, session);
}

bool FrameTree::was_removed(const FrameId& id) const {
  return std::find(removed_.begin(), removed_.end(), id) != removed_.end();
}

void FrameTree::on_removed(const cdp::SessionId& session, const FrameId& id) {
  ++revision_;
  const Frame* frame = find(id);
  if (frame == nullptr || id == main_id_) return;
  // A session whose process the frame has left may still report the end of what it had there; only
  // the parent's process, or the frame's own, knows of a removal.
  const Frame* owner = find(frame->parent);
  if (frame->session == session || (owner != nullptr && owner->session == session)) {
    remove_with_children(id);
    removed_.push_back(id);
    if (removed_.size() > kRemovedKept) removed_.pop_front();
  }
}

void FrameTree::on_became_remote(const FrameId& id, const FrameId& parent, const cdp::SessionId& session) {
  // The process that a frame was on its way to may come after the end of the frame.
  if (was_removed(id)) return;
  ++revision_;
  if (Frame* frame = lookup(id))
    move_to_session(*frame, session);
  else
    add(id, parent, session);
}

void FrameTree::on_session_gone(const cdp::SessionId& session) {
  ++revision_;
  std::erase_if(page_worlds_, [&](const auto& entry) { return entry.first.first == session; });
  std::vector<FrameId> ids;
  for (const Frame* frame : all()) ids.push_back(frame->id);
  for (const FrameId& id : ids) {
    Frame* frame = lookup(id);  // removing one may have removed another
    if (frame == nullptr || frame->session != session) continue;
    if (frame->parent_replaced) {
      remove_with_children(id);
      continue;
    }
    frame->session.clear();
    empty_world(*frame);
    apply_early_commit(*frame);
  }
  forget_early([&](const Place& place) { return place.first == session; });
}

void FrameTree::on_swapped_out(const cdp::SessionId& session, const FrameId& id) {
  ++revision_;
  forget_early([&](const Place& place) { return place == Place(session, id); });
}

void FrameTree::on_crashed(const cdp::SessionId& session) {
  ++revision_;
  for (auto& [id, frame] : frames_) {
    if (frame->session != session) continue;
    frame->crashed = true;
    frame->navigation.on_ended();
    empty_world(*frame);
  }
}

void FrameTree::on_navigation_requested(const FrameId& id) {
  if (Frame* frame = lookup(id)) frame->navigation.on_asked(Deadline::Clock::now());
}

void FrameTree::on_leaving_refused() {
  for (auto& [id, frame] : frames_) frame->navigation.on_refused();
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
  Frame* frame = lookup(id);
  if (frame == nullptr) return;
  frame->navigation.on_ended();
  frame->no_document = "its answer was a download";
  frame->no_document_url = std::move(url);
}

void FrameTree::on_document_opened(const FrameId& id, const std::string& url) {
  ++revision_;
  Frame* frame = lookup(id);
  if (frame == nullptr) return;
  frame->url = url;
  frame->status = 0;  // what the server sent is no more
  frame->cut_off.clear();
  frame->blocking.clear();
  frame->no_document.clear();
  frame->navigation.on_stopped();
}

void FrameTree::on_navigated(const cdp::SessionId& session, const Json& frame_json, std::string load_error,
                             int status) {
  ++revision_;
  const auto text = [&](const char* key) { return frame_json.value(key, std::string()); };
  commit(session, text("id"),
         {text("parentId"), text("url") + text("urlFragment"), text("name"), text("securityOrigin"), text("loaderId"),
          text("unreachableUrl"), std::move(load_error), registered_domain_of(frame_json), status});
}

void FrameTree::commit(const cdp::SessionId& session, const FrameId& id, Commit committed) {
  Frame* frame = lookup(id);
  if (frame == nullptr && was_removed(id)) return;
  if (frame == nullptr) frame = &add(id, committed.parent, session);
  if (frame->session != session) {
    // A commit in another process than the frame's is old news, and its swap follows; or it is told
    // before the end of the process that the frame has left. A frame between two has arrived.
    if (!frame->session.empty()) {
      early_commits_[{session, id}] = std::move(committed);
      return;
    }
    move_to_session(*frame, session);
  }
  remove_children_in_process(*frame);
  frame->url = std::move(committed.url);
  if (!committed.name.empty()) frame->name = std::move(committed.name);  // an out-of-process one reports none
  frame->origin = std::move(committed.origin);
  frame->registered_domain = std::move(committed.registered_domain);
  frame->loader_id = std::move(committed.loader_id);
  frame->unreachable_url = std::move(committed.unreachable_url);
  frame->load_error = std::move(committed.load_error);
  frame->status = committed.status;
  frame->no_document.clear();
  frame->world_given_up = false;
  frame->has_committed = true;
  frame->crashed = false;
  frame->dom_ready = frame->loaded = false;
  frame->cut_off.clear();
  frame->blocking.clear();
  frame->navigation.on_ended();
}

void FrameTree::on_navigated_within(const FrameId& id, const std::string& url) {
  ++revision_;
  if (Frame* frame = lookup(id)) {
    frame->url = url;
    // A same-document navigation of a frame may be announced like any other; it ends here.
    frame->navigation.on_stopped();
  }
}

void FrameTree::on_frame_tree(const cdp::SessionId& session, const Json& frame_tree, const ResponseOf& response_of) {
  ++revision_;
  const Json& json = frame_tree.at("frame");
  const FrameId id = json.value("id", FrameId());
  Frame* frame = lookup(id);
  if (frame == nullptr && was_removed(id)) return;
  if (frame == nullptr) frame = &add(id, json.value("parentId", FrameId()), session);
  if (frame->session == session && !frame->has_committed) {
    const std::string url = json.value("url", std::string());
    frame->loader_id = json.value("loaderId", std::string());
    frame->url = url + json.value("urlFragment", std::string());
    frame->origin = json.value("securityOrigin", std::string());
    frame->registered_domain = registered_domain_of(json);
    frame->unreachable_url = json.value("unreachableUrl", std::string());
    if (const DocumentResponse* response = response_of(frame->loader_id)) {
      if (!frame->unreachable_url.empty()) frame->load_error = response->error;
      frame->status = response->status;
    }
    if (frame->name.empty()) frame->name = json.value("name", std::string());
    frame->has_committed = !url.empty() && url != "about:blank" && url != ":";
  }
  for (const Json& child : frame_tree.value("childFrames", Json::array())) {
    on_frame_tree(session, child, response_of);
  }
}

bool FrameTree::on_owner_found(const FrameId& id, std::uint64_t parent_generation, int ref) {
  Frame* frame = lookup(id);
  Frame* parent = frame == nullptr ? nullptr : lookup(frame->parent);
  if (parent == nullptr || parent->generation != parent_generation) return false;
  frame->owner_ref = ref;
  frame->owner_generation = parent_generation;
  frame->parent_replaced = false;  // it has an owner in this very document
  on_refs_given(parent->id, ref);
  return true;
}

void FrameTree::on_refs_given(const FrameId& id, int highest) {
  if (Frame* frame = lookup(id)) frame->last_ref = std::max(frame->last_ref, highest);
}

}  // namespace casement
