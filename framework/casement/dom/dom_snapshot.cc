#include "casement/dom/dom_snapshot.h"

#include <algorithm>
#include <array>
#include <optional>

#include "casement/dom/dom_data.h"
#include "casement/dom/dom_json.h"
#include "casement/target/ref.h"
#include "casement/target/yaml_quote.h"

namespace casement {
namespace {

// Parses "n12" or "f1_n3": the form of a ref with another letter.
std::optional<RefParts> parse_id(std::string_view id) {
  std::string as_ref(id);
  const std::size_t letter = as_ref.find('n');
  if (letter == std::string::npos || as_ref.find('e') != std::string::npos) return std::nullopt;
  as_ref[letter] = 'e';
  return parse_ref(as_ref);
}

const DomNode* find_in(const std::vector<DomNode>& nodes, const std::unordered_map<std::uint64_t, NodeIndex>& index,
                       std::uint64_t key) {
  const auto found = index.find(key);
  return found == index.end() ? nullptr : &nodes[found->second];
}

}  // namespace

std::string DomNode::id() const {
  if (number == 0) return "";
  std::string id = format_ref(frame, number);
  id[id.find('e')] = 'n';
  return id;
}

std::string DomNode::ref_text() const {
  return ref == 0 ? "" : format_ref(frame, ref);
}

bool is_landmark(const DomNode& node) {
  static constexpr std::array<std::string_view, 8> roles{"banner", "complementary", "contentinfo", "form",
                                                         "main",   "navigation",    "region",      "search"};
  // A form is a landmark only if it has a name (ARIA 1.2, form).
  if (node.role == "form" && node.label.empty()) return false;
  return std::find(roles.begin(), roles.end(), node.role) != roles.end();
}

DomSnapshot::DomSnapshot() : data_(std::make_shared<const DomData>()) {}

const std::vector<DomNode>& DomSnapshot::nodes() const& {
  return data_->nodes;
}

const DomNode* DomSnapshot::node(std::string_view id) const& {
  const std::optional<RefParts> parts = parse_id(id);
  return parts ? find_in(data_->nodes, data_->by_number, DomData::key(parts->frame, parts->local)) : nullptr;
}

const DomNode* DomSnapshot::node_of_ref(std::string_view ref) const& {
  const std::optional<RefParts> parts = parse_ref(ref);
  return parts ? find_in(data_->nodes, data_->by_ref, DomData::key(parts->frame, parts->local)) : nullptr;
}

std::string DomSnapshot::path(const DomNode& node) const {
  const std::vector<DomNode>& nodes = data_->nodes;
  std::string path;
  const auto first = static_cast<NodeIndex>(&node - nodes.data());
  for (NodeIndex at = first; at != kNoNode; at = nodes[at].parent) {
    const DomNode& one = nodes[at];
    if (one.is_text()) continue;
    std::string step(one.tag);
    if (one.place > 0) step += '[' + std::to_string(one.place) + ']';
    const bool begins_document = one.parent != kNoNode && nodes[one.parent].frame != one.frame;
    if (begins_document) step = 'f' + std::to_string(one.frame) + ':' + step;
    path = path.empty() ? step : step + '/' + path;
  }
  return path;
}

std::string DomSnapshot::region(const DomNode& node) const {
  if (node.region == kNoNode) return "";
  const DomNode& landmark = data_->nodes[node.region];
  std::string words(landmark.role);
  if (landmark.label.empty()) return words;
  words += ' ';
  constexpr std::size_t longest = 80;
  append_json_string(words, landmark.label, longest);
  return words;
}

const DomContext& DomSnapshot::context() const& {
  return data_->context;
}
DomContext DomSnapshot::context() && {
  return data_->context;
}
const DomCounts& DomSnapshot::counts() const& {
  return data_->counts;
}
DomCounts DomSnapshot::counts() && {
  return data_->counts;
}
const std::vector<SnapshotFrame>& DomSnapshot::frames() const& {
  return data_->page.frames;
}
std::vector<SnapshotFrame> DomSnapshot::frames() && {
  return data_->page.frames;
}
const std::vector<FrameFailure>& DomSnapshot::frame_failures() const& {
  return data_->page.failures;
}
std::vector<FrameFailure> DomSnapshot::frame_failures() && {
  return data_->page.failures;
}
const std::vector<std::string>& DomSnapshot::warnings() const& {
  return data_->page.warnings;
}
std::vector<std::string> DomSnapshot::warnings() && {
  return data_->page.warnings;
}

std::string DomSnapshot::json(const DomJsonOptions& options) const {
  std::string text;
  write_json(options, [&](std::string_view piece) { text += piece; });
  return text;
}

void DomSnapshot::write_json(const DomJsonOptions& options, const std::function<void(std::string_view)>& sink) const {
  write_dom_json(*this, options, sink);
}

bool DomSnapshot::valid() const {
  return data_->is_current && data_->is_current();
}

}  // namespace casement
