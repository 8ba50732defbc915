// A look at what the documents of a page said when they were read last: what to ask each, so that one that is as it was
// need not walk its elements again, and what its answer comes to as a whole reading. What is remembered, and how it is
// known to hold, stands behind it (casement/reading/reading_witness.h, partial_reading.h).
//
// One look is: `begin`; each document is asked `question_for` it, and its answer is taken in by `take`; `is_confirmed`
// once all have answered. Where it is not, those whose reading does not hold are asked once more, and walk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "casement/bridge/bridge.h"
#include "casement/frames/frame_query.h"
#include "casement/reading/reading_contents.h"
#include "casement/snapshot/decode.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

struct DocumentWitness;
class ReadingWitnesses;

class DocumentCache {
 public:
  // `asked`: what js/aria_tree.js is asked of each document. `longest`: how long the page may walk. `is_known`: whether
  // witnesses can tell that such a reading holds.
  DocumentCache(PageSession& page, ReadingKind kind, Json asked, Milliseconds longest, bool is_known);

  // What every document is asked that nothing is known of.
  const BridgeCall& question() const { return question_; }
  // What distinguishes it from other questions.
  const std::string& key() const { return key_; }
  // Whether anything is remembered. Otherwise each document is walked.
  bool remembers() const { return !worth_asking_.empty(); }
  // From now on each document is walked, and remembered.
  void walk_all() { walks_all_ = true; }

  void begin(Deadline deadline);
  const BridgeCall& question_for(const Frame& frame);
  // Everyone who was asked has answered; before the answers are taken in.
  void on_all_answered();
  FrameContents take(const FrameId& id, std::string answer);
  // False where documents are to be asked again.
  bool is_confirmed(const std::vector<FrameResult>& answers, Deadline deadline);

  // Of a document that has answered: the number of its reading, the same for the same reading; 0 for none.
  std::uint64_t number_of(const FrameId& id) const;
  // What tells its whole tree from another; nothing where none was read.
  std::optional<std::size_t> fingerprint_of(const FrameId& id) const;
  // The reading of one that has walked, which is handed over; nothing where it has not.
  std::optional<DocumentSnapshot> walked_reading(const FrameId& id);
  // The reading of one that has not. Nothing where it was not kept: the document has to be walked.
  std::optional<DocumentSnapshot> kept_reading(const FrameId& id);

  // The last snapshot that was kept, of these readings and made in this way; null where it is of others.
  const Snapshot* snapshot_of(const std::string& made_of) const;
  void keep_snapshot(Snapshot snapshot, std::string made_of);

 private:
  struct Taken {
    std::uint64_t number = 0;
    std::optional<std::size_t> fingerprint;
  };

  bool asks_witness_of(const Frame& frame) const;
  BridgeCall question_with_parts(const Frame& frame, bool walks);
  FrameContents take_walk(const Frame& frame, DocumentWitness& witness, std::string text);

  PageSession& page_;
  const ReadingKind kind_;
  ReadingWitnesses& witnesses_;
  std::set<cdp::SessionId> worth_asking_;
  bool walks_all_ = false;
  std::string key_;  // the question, but for the time that the page is given
  BridgeCall question_;
  // What those are asked that are witnessed: one that may be as it was, one that is walked, and those that keep parts.
  Json asked_;
  BridgeCall judged_, walked_question_;
  std::map<FrameId, BridgeCall> with_parts_;
  std::map<FrameId, Taken> taken_;
  std::map<FrameId, DocumentSnapshot> walked_;
};

// Whether the browser is to be asked for what no script can read, as the answer to any of these questions says.
bool names_elements_to_query(std::string_view answer);

}  // namespace casement
