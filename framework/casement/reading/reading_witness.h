// Whether a document would be read as it was: then it is not walked again, and what was read of it is used once more.
//
// Two witnesses have to agree. The page itself looks at all that leaves a trace in it (js/witness.js). What leaves
// none, such as a rule of a style sheet, a media query or a shadow root that is attached, makes Chrome compute styles
// or boxes, and it counts how often it has (Performance.getMetrics). A walk has all computed that is due before it
// begins. Where the counts were the same before it was asked for and after it was answered, nothing was computed
// between, and they are those of its reading. Where the page sees no change later and the counts are still those after
// that, the reading is the one that a walk would have given. In any doubt there is a walk: the first two after a change
// are ones.
//
// The walk for a snapshot and the one for the whole tree have a witness each. Of the whole tree no reading is kept,
// only what tells it from another: DomSnapshot::valid asks no more. Its walk has to be witnessed the first time, so
// there the styles are computed and the counts asked for before it.
//
// Chrome answers the question for its counts whenever it likes, also before what it was asked earlier: it interrupts
// scripts for it. So it is asked only when what has to come before is answered.
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

// A question for the counts, whose answer is read once for all documents that it says something of.
struct CountsQuestion {
  cdp::Call call;
  std::optional<std::optional<WorkCounts>> read = {};
};
using AskedCounts = std::shared_ptr<CountsQuestion>;  // null where nothing was asked

struct DocumentWitness {          // of one document, and one kind of reading
  double milliseconds = 0;        // that its last walk took
  std::uint64_t first_asked = 0;  // how often counts had been asked for when this document was first asked, and one
  // The rest is of the reading that is kept.
  std::string question;         // that it answered
  std::uint64_t reading = 0;    // its number, 0 for none
  std::string text;             // of a snapshot in a page of several frames, or of which parts are kept: encoded
  std::uint64_t parts = 0;      // by which number the page keeps parts of it, 0 for none
  int parts_missed = 0;         // how often in a row these were of no use
  std::size_t fingerprint = 0;  // of the whole tree
  FrameContents contents;
  std::optional<WorkCounts> counts_before;
  AskedCounts counts_after;

  // Those at which it was read; nothing where that is not known.
  std::optional<WorkCounts> counts() const;
  // Whether the walk behind the reading only came by parts.
  void note_use_of_parts(bool is_of_parts);
};

class ReadingWitnesses : public PageExtension {
 public:
  explicit ReadingWitnesses(PageSession& page) : page_(page), snapshots_(page.frames()), whole_trees_(page.frames()) {}
  static ReadingWitnesses& of(PageSession& page) { return page.extension<ReadingWitnesses>(); }

  // In ms that the walks of a session's documents take, from which on their witnesses are asked. To ask them costs some
  // tenths of one. 0: of all, and parts are kept each time.
  double worth_asking_from = 3;

  // The sessions whose documents take so long to walk.
  std::set<cdp::SessionId> sessions_worth_asking(ReadingKind kind);
  DocumentWitness& of_document(const Frame& frame, ReadingKind kind) {
    return (kind == ReadingKind::Snapshot ? snapshots_ : whole_trees_)[frame];
  }

  // Has what is due computed in the documents whose whole tree is to be walked, and asks for the counts behind that.
  void prepare(Deadline deadline);
  // Before the documents are asked: takes in the counts that were asked for last.
  void begin(Deadline deadline);
  // Everyone who was asked has answered: asks for the counts behind that, while the answers are taken.
  void on_all_answered();
  // Before a document is asked: whether it may answer that it is as it was witnessed. `key`: what the question is, but
  // for what does not change its answer.
  bool may_be_unchanged(const Frame& frame, ReadingKind kind, const std::string& key);
  // A walk has answered with `text`. `parts`: the number by which the page keeps parts of it, 0 for none.
  void keep(const Frame& frame, ReadingKind kind, const std::string& key, const std::string& text, std::uint64_t parts);
  // Whether a document that is walked for a snapshot shall keep parts of it for the next walk.
  bool shall_keep_parts(const Frame& frame, const std::string& key);
  std::uint64_t next_parts() { return ++last_parts_; }
  // Notes the counts behind the walks of these frames.
  void count_after(const std::vector<const Frame*>& frames, ReadingKind kind);
  // Whether the counts say, too, that these frames are as they were. The page has to be as it was when each was asked.
  bool are_confirmed(const std::vector<const Frame*>& frames, ReadingKind kind, Deadline deadline);

  // How many documents were walked, ever.
  std::uint64_t walks() const { return walks_; }
  void note_walk() { ++walks_; }

  // The last snapshot whose documents had witnesses, of these readings and made in this way; null where it is of
  // others.
  const Snapshot* snapshot_of(const std::string& made_of) const {
    return !made_of.empty() && made_of == made_of_ ? &snapshot_ : nullptr;
  }
  void keep_snapshot(Snapshot snapshot, std::string made_of) {
    snapshot_ = std::move(snapshot);
    made_of_ = std::move(made_of);
  }

 private:
  struct SessionCounts {
    AskedCounts asked;
    std::uint64_t number = 0;
    int times_late = 0;
    std::optional<WorkCounts> last;  // that were taken in, and their number
    std::uint64_t last_number = 0;
  };

  void begin_counting(const cdp::SessionId& session);
  void ask_for_counts(const cdp::SessionId& session);
  void ask_for_counts_behind_answers(const cdp::SessionId& session);

  PageSession& page_;
  PerDocument<DocumentWitness> snapshots_, whole_trees_;
  std::map<cdp::SessionId, SessionCounts> sessions_;  // that were told to count
  std::set<cdp::SessionId> asked_now_;                // since `begin`, for documents' witnesses
  std::set<cdp::SessionId> counted_;                  // of these, whose counts were asked for behind all answers
  std::uint64_t last_reading_ = 0;
  std::uint64_t last_parts_ = 0;
  std::uint64_t walks_ = 0;
  std::uint64_t asked_ = 0;  // how often for counts
  Snapshot snapshot_;
  std::string made_of_;
};

// Whether a document answers (js/witness.js) that it would be walked as before.
bool is_unchanged_reading(std::string_view answer);

// The field of an encoded reading that says how long the walk took, cut out: what stands before it, and behind it.
std::pair<std::string_view, std::string_view> without_duration(std::string_view reading);

}  // namespace casement
