// Proves that a document would be read as before, so that its last reading can be reused without a walk.
//
// The page and Chrome must agree. The page checks everything that leaves a trace in the page
// (js/change_detector.js). Changes without such a trace, such as a rule of a style sheet, a media query or an attached
// shadow root, make Chrome compute styles or boxes, and Chrome counts these computations
// (Performance.getMetrics). A walk first has all pending styles and boxes computed. If the counts before the walk's
// request equal the counts after its answer, nothing was computed in between, and the counts belong to the reading.
// Later, if the page sees no change and the counts are still equal, a walk would give the same reading. In any doubt
// the document is walked; the first two readings after a change are always walks. The caller of all functions holds the
// engine lock.
//
// Walks for a snapshot and walks for the whole tree are recorded separately. For the whole tree only a fingerprint is
// stored, because DomSnapshot::valid needs nothing else. Its first walk must already be recorded, so before that walk
// the styles are computed and the counts are requested.
//
// Chrome answers a request for counts at any time, even before earlier requests, because it interrupts scripts for the
// answer. Therefore counts are requested only after all earlier requests have been answered.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/browser/frames/per_frame.h"
#include "casement/browser/values/page_extension.h"
#include "casement/frames/frame_query.h"
#include "casement/reading/reading_contents.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

struct WorkCounts {  // how often Chrome has computed styles and boxes, in all documents of a session
  double styles = -1;
  double layouts = -1;
  bool operator==(const WorkCounts&) const = default;
};

// A request for the counts. The answer is parsed once for all documents that it concerns.
struct CountsQuestion {
  cdp::Call call;
  std::optional<std::optional<WorkCounts>> read = {};
};
using AskedCounts = std::shared_ptr<CountsQuestion>;  // null if nothing was requested

struct StoredReading {            // the last reading of one document, for one kind, and the counts that prove it
  double milliseconds = 0;        // duration of the document's last walk
  std::uint64_t first_asked = 0;  // number of the first request for counts that can concern this document
  // The members below belong to the stored reading.
  std::string question;       // answered by the reading
  std::uint64_t reading = 0;  // the reading's number, 0 if none
  std::string text;         // encoded; only of a snapshot, if the page has several frames or the document stores parts
  std::uint64_t parts = 0;  // number under which the page stores parts of the reading, 0 if none
  int parts_missed = 0;     // how often in a row the parts were useless
  std::size_t fingerprint = 0;  // of the whole tree
  FrameContents contents;
  std::optional<WorkCounts> counts_before;
  AskedCounts counts_after;

  // The counts at the time of the reading, if known.
  std::optional<WorkCounts> counts() const;
  // Notes whether the last walk could reuse parts.
  void note_use_of_parts(bool is_of_parts);
};

class ChangeDetector : public PageExtension {
 public:
  explicit ChangeDetector(PageSession& page) : page_(page), snapshots_(page.frames()), whole_trees_(page.frames()) {}
  static ChangeDetector& of(PageSession& page) { return page.extension<ChangeDetector>(); }

  // Total duration in ms of a session's walks from which on changes are detected. Detection costs some tenths of a ms.
  // 0: detect changes of all documents, and always store parts.
  double worth_asking_from = 3;

  // The sessions whose walks take at least that long. For the whole tree, also sessions with a document that was not
  // walked yet.
  std::set<cdp::SessionId> sessions_worth_asking(ReadingKind kind);
  StoredReading& of_document(const Frame& frame, ReadingKind kind) {
    return (kind == ReadingKind::Snapshot ? snapshots_ : whole_trees_)[frame];
  }

  // Computes pending styles in all documents before a walk of the whole tree, and then requests the counts.
  void prepare(Deadline deadline);
  // Call before the documents are asked: reads the counts that were requested last.
  void begin(Deadline deadline);
  // Call when all asked documents have answered: requests the counts, which arrive while the answers are read.
  void on_all_answered();
  // Call before a document is asked. Returns whether the document may answer that it is unchanged. `key`: the question,
  // without the parts that do not affect its answer.
  bool may_be_unchanged(const Frame& frame, ReadingKind kind, const std::string& key);
  // Stores the reading `text` of a walk. `parts`: the number under which the page stores parts of the reading, 0 if
  // none.
  void keep(const Frame& frame, ReadingKind kind, const std::string& key, const std::string& text, std::uint64_t parts);
  // Whether a walk for a snapshot should store parts of the document for the next walk.
  bool shall_keep_parts(const Frame& frame, const std::string& key);
  std::uint64_t next_parts() { return ++last_parts_; }
  // Notes which request for counts follows the walks of these frames.
  void count_after(const std::vector<const Frame*>& frames, ReadingKind kind);
  // Whether the counts, too, prove that these frames are unchanged. Precondition: each page has answered that its
  // document is unchanged.
  bool are_confirmed(const std::vector<const Frame*>& frames, ReadingKind kind, Deadline deadline);

  // The number of walks until now.
  std::uint64_t walks() const { return walks_; }
  void note_walk() { ++walks_; }

  // The last snapshot of stored readings, if it was made from these readings with these options; otherwise null.
  const Snapshot* snapshot_of(const std::string& cache_key) const {
    return !cache_key.empty() && cache_key == snapshot_key_ ? &snapshot_ : nullptr;
  }
  void keep_snapshot(Snapshot snapshot, std::string cache_key) {
    snapshot_ = std::move(snapshot);
    snapshot_key_ = std::move(cache_key);
  }

 private:
  struct SessionCounts {
    AskedCounts asked;
    std::uint64_t number = 0;
    int times_late = 0;
    std::optional<WorkCounts> last;  // the last counts that were read, and their number
    std::uint64_t last_number = 0;
  };

  void begin_counting(const cdp::SessionId& session);
  void ask_for_counts(const cdp::SessionId& session);
  void ask_for_counts_behind_answers(const cdp::SessionId& session);

  PageSession& page_;
  PerDocument<StoredReading> snapshots_, whole_trees_;
  std::map<cdp::SessionId, SessionCounts> sessions_;  // sessions that count
  std::set<cdp::SessionId> asked_now_;                // since `begin`, for stored readings
  std::set<cdp::SessionId> counted_;                  // sessions whose counts were requested after all answers
  std::uint64_t last_reading_ = 0;
  std::uint64_t last_parts_ = 0;
  std::uint64_t walks_ = 0;
  std::uint64_t asked_ = 0;  // number of requests for counts
  Snapshot snapshot_;
  std::string snapshot_key_;
};

// Whether a document's answer (js/change_detector.js) is that a walk would give the same reading.
bool is_unchanged_reading(std::string_view answer);

// Removes the duration from an encoded reading: returns the text before and after that field.
std::pair<std::string_view, std::string_view> without_duration(std::string_view reading);

}  // namespace casement
