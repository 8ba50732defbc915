// How far the documents of frames have come, and what they wait for.
#include <algorithm>
#include <utility>

#include "casement/browser/frames/frame_tree.h"

namespace casement {

bool is_being_parsed(const Frame& frame) {
  return frame.has_committed && !frame.dom_ready && frame.cut_off.empty() && !frame.url.starts_with("about:blank");
}

bool is_render_blocked(const Frame& frame) {
  return !frame.blocking.empty();
}

bool is_coming(const Frame& frame) {
  if (frame.parent.empty() || frame.crashed || !frame.unreachable_url.empty()) return false;
  if (!frame.has_committed) return frame.navigation.pending() != nullptr || frame.navigation.is_asked_for();
  return is_being_parsed(frame);
}

void FrameTree::on_lifecycle(const FrameId& id, const std::string& loader_id, const std::string& name) {
  Frame* frame = lookup(id);
  // A frame's first document may report its end before its commit is known here.
  if (frame == nullptr || (!frame->loader_id.empty() && frame->loader_id != loader_id)) return;
  if (name == "DOMContentLoaded")
    frame->dom_ready = true;
  else if (name == "load")
    frame->loaded = frame->dom_ready = true;
  else if (name != "firstPaint" || frame->blocking.empty())
    return;
  if (name != "DOMContentLoaded") frame->blocking.clear();
  ++revision_;
}

void FrameTree::on_blocking_request(const FrameId& id, const std::string& loader_id, std::string request_id,
                                    std::string url) {
  Frame* frame = lookup(id);
  if (frame == nullptr || frame->loader_id != loader_id || frame->loaded) return;
  const auto is_same = [&](const auto& one) { return one.first == request_id; };
  if (std::ranges::any_of(frame->blocking, is_same)) return;  // a redirect
  frame->blocking.emplace_back(std::move(request_id), std::move(url));
}

void FrameTree::on_request_ended(const std::string& request_id, const std::string& failure) {
  for (auto& [id, frame] : frames_) {
    if (std::erase_if(frame->blocking, [&](const auto& one) { return one.first == request_id; }) > 0) ++revision_;
    // Chrome's error page stands in for a document of which nothing came.
    const bool is_document = frame->loader_id == request_id && frame->unreachable_url.empty();
    if (failure.empty() || !is_document || frame->dom_ready) continue;
    frame->cut_off = failure;
    ++revision_;
  }
}

}  // namespace casement
