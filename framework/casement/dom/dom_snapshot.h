// A page at one moment as a tree of all its elements, over all frames and shadow roots: what programs need that must
// understand a page in few words. It is another view of the observation that a snapshot makes. Immutable; copies are
// cheap and may be used on any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/dom/dom_json_options.h"
#include "casement/snapshot/element_facts.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// How the tree is taken.
struct DomOptions {
  // Only what this target means now, and what is in it: Error{NotFound} or Error{Ambiguous} where that is not one
  // element.
  std::string within = {};
  bool hidden = false;     // read what is in hidden elements too; else it is counted (`DomNode::unread`)
  bool listeners = false;  // ask the browser on which elements scripts listen for the pointer
  // An element that was made anew and stands for one that went away gets that one's id (`DomNode::carried`).
  bool carry_ids = true;
  bool class_guesses = false;    // take what is called "btn" or the like for a thing to be used
  bool reveal_values = false;    // show card numbers and one-time codes; passwords never
  std::size_t max_elements = 0;  // read of each document; those past it are counted, not read. 0: all
  int max_frame_depth = 8;
  Milliseconds frame_timeout{0};                  // per frame; 0: the page's
  std::vector<std::string> secret_patterns = {};  // as those of SnapshotOptions
  Milliseconds timeout{0};
};

// In CSS px of the page's own viewport, for elements in frames too.
struct DomBox {
  int x = 0, y = 0;  // of the top left corner
  int width = 0, height = 0;
};

// One element, or a text that stands between elements. Its views live as long as a snapshot that it is of.
struct DomNode {
  std::uint32_t number = 0;  // in its document; 0 for a text
  std::uint32_t frame = 0;   // ordinal of the document's frame
  std::uint32_t ref = 0;     // local number, 0 for none
  NodeIndex parent = kNoNode;
  NodeIndex end = 0;           // one past the last node of the subtree
  NodeIndex region = kNoNode;  // the nearest landmark around it (ARIA 1.2 section 5.3.4)
  std::uint32_t place = 0;     // among its siblings of the same tag, from 1; 0 where there is no other
  std::string_view tag;        // "button"; "" for a text
  std::string_view role;       // "" for what has none
  std::string_view label;      // accessible name
  std::string_view text;       // what stands directly in it, or the text itself
  std::string_view value;      // what a control holds, its secrets masked
  std::string_view states;     // "checked level=2", as in a snapshot's brackets
  std::string_view href;       // of a link as it is written; of a frame where its document is
  std::string_view placeholder;
  std::string_view input_type;  // of an input or button
  std::string_view html_id;
  std::string_view test_id;
  std::string_view failed;   // of an element with a frame that could not be read: the kind of failure
  std::string_view error;    // and what was wrong with it
  DomBox box;                // without area where it has none, or nobody asked
  std::uint32_t unread = 0;  // elements in it that were not read, since nobody sees them
  HiddenBy hidden_by = HiddenBy::Nothing;
  UsedBy used_by = UsedBy::Nothing;
  bool in_viewport = false;  // some of its box is to be seen without scrolling
  bool pointer = false;      // has the pointing-hand cursor
  bool holds_frame = false;
  bool cross_site = false;  // of a frame: its document is of another site
  bool hosts_open_root = false;
  bool hosts_closed_root = false;
  bool carried = false;                             // its id is that of an element that went away, for which it stands
  bool space_before = false, space_behind = false;  // white space stands there, between it and its neighbour

  bool is_text() const { return number == 0; }                              // a text, and no element
  bool is_visible() const { return hidden_by == HiddenBy::Nothing; }        // a person sees it
  bool is_interactive() const { return used_by != UsedBy::Nothing; }        // it can be used
  bool hosts_root() const { return hosts_open_root || hosts_closed_root; }  // a shadow root that was read
  // "n12", "f1_n3"; "" for a text. An element keeps its id while it is in its document. One that a page made anew gets
  // the id of the one for which it stands, if that went away since the snapshot before and no other could be meant.
  std::string id() const;
  // "e12", "f1_e3"; "" where it has none.
  std::string ref_text() const;
};

