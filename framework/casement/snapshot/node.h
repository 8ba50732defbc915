// The accessibility tree as plain data, fast for many thousands of nodes. Nodes are stored in one array in document
// order; the subtree of node i is the half-open range [i, nodes[i].end). Views point into the readings (or into text
// that the snapshot owns) and live as long as their owner.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace casement {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0xFFFFFFFF;

struct Node {
  enum class Kind : std::uint8_t {
    Element,
    Text,   // a run of visible text, stored in `name`
    Value,  // the value of a control, stored in `name`
  };
  enum class FrameMark : std::uint8_t {
    None,     // does not own a frame
    Visible,  // owns a frame that is visible
    Hidden,   // owns a frame that must not be expanded
  };

  std::string_view role;    // "button"; "" for text and values
  std::string_view name;    // accessible name, or the text
  std::string_view states;  // "checked level=2", as in the brackets; without cursor=pointer
  std::string_view url;     // href as written; the document's URL for an expanded frame
  std::string_view placeholder;
  std::string_view frame_name;  // name attribute of a frame's owner, if different from `name`
  std::string_view frame_id;    // id attribute of a frame's owner, if it has no name at all
  std::string_view box;         // "x,y,width,height" in CSS px of the frame's viewport
  std::string_view failed;      // kind of the failure of the frame below
  std::string_view error;       // description of that failure
  std::uint32_t ref = 0;        // local number, 0 if none
  std::uint32_t frame = 0;      // ordinal of the document's frame
  NodeIndex parent = kNoNode;
  NodeIndex end = 0;        // one past the last node of the subtree
  std::uint32_t line = 0;   // in the rendered text, counted from 1; 0 if not rendered
  std::uint32_t depth = 0;  // in the whole tree, including frame borders
  // Length of the origin at the beginning of `url`, if the frame shares its parent document's origin; otherwise 0.
  std::uint32_t url_known = 0;
  Kind kind = Kind::Element;
  FrameMark frame_mark = FrameMark::None;
  bool pointer = false;     // has the pointing-hand cursor
  bool used = false;        // its role is only for reading, but it can be used (focusable, or has a listener)
  bool cross_site = false;  // owns a frame from another site
  // Index of the ElementFacts of its reading, counted from 1; 0 unless the whole tree was read.
  std::uint32_t facts = 0;

  // Only elements can have a ref; both kinds of text are readable content.
  bool is_element() const { return kind == Kind::Element; }
  bool is_text() const { return kind == Kind::Text || kind == Kind::Value; }
};

using Nodes = std::vector<Node>;

// The children of `parent` (the roots of the forest, for kNoNode), for range-for.
class ChildRange {
 public:
  class Iterator {  // steps from child to child
   public:
    Iterator(const Nodes& nodes, NodeIndex at) : nodes_(&nodes), at_(at) {}
    NodeIndex operator*() const { return at_; }
    Iterator& operator++() {
      at_ = (*nodes_)[at_].end;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Nodes* nodes_;
    NodeIndex at_;
  };

  // `nodes` must outlive the range.
  ChildRange(const Nodes& nodes, NodeIndex parent) : nodes_(nodes), parent_(parent) {}
  Iterator begin() const { return {nodes_, parent_ == kNoNode ? 0 : parent_ + 1}; }
  Iterator end() const {
    return {nodes_, parent_ == kNoNode ? static_cast<NodeIndex>(nodes_.size()) : nodes_[parent_].end};
  }
  bool empty() const { return !(begin() != end()); }

 private:
  const Nodes& nodes_;
  NodeIndex parent_;
};

// In document order.
inline ChildRange children_of(const Nodes& nodes, NodeIndex parent) {
  return {nodes, parent};
}

}  // namespace casement
