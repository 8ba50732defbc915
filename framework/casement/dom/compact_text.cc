#include "casement/dom/compact_text.h"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/dom/dom_data.h"
#include "casement/target/ref.h"
#include "casement/target/yaml_quote.h"

namespace casement {
namespace {

constexpr std::size_t kLongestCompactName = 80;

// Whether the element makes the page readable.
bool is_structure(const DomNode& node) {
  static const std::set<std::string_view> always{"alert",       "alertdialog", "banner",  "complementary",
                                                 "contentinfo", "dialog",      "heading", "iframe",
                                                 "main",        "navigation",  "search",  "status"};
  static const std::set<std::string_view> where_named{"form", "group", "radiogroup", "region", "table"};
  return always.contains(node.role) || (!node.label.empty() && where_named.contains(node.role)) || !node.failed.empty();
}

// Whether people must read the text of the element.
bool tells_its_text(const DomNode& node) {
  return node.label.empty() && (node.role == "alert" || node.role == "status" || node.role == "heading");
}

// Returns the name of the node. The name of an unnamed frame is its address. The address is left out, because refs
// identify the frame; only the host of another site matters.
std::string_view frame_name_of(const DomNode& node) {
  const std::string_view name = node.label;
  const bool is_address =
      !node.href.empty() && node.href.ends_with(name) && (name == node.href || name.starts_with('/'));
  if (!node.holds_frame || !node.failed.empty() || !is_address) return name;
  const std::size_t begin = name.find("://");
  if (!node.cross_site || begin == std::string_view::npos) return {};
  const std::string_view host = name.substr(begin + 3);
  return host.substr(0, host.find_first_of("/?#"));
}

class CompactText {
 public:
  explicit CompactText(const std::vector<DomNode>& nodes) : nodes_(nodes) {}

  std::string write() {
    for (NodeIndex i = 0; i < nodes_.size(); i = nodes_[i].end) add(i, 0);
    end_line();
    return std::move(out_);
  }

 private:
  void add(NodeIndex at, std::size_t depth) {
    const DomNode& node = nodes_[at];
    if (node.is_text() || is_left_out_of_snapshots(node)) return;
    const bool is_told = node.is_interactive() || is_structure(node);
    if (is_told) tell(at, depth);
    for (NodeIndex i = at + 1; i < node.end; i = nodes_[i].end) add(i, is_told ? depth + 1 : depth);
  }

  void tell(NodeIndex at, std::size_t depth) {
    const DomNode& node = nodes_[at];
    const bool joins = node.is_interactive() && role_of(node) == last_role_ && depth == last_depth_;
    if (!joins) {
      end_line();
      out_.append(depth, ' ');
      write_role(node);
    }
    const std::string text = node.label.empty() ? text_of(at) : "";
    if (const std::string_view name = node.label.empty() ? std::string_view(text) : frame_name_of(node);
        !name.empty()) {
      out_ += ' ';
      append_json_string(out_, name, kLongestCompactName);
    }
    write_states(node);
    if (node.is_interactive()) {
      out_ += ' ';
      append_ref(out_, node.frame, node.ref);
    }
    // After a failure, or an element that cannot be used, a new line begins.
    last_role_ = node.is_interactive() && node.failed.empty() ? role_of(node) : std::string_view();
    last_depth_ = depth;
    is_open_ = true;
  }

  static std::string_view role_of(const DomNode& node) { return node.role.empty() ? node.tag : node.role; }

  void write_role(const DomNode& node) {
    if (node.role != "heading") {
      out_ += role_of(node);
      return;
    }
    const std::size_t level = node.states.find("level=");
    out_ += 'h';
    out_ += level == std::string_view::npos
                ? "2"
                : std::string(node.states.substr(level + 6, node.states.find(' ', level) - level - 6));
  }

  void write_states(const DomNode& node) {
    for (std::string_view rest = node.states; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      const std::string_view state = rest.substr(0, end);
      if (!state.starts_with("level=")) out_.append(" ").append(state);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    if (!node.failed.empty()) out_.append(" failed=").append(node.failed);
  }

  // Returns the text of an element without a name: all its text if people must read it; otherwise the first text in a
  // usable element.
  std::string text_of(NodeIndex at) const {
    const DomNode& node = nodes_[at];
    if (!tells_its_text(node) && !node.is_interactive()) return "";
    std::string text;
    for (NodeIndex i = at + 1; i < node.end; ++i) {
      if (nodes_[i].is_interactive()) break;  // has its own text
      if (!nodes_[i].is_text()) continue;
      if (!text.empty()) text += ' ';
      text += nodes_[i].text;
      if (!tells_its_text(node) || text.size() > kLongestCompactName) break;
    }
    return text;
  }

  void end_line() {
    if (is_open_) out_ += '\n';
    is_open_ = false;
    last_role_ = {};
  }

  const std::vector<DomNode>& nodes_;
  std::string out_;
  std::string_view last_role_;
  std::size_t last_depth_ = 0;
  bool is_open_ = false;
};

}  // namespace

std::string compact_text(const DomSnapshot& dom) {
  return CompactText(dom.nodes()).write();
}

}  // namespace casement