// What is known of the page as a whole.
struct DomContext {
  std::string url;
  std::string title;
  int status = 0;                               // of the main frame's HTTP response, 0 for none
  int viewport_width = 0, viewport_height = 0;  // CSS px
  int scroll_x = 0, scroll_y = 0;
  int document_width = 0, document_height = 0;
  std::chrono::system_clock::time_point taken;
};

struct DomCounts {  // of what is in the tree
  std::size_t elements = 0;
  std::size_t visible = 0;
  std::size_t in_viewport = 0;
  std::size_t interactive = 0;
  std::size_t unread = 0;  // beside `elements`: in hidden ones, or past `max_elements`
  std::size_t frames = 0;  // that were read
  std::size_t shadow_roots = 0;
  double milliseconds = 0;  // that taking it took
};

struct CapturedFrame;
struct DomAssembly;
struct DomData;

class DomSnapshot {
 public:
  DomSnapshot();  // of an empty page

  // What belongs to the snapshot is lent by one that stays, as with Snapshot. In document order: the subtree of node i
  // is [i, nodes()[i].end).
  const std::vector<DomNode>& nodes() const&;
  const std::vector<DomNode>& nodes() && = delete;
  // nullptr if there is none. In constant time.
  const DomNode* node(std::string_view id) const&;
  const DomNode* node_of_ref(std::string_view ref) const&;
  // Its place in the tree: "html/body/main/ul/li[3]/a", counted among siblings of the same tag, from the frame's
  // document on; frames around it stand before it, "f1:".
  std::string path(const DomNode& node) const;
  // `main`, `navigation "Primary"`: the landmark that the node is in; "" where it is in none.
  std::string region(const DomNode& node) const;

  // The page as a whole.
  const DomContext& context() const&;
  DomContext context() && { return static_cast<const DomSnapshot&>(*this).context(); }
  // How much is in it.
  const DomCounts& counts() const&;
  DomCounts counts() && { return static_cast<const DomSnapshot&>(*this).counts(); }
  const std::vector<SnapshotFrame>& frames() const&;  // all of the page, hidden and unread ones too
  std::vector<SnapshotFrame> frames() && { return static_cast<const DomSnapshot&>(*this).frames(); }
  // Frames that could not be read, and why.
  const std::vector<FrameFailure>& frame_failures() const&;
  std::vector<FrameFailure> frame_failures() && { return static_cast<const DomSnapshot&>(*this).frame_failures(); }
  const std::vector<std::string>& warnings() const&;  // what is missing, in words
  std::vector<std::string> warnings() && { return static_cast<const DomSnapshot&>(*this).warnings(); }

  // As JSON: flattened, or the full tree; see casement/dom/dom_json_options.h. `casement schema --dom` has the schema.
  // Throws Error{Usage} for options that cannot be.
  std::string json(const DomJsonOptions& options = {}) const;
  // The same, handed on in pieces of some 64 KiB: for trees of which nobody wants a copy.
  void write_json(const DomJsonOptions& options, const std::function<void(std::string_view)>& sink) const;

  // Whether the page is still as it was: everything that this snapshot says would be said again. Each document is asked
  // whether it has seen a change, and the browser whether it has computed anything since; only where that leaves a
  // doubt is a document read again. False for a page that has gone; throws what `Page::dom` throws else.
  bool valid() const;

 private:
  friend DomSnapshot assemble_dom(std::vector<CapturedFrame>, const DomAssembly&);
  // Copies share what never changes any more.
  std::shared_ptr<const DomData> data_;
  explicit DomSnapshot(std::shared_ptr<const DomData> data) : data_(std::move(data)) {}
};

}  // namespace casement
