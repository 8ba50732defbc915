#include "casement/dom/dom_outline.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "casement/base/error.h"
#include "casement/dom/dom_data.h"

namespace casement {
namespace {

using Words = std::set<std::string_view>;

// Roles that only describe how to read their text, and group nothing that a program looks for.
const Words& dissolved_roles() {
  static const Words roles{"",          "code",     "deletion", "emphasis",  "insertion",  "mark",        "none",
                           "paragraph", "rowgroup", "strong",   "subscript", "suggestion", "superscript", "time"};
  return roles;
}

// Tags whose text belongs to the text around them.
const Words& inline_tags() {
  static const Words tags{"a",     "abbr", "b",      "bdi",    "bdo", "big",   "cite", "code", "data", "del", "dfn",
                          "em",    "font", "i",      "ins",    "kbd", "label", "mark", "nobr", "q",    "s",   "samp",
                          "small", "span", "strike", "strong", "sub", "sup",   "time", "tt",   "u",    "var"};
  return tags;
}

// The children of one item in the order in which they arrive. Texts that belong together are joined.
struct OpenList {
  std::vector<std::size_t> children;
  std::size_t last_text = kNone;  // the item to which text may still be added
  bool space = false;             // white space follows it

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
};

class Outliner {
 public:
  Outliner(const DomSnapshot& dom, const DomJsonOptions& options)
      : nodes_(dom.nodes()), options_(options), flat_(options.form == DomJsonOptions::Form::Flat) {}

  Outline make() {
    if (!options_.offscreen || options_.viewport_first) note_viewport();
    OpenList top;
    add_siblings(0, static_cast<NodeIndex>(nodes_.size()), top, 0);
    outline_.top = std::move(top.children);
    return std::move(outline_);
  }

 private:
  // Marks nodes that are in the viewport, or contain a node that is.
  void note_viewport() {
    shows_.assign(nodes_.size(), false);
    for (auto i = static_cast<NodeIndex>(nodes_.size()); i-- > 0;) {
      const DomNode& node = nodes_[i];
      if (node.in_viewport) shows_[i] = true;
      if (shows_[i] && node.parent != kNoNode) shows_[node.parent] = true;
    }
    // A text is in the viewport if its parent is.
    for (NodeIndex i = 0; i < nodes_.size(); ++i) {
      const DomNode& node = nodes_[i];
      if (node.is_text()) shows_[i] = node.parent == kNoNode || nodes_[node.parent].in_viewport;
    }
  }

  void add_siblings(NodeIndex begin, NodeIndex end, OpenList& into, int depth) {
    if (!options_.viewport_first) {
      for (NodeIndex i = begin; i < end; i = nodes_[i].end) add(i, into, depth);
      return;
    }
    for (const bool wanted : {true, false}) {
      for (NodeIndex i = begin; i < end; i = nodes_[i].end) {
        if (shows_[i] == wanted) add(i, into, depth);
      }
    }
  }

  bool is_dissolved(const DomNode& node) const {
    if (!flat_ || node.is_interactive() || node.holds_frame || !node.failed.empty()) return false;
    if (node.hosts_root() && options_.shadow == DomJsonOptions::Place::Apart) return false;
    if (is_landmark(node) && node.role != "form") return !options_.landmarks;
    if (!node.label.empty()) return false;
    if (!node.states.empty() && node.states != "aria-hidden") return false;
    return node.hidden_by == HiddenBy::Visibility || dissolved_roles().contains(node.role);
  }

  void add(NodeIndex at, OpenList& into, int depth) {
    const DomNode& node = nodes_[at];
    if (!options_.offscreen && !shows_[at]) return;
    if (node.is_text()) return add_text(node, into);
    if (flat_ && is_left_out_of_snapshots(node)) return;
    if (is_dissolved(node)) {
      const bool is_inline = inline_tags().contains(node.tag);
      if (!is_inline) into.last_text = OpenList::kNone;
      add_content(at, into, depth);
      if (!is_inline) into.last_text = OpenList::kNone;
      if (node.space_behind) into.space = true;
      return;
    }
    into.last_text = OpenList::kNone;
    if (node.is_interactive()) {
      if (options_.max_interactive > 0 && interactive_ >= options_.max_interactive) {
        outline_.interactive_left_out += interactive_in(at);
        return;
      }
      ++interactive_;
    }
    const std::size_t item = outline_.items.size();
    outline_.items.emplace_back().node = at;
    into.children.push_back(item);
    if (options_.max_depth > 0 && depth + 1 >= options_.max_depth) {
      for (NodeIndex i = at + 1; i < node.end; ++i) {
        outline_.items[item].left_out += nodes_[i].is_text() || (flat_ && !nodes_[i].is_visible()) ? 0 : 1;
      }
      return;
    }
    OpenList content;
    add_content(at, content, depth + 1);
    if (content.children.size() == 1 && flat_) {
      const OutlineItem& only = outline_.items[content.children.front()];
      if (only.node == kNoNode && only.text == node.label) content.children.clear();
    }
    outline_.items[item].children = std::move(content.children);
  }

  std::size_t interactive_in(NodeIndex at) const {
    std::size_t count = 0;
    for (NodeIndex i = at; i < nodes_[at].end; ++i) count += nodes_[i].is_interactive() ? 1 : 0;
    return count;
  }

  void add_content(NodeIndex at, OpenList& into, int depth) {
    const DomNode& node = nodes_[at];
    const DomJsonOptions::Place place = node.holds_frame    ? options_.frames
                                        : node.hosts_root() ? options_.shadow
                                                            : DomJsonOptions::Place::Inside;
    if (place == DomJsonOptions::Place::Without) return;
    if (place == DomJsonOptions::Place::Inside) return add_siblings(at + 1, node.end, into, depth);
    if (node.end == at + 1) return;
    OpenList own;
    auto& parts = node.holds_frame ? outline_.frames : outline_.shadow_roots;
    const std::size_t part = parts.size();
    parts.emplace_back().host = at;
    add_siblings(at + 1, node.end, own, 0);
    parts[part].children = std::move(own.children);
  }

  void add_text(const DomNode& text, OpenList& into) {
    if (!flat_ || into.last_text == OpenList::kNone) {
      into.last_text = outline_.items.size();
      outline_.items.emplace_back().text = text.text;
      into.children.push_back(into.last_text);
    } else {
      std::string& before = outline_.items[into.last_text].text;
      if (into.space || text.space_before) before += ' ';
      before += text.text;
    }
    into.space = text.space_behind;
  }

  const std::vector<DomNode>& nodes_;
  const DomJsonOptions& options_;
  const bool flat_;
  std::vector<bool> shows_;
  int interactive_ = 0;
  Outline outline_;
};

}  // namespace

bool is_left_out_of_snapshots(const DomNode& node) {
  switch (node.hidden_by) {
    case HiddenBy::Display:
    case HiddenBy::Inert:
    case HiddenBy::Details:
    case HiddenBy::Content:
    case HiddenBy::Control:
      return true;
    default:
      return false;
  }
}

Outline outline_of(const DomSnapshot& dom, const DomJsonOptions& options) {
  if (options.max_depth < 0 || options.max_interactive < 0) {
    throw Error(ErrorKind::Usage, "max_depth and max_interactive must be 1 or more, or 0 for all");
  }
  return Outliner(dom, options).make();
}

}  // namespace casement
