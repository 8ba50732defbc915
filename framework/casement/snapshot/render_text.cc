#include "casement/snapshot/render_text.h"

#include <algorithm>
#include <utility>

#include "casement/base/text.h"
#include "casement/snapshot/redundant_text.h"
#include "casement/target/ref.h"
#include "casement/target/yaml_quote.h"

namespace casement {
namespace {

class TextRenderer {
 public:
  TextRenderer(Nodes& nodes, const SnapshotOptions& limits, std::string head) : nodes_(nodes), limits_(limits) {
    line_ += static_cast<std::uint32_t>(std::ranges::count(head, '\n'));
    rendered_.text = std::move(head);
  }

  RenderedText render() {
    rendered_.text.reserve(nodes_.size() * 64);
    const auto count = static_cast<NodeIndex>(nodes_.size());
    for (NodeIndex i = 0; i < count;) {
      if (limits_.max_nodes > 0 && i >= limits_.max_nodes) {
        cut(0, count - i, "max_nodes", limits_.max_nodes);
        break;
      }
      const std::size_t before = rendered_.text.size();
      const NodeIndex next = node(i);
      if (limits_.max_bytes > 0 && rendered_.text.size() > limits_.max_bytes) {
        rendered_.text.resize(before);
        for (NodeIndex j = i; j < next; ++j) nodes_[j].line = 0;
        cut(0, count - i, "max_bytes", limits_.max_bytes);
        break;
      }
      i = next;
    }
    return std::move(rendered_);
  }

 private:
  std::string& out() { return rendered_.text; }

  void begin_line(std::size_t depth) {
    out().append(depth * 2, ' ');
    out().append("- ");
  }
  void end_line() {
    out() += '\n';
    ++line_;
  }

  void cut(std::size_t depth, std::size_t count, std::string_view limit, std::size_t value) {
    begin_line(depth);
    out().append("/cut: ").append(std::to_string(count)).append(count == 1 ? " node" : " nodes");
    out().append(" past ").append(limit).append(" ").append(std::to_string(value));
    end_line();
    rendered_.nodes_cut += count;
  }

  void property(std::size_t depth, std::string_view key, std::string_view value, std::size_t longest) {
    begin_line(depth);
    out().append(key).append(": ");
    append_scalar(out(), value, longest);
    end_line();
  }

  void key(NodeIndex i, bool is_named) {
    const Node& node = nodes_[i];
    const std::size_t begin = out().size();
    out() += node.role;
    if (is_named) {
      out() += ' ';
      name(node.name);
    }
    for (std::string_view rest = node.states; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      out().append(" [").append(rest.substr(0, end)).append("]");
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    if (is_ref_written(node)) {
      out() += " [ref=";
      append_ref(out(), node.frame, node.ref);
      out() += ']';
    }
    if (is_pointer_written(node)) out() += " [cursor=pointer]";
    if (node.cross_site) out() += " [cross-site]";
    if (!node.failed.empty()) out().append(" [failed=").append(node.failed).append("]");
    if (!node.box.empty()) out().append(" [box=").append(node.box).append("]");
    if (is_named) quote_key(out(), begin);
  }

  // Shortens the name so that the rest fits into the key. YAML readers limit keys by bytes (yaml-cpp) or characters
  // (YAML 1.2 §7.4.2), and quoting the key doubles apostrophes.
  void name(std::string_view text) {
    const std::size_t begin = out().size();
    for (std::size_t longest = kLongestName;;) {
      append_json_string(out(), text, longest);
      const std::string_view written = std::string_view(out()).substr(begin);
      const auto apostrophes = std::count(written.begin(), written.end(), '\'');
      const std::size_t size = written.size() + static_cast<std::size_t>(apostrophes);
      if (size <= kLongestQuotedName) return;
      longest = std::min(longest - 1, longest * kLongestQuotedName / size);
      out().resize(begin);
    }
  }

  // Writes the node on one line together with its only text, if any. Returns the next node to write.
  NodeIndex node(NodeIndex i) {
    Node& node = nodes_[i];
    if (const NodeIndex control = control_with_same_text(nodes_, i); control != kNoNode) {
      node.line = control < i ? nodes_[control].line : line_;
      return i + 1;
    }
    node.line = line_;
    begin_line(node.depth);
    if (node.is_text()) {
      out() += "text: ";
      text(node);
      end_line();
      return i + 1;
    }
    const bool has_lone_text = node.end == i + 2 && nodes_[i + 1].is_text();
    key(i, !node.name.empty() && (has_lone_text || !is_repeated_below(nodes_, i, limits_)));
    const bool properties = !written_url(node).empty() || !node.error.empty() || !node.frame_name.empty() ||
                            !node.frame_id.empty() || (!node.placeholder.empty() && node.placeholder != node.name);
    if (has_lone_text) {
      Node& child = nodes_[i + 1];
      const bool redundant = child.kind == Node::Kind::Text && child.name == node.name;
      if (redundant || !properties) {
        child.line = line_;
        if (!redundant) {
          out() += ": ";
          text(child);
        } else if (properties) {
          out() += ':';
        }
        end_line();
        if (properties) write_properties(node);
        return node.end;
      }
    }
    if (properties || node.end > i + 1) out() += ':';
    end_line();
    write_properties(node);
    if (limits_.max_depth > 0 && node.end > i + 1 && node.depth + 1 >= limits_.max_depth) {
      cut(node.depth + 1, node.end - i - 1, "max_depth", limits_.max_depth);
      return node.end;
    }
    return i + 1;
  }

  void text(const Node& node) {
    append_scalar(out(), node.name, node.kind == Node::Kind::Text ? kLongestText : kLongestValue);
  }

  void write_properties(const Node& node) {
    const std::size_t depth = node.depth + 1;
    if (!node.frame_name.empty()) property(depth, "/name", node.frame_name, kLongestValue);
    if (!node.frame_id.empty()) property(depth, "/id", node.frame_id, kLongestValue);
    if (const std::string_view url = written_url(node); !url.empty()) {
      property(depth, "/url", url, url.starts_with("data:") ? kLongestDataUrl : kLongestUrl);
    }
    if (!node.placeholder.empty() && node.placeholder != node.name) {
      property(depth, "/placeholder", node.placeholder, kLongestValue);
    }
    if (!node.error.empty()) property(depth, "/error", node.error, kLongestText);
  }

  Nodes& nodes_;
  const SnapshotOptions& limits_;
  RenderedText rendered_;
  std::uint32_t line_ = 1;
};

}  // namespace

RenderedText render_text(Nodes& nodes, const SnapshotOptions& limits, std::string head) {
  return TextRenderer(nodes, limits, std::move(head)).render();
}

}  // namespace casement
