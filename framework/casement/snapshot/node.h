// The accessibility tree as plain data, quick for many thousands of nodes: one array in document
// order, in which the subtree of node i is the half-open range [i, nodes[i].end). Views point into
// the readings (or into text that the snapshot owns) and live as long as their owner does.
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
    Text,   // a run of visible text; `name` holds it
    Value,  // what a control holds; `name` holds it
  };
  enum class FrameMark : std::uint8_t {
    None,     // holds no frame
    Visible,  // an owner element whose frame a person can see
    Hidden,   // an owner element whose frame is not to be expanded
  };

  std::string_view role;    // "button"; "" for text and values
  std::string_view name;    // accessible name, or the text
  std::string_view states;  // "checked level=2", as in the brackets; without cursor=pointer
  std::string_view url;     // href as written; for an expanded frame where its document is
  std::string_view placeholder;
  std::string_view frame_name;  // of an owner of a frame: its name attribute, if its name differs
  std::string_view frame_id;    // its id, if it has neither
  std::string_view box;         // "x,y,width,height" in CSS px of the frame's viewport
  std::string_view failed;      // kind of the failure of the frame below
  std::string_view error;       // what was wrong with it
  std::uint32_t ref = 0;        // local number, 0 for none
  std::uint32_t frame = 0;      // ordinal of the document's frame
  NodeIndex parent = kNoNode;
  NodeIndex end = 0;        // one past the last node of the subtree
  std::uint32_t line = 0;   // of the rendered text, from 1; 0 where it has none
  std::uint32_t depth = 0;  // of the whole tree, frame borders included
  // Bytes at the beginning of `url` that are the origin of the document around the frame as well.
  std::uint32_t url_known = 0;
  Kind kind = Kind::Element;
  FrameMark frame_mark = FrameMark::None;
  bool pointer = false;     // has the pointing-hand cursor
  bool used = false;        // of a role that is read, and yet it has the focus at times, or something listens to it
  bool cross_site = false;  // an owner of a frame from another site
  // Where its reading's facts has what is said of it, from 1; 0 where the whole tree was not asked for.
  std::uint32_t facts = 0;

  // Elements and texts: what may have a ref, and what a person reads.
  bool is_element() const { return kind == Kind::Element; }
  bool is_text() const { return kind == Kind::Text || kind == Kind::Value; }
};

using Nodes = std::vector<Node>;

// The children of `parent` (of the forest, for kNoNode), for range-for.
class ChildRange {
 public:
  class Iterator {  // goes from child to child
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
