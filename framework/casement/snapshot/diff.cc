#include "casement/snapshot/diff.h"

#include <algorithm>
#include <optional>

#include "casement/base/line_alignment.h"
#include "casement/base/text.h"
#include "casement/snapshot/diff_lines.h"
#include "casement/snapshot/json_writer.h"
#include "casement/snapshot/node_words.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

// The lines of a page's text, with the node of each line.
struct ComparedPage {
  explicit ComparedPage(const PageLines& page) : snapshot(page.snapshot), nodes(page.nodes) {
    lines = split_lines(page.text);
    node_of_line.assign(lines.size(), kNoNode);
    for (auto i = static_cast<NodeIndex>(nodes.size()); i-- > 0;) {
      if (nodes[i].line == 0) continue;
      // A label shares the line of its control; the element takes precedence.
      NodeIndex& node = node_of_line[nodes[i].line - 1];
      if (node == kNoNode || nodes[i].is_element()) node = i;
    }
  }

  std::string_view trimmed(std::size_t line) const {
    const std::string_view text = lines[line];
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
  }

  // The element of a line; for a property's line, the element with the property. kNoNode for a line about the page
  // itself.
  NodeIndex element(std::size_t line) const {
    if (node_of_line[line] != kNoNode || !lines[line].starts_with(' ')) return node_of_line[line];
    while (line > 0 && node_of_line[line] == kNoNode) --line;
    return node_of_line[line];
  }

  // The ancestors of the line. A property's line counts as inside the element with the property.
  std::string path(std::size_t line) const {
    NodeIndex up = node_of_line[line];
    up = up != kNoNode ? nodes[up].parent : element(line);
    std::string words;
    for (; up != kNoNode; up = nodes[up].parent) {
      words = words.empty() ? describe_node(nodes[up]) : describe_node(nodes[up]) + " › " + words;
    }
    return words;
  }

  // The generation of the node's document, because a ref is valid only within one document.
  std::uint64_t generation(const Node& node) const {
    const SnapshotFrame* frame = snapshot.frame(static_cast<int>(node.frame));
    return frame ? frame->generation : 0;
  }

  const Snapshot& snapshot;
  const Nodes& nodes;
  std::vector<std::string_view> lines;
  std::vector<NodeIndex> node_of_line;
};

class Differ {
 public:
  Differ(const ComparedPage& before, const ComparedPage& after) : before_(before), after_(after) {}

  std::vector<SnapshotChange> diff() {
    std::size_t i = 0, j = 0;
    for (const auto& [same_i, same_j] : align_lines(before_.lines, after_.lines)) {
      stretch(i, same_i, j, same_j);
      i = same_i + 1;
      j = same_j + 1;
    }
    stretch(i, before_.lines.size(), j, after_.lines.size());
    return std::move(changes_);
  }

 private:
  // Compares two stretches between lines that stayed the same: [i, i_end) became [j, j_end).
  void stretch(std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
    constexpr std::size_t farthest = 500;  // limits the search if the page is another one altogether
    for (; j < j_end; ++j) {
      const std::size_t last = std::min(i_end, i + farthest);
      std::size_t twin = i;
      while (twin < last && !same_element(twin, j)) ++twin;
      if (twin == last) {
        add(SnapshotChange::Kind::Added, std::nullopt, j);
        continue;
      }
      for (; i < twin; ++i) remove(i);
      add(SnapshotChange::Kind::Changed, i, j);
      ++i;
    }
    for (; i < i_end; ++i) remove(i);
  }

  void remove(std::size_t i) { add(SnapshotChange::Kind::Removed, i, std::nullopt); }

  bool same_element(std::size_t i, std::size_t j) const {
    const NodeIndex before = before_.node_of_line[i], after = after_.node_of_line[j];
    if (before == kNoNode || after == kNoNode) {
      return before == after && key_of(before_.lines[i]) == key_of(after_.lines[j]);
    }
    const Node& a = before_.nodes[before];
    const Node& b = after_.nodes[after];
    if (a.ref != 0 || b.ref != 0) {
      return a.ref == b.ref && a.frame == b.frame && before_.generation(a) == after_.generation(b);
    }
    return a.kind == b.kind && a.role == b.role && a.depth == b.depth;
  }

  // The key of a property's line, with its indentation: "  - /url".
  static std::string_view key_of(std::string_view line) { return line.substr(0, line.find(':')); }

  // Adds a change of these lines, of which one may be missing.
  void add(SnapshotChange::Kind kind, std::optional<std::size_t> before, std::optional<std::size_t> after) {
    SnapshotChange& change = changes_.emplace_back();
    change.kind = kind;
    if (before) {
      change.before = before_.trimmed(*before);
      change.before_node = before_.element(*before);
    }
    if (after) {
      change.after = after_.trimmed(*after);
      change.after_node = after_.element(*after);
    }
    const ComparedPage& page = after ? after_ : before_;
    change.path = page.path(after ? *after : *before);
    const NodeIndex at = after ? change.after_node : change.before_node;
    if (at == kNoNode) return;
    const Node& node = page.nodes[at];
    change.element = describe_node(node);
    if (node.ref != 0) change.ref = format_ref(node.frame, node.ref);
  }

  const ComparedPage& before_;
  const ComparedPage& after_;
  std::vector<SnapshotChange> changes_;
};

}  // namespace

std::vector<SnapshotChange> diff(const Snapshot& before, const Snapshot& after) {
  return diff_lines({before, before.text(), before.nodes()}, {after, after.text(), after.nodes()});
}

std::vector<SnapshotChange> diff_lines(const PageLines& before, const PageLines& after) {
  if (before.text == after.text) return {};
  const ComparedPage before_page(before), after_page(after);
  return Differ(before_page, after_page).diff();
}

std::string describe(const std::vector<SnapshotChange>& changes) {
  std::string text;
  for (const SnapshotChange& change : changes) {
    const bool added = change.kind == SnapshotChange::Kind::Added;
    const bool removed = change.kind == SnapshotChange::Kind::Removed;
    text += added ? "+ " : removed ? "- " : "~ ";
    if (!change.path.empty()) text += change.path + ": ";
    text += added ? change.after : removed ? change.before : change.before + " → " + change.after;
    text += '\n';
  }
  return text;
}

std::string to_json(const std::vector<SnapshotChange>& changes) {
  using Kind = SnapshotChange::Kind;
  JsonWriter json;
  json.open('{');
  for (const auto& [kind, name] :
       {std::pair(Kind::Added, "added"), std::pair(Kind::Removed, "removed"), std::pair(Kind::Changed, "changed")}) {
    json.key(name);
    json.open('[');
    for (const SnapshotChange& change : changes) {
      if (change.kind != kind) continue;
      json.open('{');
      json.text("element", change.element);
      json.text("ref", change.ref);
      json.text("path", change.path);
      if (kind == Kind::Changed) json.text("before", change.before);
      json.text(kind == Kind::Changed ? "after" : "line", kind == Kind::Removed ? change.before : change.after);
      json.close('}');
    }
    json.close(']');
  }
  json.close('}');
  return json.take();
}

}  // namespace casement
