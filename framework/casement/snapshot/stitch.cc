#include "casement/snapshot/stitch.h"

#include <algorithm>
#include <unordered_map>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

std::uint64_t owner_key(std::uint32_t parent_ordinal, std::uint32_t owner_ref) {
  return (static_cast<std::uint64_t>(parent_ordinal) << 32) | owner_ref;
}

class Stitcher {
 public:
  Stitcher(std::vector<CapturedFrame> readings, int max_frame_depth) : max_frame_depth_(max_frame_depth) {
    page_.readings = std::move(readings);
  }

  StitchedPage stitch() {
    order();
    make_frames();
    std::size_t count = 0;
    for (const CapturedFrame& reading : page_.readings) count += reading.reading.nodes.size();
    if (page_.readings.size() == 1 && !holds_frames(main().reading.nodes)) {
      page_.nodes = std::move(main().reading.nodes);
    } else {
      page_.nodes.reserve(count);
      append_document(0, kNoNode);
    }
    if (main().failure)
      fail(0, *main().failure, nullptr);
    else
      mark_read(page_.frames[0]);
    name_the_unreached();
    return std::move(page_);
  }

 private:
  CapturedFrame& main() { return page_.readings.front(); }

  static bool holds_frames(const Nodes& nodes) {
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const Node& node) { return node.frame_mark != Node::FrameMark::None; });
  }

  void order() {
    auto& readings = page_.readings;
    std::sort(readings.begin(), readings.end(), [](const auto& a, const auto& b) { return a.ordinal < b.ordinal; });
    if (readings.empty() || readings.front().ordinal != 0) {
      throw Error(ErrorKind::Usage, "the readings of a page contain no main frame");
    }
    for (std::size_t i = 0; i < readings.size(); ++i) {
      CapturedFrame& reading = readings[i];
      if (i > 0 && readings[i - 1].ordinal == reading.ordinal) {
        throw Error(ErrorKind::Usage, "two readings are of frame f" + std::to_string(reading.ordinal));
      }
      for (std::string* text : {&reading.frame_id, &reading.name, &reading.url, &reading.origin}) {
        if (!is_valid_utf8(*text)) *text = to_valid_utf8(*text);
      }
      if (i == 0 || reading.parent_ordinal < 0 || reading.owner_ref <= 0) continue;
      const std::uint64_t key =
          owner_key(static_cast<std::uint32_t>(reading.parent_ordinal), static_cast<std::uint32_t>(reading.owner_ref));
      // While a new frame replaces the old frame of an element, both may be known; the frame with the higher ordinal is
      // the new one.
      by_owner_[key] = i;
    }
  }

  void make_frames() {
    for (const CapturedFrame& reading : page_.readings) {
      SnapshotFrame& frame = page_.frames.emplace_back(SnapshotFrame{reading});
      if (frame.ordinal == 0) frame.parent_ordinal = -1;
      const bool knows_its_url = !reading.reading.url.empty() && !reading.reading.url.starts_with("chrome-error:");
      if (knows_its_url) frame.url = std::string(reading.reading.url);
      // Set again when the frame's element is found in the tree.
      frame.depth = 0;
      frame.owner_ref = 0;
      frame.owner_name.clear();
    }
    for (SnapshotFrame& frame : page_.frames) {
      const SnapshotFrame* up = &frame;
      // Bounded, so that a circle of parents, which no page has, cannot loop forever.
      for (std::size_t i = 0; up && up->parent_ordinal >= 0 && i < page_.frames.size(); ++i) {
        up = find_frame(up->parent_ordinal);
        ++frame.depth;
      }
    }
  }

  const SnapshotFrame* find_frame(int ordinal) const {
    const auto found = std::lower_bound(page_.frames.begin(), page_.frames.end(), ordinal,
                                        [](const SnapshotFrame& frame, int wanted) { return frame.ordinal < wanted; });
    return found != page_.frames.end() && found->ordinal == ordinal ? &*found : nullptr;
  }

  // Appends the document of a frame below `owner`. The recursion is as deep as frames are nested.
  void append_document(std::size_t index, NodeIndex owner) {
    struct Open {
      NodeIndex source_end, node;
    };
    Nodes& out = page_.nodes;
    const Nodes source = std::move(page_.readings[index].reading.nodes);
    const auto frame = static_cast<std::uint32_t>(page_.readings[index].ordinal);
    const std::uint32_t base = owner == kNoNode ? 0 : out[owner].depth + 1;
    std::vector<Open> open;
    for (NodeIndex i = 0; i < source.size(); ++i) {
      while (!open.empty() && open.back().source_end <= i) {
        out[open.back().node].end = static_cast<NodeIndex>(out.size());
        open.pop_back();
      }
      const auto at = static_cast<NodeIndex>(out.size());
      Node& node = out.emplace_back(source[i]);
      node.frame = frame;
      node.depth += base;
      node.parent = open.empty() ? owner : open.back().node;
      node.end = at + 1;
      if (source[i].end > i + 1) open.push_back({source[i].end, at});
      if (node.is_element() && node.ref != 0) {
        expand(index, at);
        // Nodes inside the element in its own document come after the frame's nodes.
        if (source[i].end == i + 1) out[at].end = static_cast<NodeIndex>(out.size());
      }
    }
    for (const Open& left : open) out[left.node].end = static_cast<NodeIndex>(out.size());
  }

  // Appends the frame that `at` owns, if any, below it.
  void expand(std::size_t parent, NodeIndex at) {
    Node& owner = page_.nodes[at];
    const auto found = by_owner_.find(owner_key(owner.frame, owner.ref));
    if (found == by_owner_.end()) {
      if (owner.frame_mark == Node::FrameMark::Visible) expand_unknown(parent, at);
      return;
    }
    SnapshotFrame& frame = page_.frames[found->second];
    if (!frame.state.empty()) return;  // the same element a second time
    CapturedFrame& reading = page_.readings[found->second];
    frame.owner_ref = static_cast<int>(owner.ref);
    frame.owner_name = owner.name;
    frame.depth = page_.frames[parent].depth + 1;
    owner.cross_site = reading.cross_site;
    if (owner.frame_mark == Node::FrameMark::Hidden) {
      frame.state = "hidden";
    } else if (frame.depth > max_frame_depth_) {
      fail(found->second, depth_cut(frame.url), &owner);
    } else if (reading.failure) {
      fail(found->second, *reading.failure, &owner);
    } else {
      mark_read(frame);
      if (reading.http_error) fail(found->second, *reading.http_error, &owner);
      page_.nodes[at].url = frame.url;
      const std::string& origin = frame.origin;
      if (!origin.empty() && origin == page_.frames[parent].origin && frame.url.starts_with(origin + "/")) {
        page_.nodes[at].url_known = static_cast<std::uint32_t>(origin.size());
      }
      append_document(found->second, at);
    }
  }

  static void mark_read(SnapshotFrame& frame) {
    frame.state = "ready";
    frame.read = true;
  }

  // A visible frame that was not read.
  void expand_unknown(std::size_t parent, NodeIndex at) {
    Node& owner = page_.nodes[at];
    FrameFailure failure;
    if (page_.frames[parent].depth + 1 > max_frame_depth_) {
      failure = depth_cut("");
    } else {
      failure.kind = FrameFailure::AttachFailed;
      failure.message = "the frame was not read";
    }
    failure.owner_ref = format_ref(owner.frame, owner.ref);
    failure.frame_name = owner.name;
    mark(owner, failure, "", false);
    page_.failures.push_back(std::move(failure));
  }

  FrameFailure depth_cut(const std::string& url) const {
    FrameFailure failure;
    failure.kind = FrameFailure::DepthCut;
    failure.message =
        "nested deeper than " + std::to_string(max_frame_depth_) + (max_frame_depth_ == 1 ? " frame" : " frames");
    failure.url = url;
    return failure;
  }

  void fail(std::size_t index, FrameFailure failure, Node* owner) {
    SnapshotFrame& frame = page_.frames[index];
    for (std::string* text : {&failure.message, &failure.url, &failure.frame_name, &failure.frame_attribute_name}) {
      if (!is_valid_utf8(*text)) *text = to_valid_utf8(*text);
    }
    if (failure.owner_ref.empty()) failure.owner_ref = frame.owner();
    if (failure.frame_name.empty()) failure.frame_name = frame.owner_name;
    if (failure.frame_attribute_name.empty()) failure.frame_attribute_name = frame.name;
    if (failure.url.empty()) failure.url = frame.url;
    frame.state = to_string(failure.kind);
    if (owner) mark(*owner, failure, frame.url, frame.read);
    page_.failures.push_back(std::move(failure));
  }

  // Writes the failure to the owner's line. `now` is the URL of the frame's current document; a document that was read
  // has its URL in its frame.
  void mark(Node& owner, const FrameFailure& failure, const std::string& now, bool is_read) {
    owner.failed = to_string(failure.kind);
    std::string error = failure.message.empty() ? "it could not be read" : failure.message;
    if (!failure.url.empty() && !is_read) {
      error += (failure.url == now ? " (at " : " (navigating to ") + failure.url + ")";
    }
    owner.error = page_.texts.emplace_back(std::move(error));
    owner.url = {};
    owner.url_known = 0;
  }

  // Handles frames that were not found in the tree: hidden frames, and frames below an unread frame.
  void name_the_unreached() {
    for (std::size_t i = 0; i < page_.frames.size(); ++i) {
      SnapshotFrame& frame = page_.frames[i];
      if (!frame.state.empty()) continue;
      const SnapshotFrame* parent = find_frame(frame.parent_ordinal);
      const bool parent_read = parent && parent->read;
      const CapturedFrame& reading = page_.readings[i];
      if (parent_read && reading.owner_ref == 0 && reading.failure) {
        fail(i, *reading.failure, nullptr);  // its place in the document is unknown
      } else if (parent_read && was_cut(*parent)) {
        FrameFailure failure;
        failure.kind = FrameFailure::BudgetCut;
        failure.message = "the reading of the parent document ended before it reached this frame";
        fail(i, std::move(failure), nullptr);
      } else if (parent_read || (parent && parent->state == "hidden")) {
        frame.state = "hidden";
      } else {
        frame.state = "unread";
      }
    }
  }

  bool was_cut(const SnapshotFrame& frame) const {
    const auto at = static_cast<std::size_t>(&frame - page_.frames.data());
    return page_.readings[at].reading.elements_left > 0;
  }

  StitchedPage page_;
  const int max_frame_depth_;
  std::unordered_map<std::uint64_t, std::size_t> by_owner_;  // index of the reading
};

}  // namespace

StitchedPage stitch(std::vector<CapturedFrame> readings, int max_frame_depth) {
  return Stitcher(std::move(readings), max_frame_depth).stitch();
}

}  // namespace casement
