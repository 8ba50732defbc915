#include "casement/dom/assemble_dom.h"

#include <algorithm>
#include <map>
#include <optional>

#include "casement/base/error.h"
#include "casement/dom/dom_data.h"
#include "casement/snapshot/mask.h"
#include "casement/snapshot/node_box.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

struct Rectangle {
  double left = 0, top = 0, right = 0, bottom = 0;

  Rectangle within(const Rectangle& other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
  }
  bool has_area() const { return right > left && bottom > top; }
};

// The place of a frame's document in the page's viewport.
struct FrameView {
  double left = 0, top = 0, scale = 1;
  Rectangle shown;  // the part of the page's viewport in which the document is visible

  Rectangle of(const Rectangle& box) const {
    return {left + box.left * scale, top + box.top * scale, left + box.right * scale, top + box.bottom * scale};
  }
};

Rectangle rectangle_of(std::string_view box) {
  const auto [x, y, width, height] = numbers_of_box(box);
  return {x, y, x + width, y + height};
}

class Builder {
 public:
  Builder(DomData& data, const DomAssembly& assembly)
      : data_(data), assembly_(assembly), mask_(assembly.options.secret_patterns) {}

  void build() {
    for (const CapturedFrame& reading : data_.page.readings) {
      readings_[static_cast<std::uint32_t>(reading.ordinal)] = &reading.reading;
    }
    begin_context();
    const Nodes& nodes = data_.page.nodes;
    const NodeIndex root = root_of(nodes);
    data_.nodes.reserve(nodes.size());
    if (root == kNoNode) {
      for (const NodeIndex child : children_of(nodes, kNoNode)) add(nodes, child, kNoNode, kNoNode);
    } else {
      note_views_above(nodes, root);
      add(nodes, root, kNoNode, kNoNode);  // elements above the root are not in the tree
    }
    count();
  }

 private:
  NodeIndex root_of(const Nodes& nodes) const {
    const std::optional<RefParts> ref = parse_ref(assembly_.root_ref);
    if (!ref) return kNoNode;
    for (NodeIndex i = 0; i < nodes.size(); ++i) {
      if (nodes[i].ref == ref->local && nodes[i].frame == ref->frame) return i;
    }
    throw Error(ErrorKind::Detached, "the element of `within`, " + assembly_.root_ref +
                                         ", was removed from its document while the tree was read");
  }

  void note_views_above(const Nodes& nodes, NodeIndex root) {
    std::vector<NodeIndex> owners;
    for (NodeIndex at = nodes[root].parent, below = root; at != kNoNode; below = at, at = nodes[at].parent) {
      if (nodes[at].frame != nodes[below].frame) owners.push_back(at);
    }
    for (auto owner = owners.rbegin(); owner != owners.rend(); ++owner) {
      const std::uint32_t inner = nodes[*owner + 1].frame;
      note_view(inner, nodes[*owner]);
    }
  }

  void begin_context() {
    DomContext& context = data_.context;
    const SnapshotFrame& frame = data_.page.frames.front();
    const DocumentSnapshot& reading = data_.page.readings.front().reading;
    context.url = frame.url;
    context.title = reading.title;
    context.status = frame.status;
    context.taken = assembly_.taken;
    if (reading.document) {
      const DocumentFacts& document = *reading.document;
      context.viewport_width = document.viewport_width;
      context.viewport_height = document.viewport_height;
      context.scroll_x = document.scroll_x;
      context.scroll_y = document.scroll_y;
      context.document_width = document.width;
      context.document_height = document.height;
    }
    FrameView& view = views_[0];
    view.shown = {0, 0, static_cast<double>(context.viewport_width), static_cast<double>(context.viewport_height)};
  }

  const ElementFacts& facts_of(const Node& node) const {
    static const ElementFacts none;
    const auto reading = readings_.find(node.frame);
    if (node.facts == 0 || reading == readings_.end()) return none;
    return reading->second->facts[node.facts - 1];
  }

  void note_view(std::uint32_t frame, const Node& owner) {
    const ElementFacts& facts = facts_of(owner);
    const FrameView& around = views_[owner.frame];
    const Rectangle box = rectangle_of(owner.box);
    const auto reading = readings_.find(frame);
    FrameView view;
    view.scale = around.scale * facts.scale;
    view.left = around.left + (box.left + facts.inset_left) * around.scale;
    view.top = around.top + (box.top + facts.inset_top) * around.scale;
    if (reading != readings_.end() && reading->second->document) {
      const DocumentFacts& document = *reading->second->document;
      const Rectangle whole{0, 0, static_cast<double>(document.viewport_width),
                            static_cast<double>(document.viewport_height)};
      view.shown = view.of(whole).within(around.shown);
    }
    views_[frame] = view;
  }

  // Adds the node and its content. Recursion is as deep as elements are nested, at most 600 per document.
  void add(const Nodes& nodes, NodeIndex at, NodeIndex parent, NodeIndex region) {
    const Node& node = nodes[at];
    if (node.is_text()) return add_text(node, parent, region);
    const auto place = static_cast<NodeIndex>(data_.nodes.size());
    data_.nodes.push_back(dom_node(node));
    data_.nodes[place].parent = parent;
    data_.nodes[place].region = region;
    const NodeIndex inner = is_landmark(data_.nodes[place]) ? place : region;
    for (const NodeIndex child : children_of(nodes, at)) {
      if (nodes[child].frame != node.frame && !views_.contains(nodes[child].frame)) {
        note_view(nodes[child].frame, node);
      }
      add(nodes, child, place, inner);
    }
    data_.nodes[place].end = static_cast<NodeIndex>(data_.nodes.size());
    number_children(place + 1, data_.nodes[place].end);
  }

