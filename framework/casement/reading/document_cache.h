// Reuses the last readings of a page's documents in one capture. Decides which question each document is asked, so that
// an unchanged document need not walk its elements again, and turns each answer into a whole reading. Readings and the
// proof that they are still valid are stored elsewhere (casement/reading/change_detector.h, partial_reading.h). The
// caller holds the engine lock.
//
// A capture calls `begin`, asks each document its `question_for`, passes each answer to `take`, and calls
// `is_confirmed` after the last answer. If that returns false, the capture starts again with `begin`, and every
// document is walked.
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

struct StoredReading;
class ChangeDetector;

class DocumentCache {
 public:
  // `asked`: the question for js/aria_tree.js. `longest`: how long the page may walk. `is_known`: whether Casement can
  // prove that such a reading is still valid.
  DocumentCache(PageSession& page, ReadingKind kind, Json asked, Milliseconds longest, bool is_known);

  // The question for a document without a stored reading.
  const BridgeCall& question() const { return question_; }
  // Distinguishes the question from other questions.
  const std::string& key() const { return key_; }
  // Whether readings are stored at all. Otherwise each document is walked.
  bool remembers() const { return !worth_asking_.empty(); }
  // Walks each document from now on, and stores the readings.
  void walk_all() { walks_all_ = true; }

  void begin(Deadline deadline);
  const BridgeCall& question_for(const Frame& frame);
  // Call when all documents have answered, before the answers are read.
  void on_all_answered();
  FrameContents take(const FrameId& id, std::string answer);
  // Returns false if the documents must be asked again.
  bool is_confirmed(const std::vector<FrameResult>& answers, Deadline deadline);

  // The number of an answered document's reading, equal for equal readings; 0 if unknown.
  std::uint64_t number_of(const FrameId& id) const;
  // A hash of the document's whole tree; empty if the whole tree was not read.
  std::optional<std::size_t> fingerprint_of(const FrameId& id) const;
  // Moves out the reading of a document that has walked; empty for other documents.
  std::optional<DocumentSnapshot> walked_reading(const FrameId& id);
  // The stored reading of a document that has not walked. Empty if the text was not stored; the document must be walked
  // then.
  std::optional<DocumentSnapshot> kept_reading(const FrameId& id);

  // The last stored snapshot, if it was made from these readings with these options; otherwise null.
  const Snapshot* snapshot_of(const std::string& cache_key) const;
  void keep_snapshot(Snapshot snapshot, std::string cache_key);

 private:
  struct Taken {
    std::uint64_t number = 0;
    std::optional<std::size_t> fingerprint;
  };

  bool detects_changes_in(const Frame& frame) const;
  BridgeCall question_with_parts(const Frame& frame, bool walks);
  FrameContents take_walk(const Frame& frame, StoredReading& stored, std::string text);

  PageSession& page_;
  const ReadingKind kind_;
  ChangeDetector& detector_;
  std::set<cdp::SessionId> worth_asking_;
  bool walks_all_ = false;
  std::string key_;  // the question, without the time that the page is given
  BridgeCall question_;
  // The questions for documents whose changes are detected: for a document that may be unchanged, for a document that
  // must walk, and for documents that store parts.
  Json asked_;
  BridgeCall judged_, walked_question_;
  std::map<FrameId, BridgeCall> with_parts_;
  std::map<FrameId, Taken> taken_;
  std::map<FrameId, DocumentSnapshot> walked_;
};

// Whether the answer to any of these questions mentions elements about which only the browser knows more.
bool names_elements_to_query(std::string_view answer);

}  // namespace casement
