// A page as it was seen at one moment, every frame in its place: the tree, its text, and what could
// not be read. Immutable; copies are cheap and may be used on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/snapshot/frame_failure.h"
#include "casement/snapshot/node.h"
#include "casement/snapshot/snapshot_options.h"
#include "casement/target/frame_identity.h"
#include "casement/target/limits.h"
#include "casement/target/target.h"

namespace casement {

// One frame of the page. `url` is where the frame is, or where it failed to get to; `owner()` is "" if the iframe
// element is not in the tree.
struct SnapshotFrame : FrameIdentity {
  // "ready", "hidden", a failure's kind, or "unread" below one that was not read. "http_error" was read
  // where `read` says so.
  std::string state;
  bool read = false;  // what it shows is in the tree
};

struct SnapshotStatistics {  // what a snapshot cost
  // Given by the one who captured.
  int waves = 0;
  double milliseconds = 0;  // all of it: asking, waiting, and putting the tree together
  // Counted by assemble_snapshot.
  double milliseconds_in_page = 0;  // that the walks took, summed over frames
  std::size_t elements_walked = 0;
  std::size_t nodes = 0;
  std::size_t refs = 0;
  std::size_t frames = 0;
  std::size_t bytes = 0;
  std::size_t estimated_tokens = 0;  // bytes / 4
};

// One element (or text run) that a target matches.
struct SnapshotMatch {
  std::string ref;        // "" if it has none
  std::string owner_ref;  // the nearest ancestor's ref; the element's own if it has one
  std::string label;      // `button "Add"`
  std::string context;    // `inside listitem "Blue kettle"`, `in iframe "Recommended"`, or ""
  std::size_t line = 0;   // of text(), from 1
  NodeIndex node = kNoNode;
};

struct CapturedFrame;
struct SnapshotChange;  // casement/snapshot/diff.h
struct TemplateMatch;   // casement/snapshot/match.h

class Snapshot {
 public:
  // An empty page.
  Snapshot();

  // What belongs to the snapshot is lent by one that stays, and given away by a temporary:
  // `for (auto& frame : page.snapshot().frames())` is safe.

  // The text in the dialect of docs/snapshot.md: YAML, the same byte for byte for the same page.
  const std::string& text() const&;
  std::string text() && { return static_cast<const Snapshot&>(*this).text(); }
  // The same for programs: one flat JSON object, frames apart, nodes with a depth.
  std::string json() const;

  const std::string& url() const&;  // of the main frame's document
  std::string url() && { return static_cast<const Snapshot&>(*this).url(); }
  int status() const;                 // of the main frame's HTTP response, 0 for none
  const std::string& title() const&;  // of the main frame's document
  std::string title() && { return static_cast<const Snapshot&>(*this).title(); }
  const std::vector<SnapshotFrame>& frames() const&;  // all of the page, hidden and unread ones too
  std::vector<SnapshotFrame> frames() && { return static_cast<const Snapshot&>(*this).frames(); }
  const SnapshotFrame* frame(int ordinal) const;             // nullptr if there is none
  const std::vector<FrameFailure>& frame_failures() const&;  // frames that could not be read, and why
  std::vector<FrameFailure> frame_failures() && { return static_cast<const Snapshot&>(*this).frame_failures(); }
  const std::vector<std::string>& warnings() const&;  // what is missing or was left out, in words
  std::vector<std::string> warnings() && { return static_cast<const Snapshot&>(*this).warnings(); }
  const SnapshotStatistics& statistics() const&;  // what it cost
  SnapshotStatistics statistics() && { return static_cast<const Snapshot&>(*this).statistics(); }
  // The stitched tree; Node::frame tells the frame.
  const Nodes& nodes() const&;
  const Nodes& nodes() && = delete;
  // The node with this ref, or kNoNode.
  NodeIndex node_of(std::string_view ref) const;

  // The ref of the one element that matches; for text, of the element the text is in. Throws
  // Error{NotFound} with the nearest names, Error{Ambiguous} with the matches and their refs,
  // Error{UnknownRef}, and Error{Usage} for what the tree cannot answer (css, testid).
  std::string ref(const Target& target) const;
  // All matches in document order, main frame and frames alike; `#n` of the target is heeded.
  std::vector<SnapshotMatch> find(const Target& target) const;
  // The text runs, and elements named by their content, that show this text.
  std::vector<SnapshotMatch> find_text(const TextPattern& pattern) const;

  // What changed since `before`, line by line, frames included; see casement/snapshot/diff.h.
  std::vector<SnapshotChange> diff(const Snapshot& before) const;
  // Whether it contains the template; see casement/snapshot/match.h.
  TemplateMatch match(std::string_view snapshot_template) const;

 private:
  friend Snapshot assemble_snapshot(std::vector<CapturedFrame> readings, const SnapshotOptions& options,
                                    SnapshotStatistics statistics);
  friend Snapshot same_snapshot(const Snapshot& before, const std::vector<CapturedFrame>& readings,
                                SnapshotStatistics statistics);
  struct Data;
  // Copies of a snapshot share what never changes any more.
  std::shared_ptr<const Data> data_;
  std::shared_ptr<const SnapshotStatistics> cost_;  // where it was found that what was taken before is still so
  explicit Snapshot(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
};

}  // namespace casement