  // Numbers the siblings in this range that share a tag.
  void number_children(NodeIndex begin, NodeIndex end) {
    struct Alike {
      NodeIndex first;
      std::uint32_t count = 1;
    };
    std::map<std::string_view, Alike> alike;
    for (NodeIndex i = begin; i < end; i = data_.nodes[i].end) {
      DomNode& node = data_.nodes[i];
      if (node.is_text()) continue;
      const auto [at, is_first] = alike.try_emplace(node.tag, Alike{i});
      if (is_first) continue;
      if (at->second.count == 1) data_.nodes[at->second.first].place = 1;
      node.place = ++at->second.count;
    }
  }

  void add_text(const Node& node, NodeIndex parent, NodeIndex region) {
    if (node.kind == Node::Kind::Value) {
      if (parent != kNoNode) data_.nodes[parent].value = masked(node.name);
      return;
    }
    DomNode text;
    text.space_before = node.name.starts_with(' ');
    text.space_behind = node.name.ends_with(' ');
    std::string_view trimmed = node.name;
    while (trimmed.starts_with(' ')) trimmed.remove_prefix(1);
    while (trimmed.ends_with(' ')) trimmed.remove_suffix(1);
    if (trimmed.empty()) return;
    text.text = trimmed;
    text.frame = node.frame;
    text.parent = parent;
    text.region = region;
    text.hidden_by = parent == kNoNode ? HiddenBy::Nothing : data_.nodes[parent].hidden_by;
    data_.nodes.push_back(text);
    data_.nodes.back().end = static_cast<NodeIndex>(data_.nodes.size());
    if (parent == kNoNode) return;
    std::string_view& own = data_.nodes[parent].text;
    own = own.empty() ? trimmed : data_.texts.emplace_back(std::string(own) + ' ' + std::string(trimmed));
  }

  std::string_view masked(std::string_view value) {
    if (assembly_.options.reveal_values) return value;
    std::optional<std::string> hidden = mask_.mask(value);
    return hidden ? data_.texts.emplace_back(std::move(*hidden)) : value;
  }

  DomNode dom_node(const Node& node) {
    const ElementFacts& facts = facts_of(node);
    DomNode made;
    made.number = facts.number;
    made.frame = node.frame;
    made.ref = node.ref;
    made.tag = facts.tag;
    if (node.role != "generic") made.role = node.role;
    made.label = node.name;
    made.states = node.states;
    made.href = node.url;
    made.placeholder = node.placeholder;
    made.input_type = facts.input_type;
    made.html_id = facts.html_id;
    made.test_id = facts.test_id;
    made.failed = node.failed;
    made.error = node.error;
    made.unread = facts.unread;
    made.hidden_by = facts.hidden_by;
    made.used_by = facts.used_by;
    made.pointer = node.pointer;
    made.holds_frame = node.frame_mark != Node::FrameMark::None;
    made.cross_site = node.cross_site;
    made.hosts_open_root = facts.hosts_open_root;
    made.hosts_closed_root = facts.hosts_closed_root;
    made.space_behind = facts.space_behind;
    made.carried = facts.carried;
    if (node.box.empty()) return made;
    const FrameView& view = views_[node.frame];
    const Rectangle box = view.of(rectangle_of(node.box));
    const auto whole = [](double length) { return static_cast<int>(length + (length < 0 ? -0.5 : 0.5)); };
    made.box = {whole(box.left), whole(box.top), whole(box.right - box.left), whole(box.bottom - box.top)};
    made.in_viewport = made.is_visible() && box.within(view.shown).has_area();
    return made;
  }

  void count() {
    DomCounts& counts = data_.counts;
    for (NodeIndex i = 0; i < data_.nodes.size(); ++i) {
      const DomNode& node = data_.nodes[i];
      if (node.is_text()) continue;
      ++counts.elements;
      counts.visible += node.is_visible() ? 1 : 0;
      counts.in_viewport += node.in_viewport ? 1 : 0;
      counts.interactive += node.is_interactive() ? 1 : 0;
      counts.unread += node.unread;
      counts.shadow_roots += node.hosts_root() ? 1 : 0;
      data_.by_number.emplace(DomData::key(node.frame, node.number), i);
      if (node.ref != 0) data_.by_ref.emplace(DomData::key(node.frame, node.ref), i);
    }
    for (const SnapshotFrame& frame : data_.page.frames) counts.frames += frame.read ? 1 : 0;
    std::size_t left = 0;
    for (const CapturedFrame& reading : data_.page.readings) left += reading.reading.elements_left;
    counts.unread += left;
    if (left > 0) {
      data_.page.warnings.push_back("not read: " + std::to_string(left) + (left == 1 ? " element" : " elements"));
    }
    counts.milliseconds = assembly_.milliseconds;
  }

  DomData& data_;
  const DomAssembly& assembly_;
  const ValueMask mask_;
  std::map<std::uint32_t, const DocumentSnapshot*> readings_;  // by ordinal
  std::map<std::uint32_t, FrameView> views_;
};

}  // namespace

DomSnapshot assemble_dom(std::vector<CapturedFrame> readings, const DomAssembly& assembly) {
  for (CapturedFrame& reading : readings) {
    const auto ids = assembly.ids.find(reading.ordinal);
    if (ids != assembly.ids.end() && reading.reading.document)
      ids->second->give(reading.reading, assembly.options.carry_ids);
  }
  auto data = std::make_shared<DomData>();
  data->page = stitch(std::move(readings), assembly.options.max_frame_depth);
  data->is_current = assembly.is_current;
  Builder(*data, assembly).build();
  return DomSnapshot(std::move(data));
}

}  // namespace casement
