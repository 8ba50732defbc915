// A page at one moment as a tree of all its elements, over all frames and shadow roots, for programs that must
// understand a page in few words. The tree is another view of the observation that a snapshot makes. Immutable; copies
// are cheap and may be used on any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/duration.h"
#include "casement/dom/dom_json_options.h"
#include "casement/snapshot/element_facts.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// How the tree is taken.
struct DomOptions {
  // Only the element that this target matches, with its content. Error{NotFound} or Error{Ambiguous} unless exactly one
  // element matches.
  std::string within = {};
  bool hidden = false;     // read the content of hidden elements too, instead of counting it (`DomNode::unread`)
  bool listeners = false;  // ask the browser on which elements scripts listen for pointer events
  // A new element that replaces a removed element inherits its id (`DomNode::carried`).
  bool carry_ids = true;
  bool class_guesses = false;    // count elements with class names such as "btn" as usable
  bool reveal_values = false;    // show card numbers and one-time codes; passwords are never shown
  std::size_t max_elements = 0;  // read of each document; further elements are counted, not read. 0: all
  int max_frame_depth = 8;
  Milliseconds frame_timeout{0};                  // per frame; 0: the page's timeout
  std::vector<std::string> secret_patterns = {};  // as in SnapshotOptions
  Milliseconds timeout{0};
};

// Unit: CSS px of the page's own viewport, for elements in frames too.
struct DomBox {
  int x = 0, y = 0;  // of the top left corner
  int width = 0, height = 0;
};

// An element, or a text between elements. The views are valid as long as a snapshot that contains the node.
struct DomNode {
  std::uint32_t number = 0;  // in its document; 0 for a text
  std::uint32_t frame = 0;   // ordinal of the document's frame
  std::uint32_t ref = 0;     // local number; 0 without a ref
  NodeIndex parent = kNoNode;
  NodeIndex end = 0;           // one past the last node of the subtree
  NodeIndex region = kNoNode;  // the nearest landmark around it (ARIA 1.2 section 5.3.4)
  std::uint32_t place = 0;     // position among its siblings of the same tag, from 1; 0 if no sibling has the same tag
  std::string_view tag;        // "button"; "" for a text
  std::string_view role;       // "" without a role
  std::string_view label;      // accessible name
  std::string_view text;       // text directly in the element, or the text itself
  std::string_view value;      // content of a control, with secrets masked
  std::string_view states;     // "checked level=2", as in a snapshot's brackets
  std::string_view href;       // of a link: as written; of a frame: the address of its document
  std::string_view placeholder;
  std::string_view input_type;  // of an input or button
  std::string_view html_id;
  std::string_view test_id;
  std::string_view failed;   // kind of failure, if the element holds a frame that could not be read
  std::string_view error;    // message of that failure
  DomBox box;                // without area if the element has none, or boxes were not read
  std::uint32_t unread = 0;  // hidden elements inside that were not read
  HiddenBy hidden_by = HiddenBy::Nothing;
  UsedBy used_by = UsedBy::Nothing;
  bool in_viewport = false;  // a part of its box can be seen without scrolling
  bool pointer = false;      // shows the pointing-hand cursor
  bool holds_frame = false;
  bool cross_site = false;  // of a frame: its document is of another site
  bool hosts_open_root = false;
  bool hosts_closed_root = false;
  bool carried = false;                             // inherited its id from a removed element, which it replaces
  bool space_before = false, space_behind = false;  // white space separates it from its neighbour

  bool is_text() const { return number == 0; }                              // a text, not an element
  bool is_visible() const { return hidden_by == HiddenBy::Nothing; }        // a person sees it
  bool is_interactive() const { return used_by != UsedBy::Nothing; }        // a person can use it
  bool hosts_root() const { return hosts_open_root || hosts_closed_root; }  // hosts a shadow root that was read
  // "n12", "f1_n3"; "" for a text. An element keeps its id while it is in its document. A new element gets the id of
  // the element that it replaces, if that element went away since the last snapshot and no other element can be meant.
  std::string id() const;
  // "e12", "f1_e3"; "" without a ref.
  std::string ref_text() const;
};

// Facts about the page as a whole.
struct DomContext {
  std::string url;
  std::string title;
  int status = 0;                               // of the main frame's HTTP response; 0 without a response
  int viewport_width = 0, viewport_height = 0;  // CSS px
  int scroll_x = 0, scroll_y = 0;
  int document_width = 0, document_height = 0;
  std::chrono::system_clock::time_point taken;
};

struct DomCounts {  // counts of the nodes in the tree
  std::size_t elements = 0;
  std::size_t visible = 0;
  std::size_t in_viewport = 0;
  std::size_t interactive = 0;
  std::size_t unread = 0;  // not in `elements`: inside hidden elements, or beyond `max_elements`
  std::size_t frames = 0;  // frames that were read
  std::size_t shadow_roots = 0;
  double milliseconds = 0;  // time needed to take the snapshot
};

struct CapturedFrame;
struct DomAssembly;
struct DomData;

class DomSnapshot {
 public:
  DomSnapshot();  // snapshot of an empty page

  // References belong to the snapshot, so a temporary snapshot does not lend them, as with Snapshot. Nodes are in
  // document order: the subtree of node i is [i, nodes()[i].end).
  const std::vector<DomNode>& nodes() const&;
  const std::vector<DomNode>& nodes() && = delete;
  // Returns nullptr if the snapshot has no such node. Takes constant time.
  const DomNode* node(std::string_view id) const&;
  const DomNode* node_of_ref(std::string_view ref) const&;
  // Returns the node's place in the tree: "html/body/main/ul/li[3]/a". [3] counts siblings of the same tag. The path
  // begins at the main document; the first step in the document of a frame has a prefix such as "f1:".
  std::string path(const DomNode& node) const;
  // Returns the landmark around the node, such as `main` or `navigation "Primary"`; "" outside landmarks.
  std::string region(const DomNode& node) const;

  // Facts about the page as a whole.
  const DomContext& context() const&;
  DomContext context() &&;
  // Counts of the nodes in the tree.
  const DomCounts& counts() const&;
  DomCounts counts() &&;
  const std::vector<SnapshotFrame>& frames() const&;  // all frames of the page, also hidden and unread frames
  std::vector<SnapshotFrame> frames() &&;
  // Frames that could not be read, with the reasons.
  const std::vector<FrameFailure>& frame_failures() const&;
  std::vector<FrameFailure> frame_failures() &&;
  const std::vector<std::string>& warnings() const&;  // missing parts, in words
  std::vector<std::string> warnings() &&;

  // Returns JSON: flattened, or the full tree; see casement/dom/dom_json_options.h. `casement schema --dom` prints the
  // schema. Throws Error{Usage} for invalid options.
  std::string json(const DomJsonOptions& options = {}) const;
  // Passes the same JSON to `sink` in pieces of about 64 KiB, to avoid a copy of a large tree.
  void write_json(const DomJsonOptions& options, const std::function<void(std::string_view)>& sink) const;

  // Whether the page is unchanged, so that a new snapshot would be the same. Asks each document whether it has seen a
  // change, and the browser whether it has computed anything since this snapshot. If both leave a doubt, reads the
  // document again. Returns false if the page has gone; throws the other errors of `Page::dom`.
  bool valid() const;

 private:
  friend DomSnapshot assemble_dom(std::vector<CapturedFrame>, const DomAssembly&);
  // Shared by copies, because the data never changes.
  std::shared_ptr<const DomData> data_;
  explicit DomSnapshot(std::shared_ptr<const DomData> data) : data_(std::move(data)) {}
};

}  // namespace casement
