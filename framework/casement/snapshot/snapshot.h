// An immutable image of a page at one moment, with every frame in its place: the tree, its text, and the frames that
// could not be read. Copies are cheap and may be used on any thread.
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

// One frame of the page. `url` is the frame's current URL, or the URL it failed to load; `owner()` is "" if the iframe
// element is not in the tree.
struct SnapshotFrame : FrameIdentity {
  // "ready", "hidden", a failure's kind, or "unread" for a frame inside an unread frame. A frame with "http_error" was
  // read if `read` is true.
  std::string state;
  bool read = false;  // its content is in the tree
};

struct SnapshotStatistics {  // the cost of a snapshot
  // Set by the capture.
  int waves = 0;
  double milliseconds = 0;  // total: asking, waiting, and building the tree
  // Counted by assemble_snapshot.
  double milliseconds_in_page = 0;  // duration of the walks in the page, summed over frames
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
  std::string owner_ref;  // the ref of the nearest ancestor with a ref; the element's own if it has one
  std::string label;      // `button "Add"`
  std::string context;    // `inside listitem "Blue kettle"`, `in iframe "Recommended"`, or ""
  std::size_t line = 0;   // in text(), counted from 1; 0 if a limit cut the line
  NodeIndex node = kNoNode;
};

struct CapturedFrame;
struct SnapshotChange;  // casement/snapshot/diff.h
struct TemplateMatch;   // casement/snapshot/match.h

class Snapshot {
 public:
  // An empty page.
  Snapshot();

  // Accessors return references from a snapshot that stays alive, and values from a temporary, so `for (auto& frame :
  // page.snapshot().frames())` is safe.

  // The text in the dialect of docs/snapshot.md: YAML, identical byte for byte for identical pages.
  const std::string& text() const&;
  std::string text() &&;
  // One flat JSON object for programs: a list of frames, and a list of nodes with their depth.
  std::string json() const;

  const std::string& url() const&;  // of the main frame's document
  std::string url() &&;
  int status() const;                 // of the main frame's HTTP response, 0 if none
  const std::string& title() const&;  // of the main frame's document
  std::string title() &&;
  const std::vector<SnapshotFrame>& frames() const&;  // all frames of the page, also hidden and unread ones
  std::vector<SnapshotFrame> frames() &&;
  const SnapshotFrame* frame(int ordinal) const;             // nullptr if there is none
  const std::vector<FrameFailure>& frame_failures() const&;  // frames that could not be read, and why
  std::vector<FrameFailure> frame_failures() &&;
  const std::vector<std::string>& warnings() const&;  // missing or omitted parts, for people
  std::vector<std::string> warnings() &&;
  const SnapshotStatistics& statistics() const&;  // the cost of this snapshot
  SnapshotStatistics statistics() &&;
  // The tree over all frames; Node::frame is the ordinal of the node's frame.
  const Nodes& nodes() const&;
  const Nodes& nodes() && = delete;
  // The node with this ref, or kNoNode.
  NodeIndex node_of(std::string_view ref) const;

  // The ref of the only matching element; for a text, of the element around it. Throws Error{NotFound} with the nearest
  // names, or if the match has no ref; Error{Ambiguous} with the matches and their refs; Error{UnknownRef}; and
  // Error{Usage} for a target that the tree cannot answer (css, testid, label, alt, title).
  std::string ref(const Target& target) const;
  // All matches in the main frame and then in all other frames, in document order. `#n` of the target selects one
  // match. Throws the errors of `match_target`.
  std::vector<SnapshotMatch> find(const Target& target) const;
  // The text runs with this text, elements whose content is their name and matches, and the innermost elements whose
  // joined runs match.
  std::vector<SnapshotMatch> find_text(const TextPattern& pattern) const;

  // The changes since `before`, line by line, frames included; see casement/snapshot/diff.h.
  std::vector<SnapshotChange> diff(const Snapshot& before) const;
  // Whether the snapshot contains the template; see casement/snapshot/match.h.
  TemplateMatch match(std::string_view snapshot_template) const;

 private:
  friend Snapshot assemble_snapshot(std::vector<CapturedFrame> readings, const SnapshotOptions& options,
                                    SnapshotStatistics statistics);
  friend Snapshot same_snapshot(const Snapshot& before, const std::vector<CapturedFrame>& readings,
                                SnapshotStatistics statistics);
  struct Data;
  // Shared by all copies, because it never changes.
  std::shared_ptr<const Data> data_;
  std::shared_ptr<const SnapshotStatistics> cost_;  // set by same_snapshot
  explicit Snapshot(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
};

}  // namespace casement
