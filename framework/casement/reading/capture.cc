#include "casement/reading/capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/regex_deadline.h"
#include "casement/browser/page/internals_query.h"
#include "casement/dom/assemble_dom.h"
#include "casement/frames/frame_query.h"
#include "casement/frames/patience.h"
#include "casement/frames/sign_of_life.h"
#include "casement/reading/document_cache.h"
#include "casement/reading/listeners.h"
#include "casement/reading/page_ids.h"
#include "casement/snapshot/assemble_snapshot.h"

namespace casement {
namespace {

constexpr int kDeepestQuery = 8;

// Returns true if any document would be read differently now. `asked`: frames whose query began when their reading
// arrived; `not_yet_asked`: frames that had another query under way then.
bool query_remaining_internals(PageSession& page, const FrameQueryResult& query, const std::set<FrameId>& asked,
                               const std::set<FrameId>& not_yet_asked, Deadline deadline) {
  std::vector<FrameId> not_yet_queried, under_way;
  for (const FrameResult& answer : query.answers) {
    if (answer.failure) continue;
    if (asked.contains(answer.frame_id)) under_way.push_back(answer.frame_id);
    if (not_yet_asked.contains(answer.frame_id)) not_yet_queried.push_back(answer.frame_id);
  }
  const bool has_learnt = !not_yet_queried.empty() && query_element_internals(page, not_yet_queried, deadline);
  return (!under_way.empty() && await_internals_queries(page, under_way, deadline)) || has_learnt;
}

// The readings of all frames of a page, and the cost of asking for them.
struct Readings {
  std::vector<CapturedFrame> frames;
  SnapshotStatistics statistics;
  std::map<FrameId, std::size_t> fingerprints;  // hashes of the documents; only for the whole tree
  std::set<FrameId> unchanged;                  // unchanged documents, whose stored readings are still to be added
};

class Capture {
 public:
  // `whole`: the question for js/whole_tree.js; null for a snapshot.
  Capture(PageSession& page, SnapshotOptions options, const Json& whole, Deadline deadline)
      : page_(page),
        options_(std::move(options)),
        deadline_(deadline),
        // The change detector does not notice scrolling, which moves the boxes of a snapshot, nor added listeners.
        cache_(page, whole.is_null() ? ReadingKind::Snapshot : ReadingKind::Whole, asked(whole), deadline.remaining(),
               !options_.boxes && !options_.listeners) {
    const FrameSettings& settings = page.frame_settings();
    if (options_.frame_timeout.count() <= 0) options_.frame_timeout = page.frame_timeout();
    if (settings.max_depth > 0) options_.max_frame_depth = std::min(options_.max_frame_depth, settings.max_depth);
    query_options_.frame_timeout = options_.frame_timeout;
    query_options_.max_depth = options_.max_frame_depth;
    query_options_.question_of = [this](const Frame& frame) -> const BridgeCall& { return cache_.question_for(frame); };
    query_options_.on_all_answered = [this] { cache_.on_all_answered(); };
  }

  const SnapshotOptions& options() const { return options_; }
  DocumentCache& cache() { return cache_; }

  // Identifies the input of a snapshot: the numbers of the readings, and the facts about their frames. "" if a frame
  // was not read or nothing is stored.
  std::string cache_key(const Readings& readings) const {
    if (!cache_.remembers()) return "";
    std::string all = fmt::format("{} {} {} {} {} {} {}\n", cache_.key(), options_.max_frame_depth, options_.max_nodes,
                                  options_.max_bytes, options_.max_depth, options_.max_elements,
                                  dump_json(Json(options_.secret_patterns)));
    for (const CapturedFrame& frame : readings.frames) {
      if (frame.failure || frame.http_error) return "";
      // Names may contain any characters, so each is preceded by its length.
      fmt::format_to(std::back_inserter(all), "{} {} {} {} {} {} {} {} {} {} {} {}{}{}\n", frame.frame_id,
                     frame.ordinal, frame.parent_ordinal, frame.owner_ref, frame.cross_site, frame.status,
                     frame.generation, cache_.number_of(frame.frame_id), frame.name.size(), frame.url.size(),
                     frame.origin.size(), frame.name, frame.url, frame.origin);
    }
    return all;
  }

  // Adds the stored readings of unchanged documents. Returns false if any of these is not stored and must be read
  // again.
  bool restore_unchanged_documents(Readings& readings) {
    bool has_all = true;
    for (CapturedFrame& frame : readings.frames) {
      if (!readings.unchanged.contains(frame.frame_id)) continue;
      std::optional<DocumentSnapshot> kept = cache_.kept_reading(frame.frame_id);
      has_all = has_all && kept;
      if (kept) frame.reading = std::move(*kept);
    }
    return has_all;
  }

  Readings query_and_decode() {
    const auto started = Deadline::Clock::now();
    cache_.begin(deadline_);
    FrameQueryResult query = query_frames();
    // Closed roots may contain elements with closed roots of their own.
    for (int round = 0; round < kDeepestQuery; ++round) {
      if (!query_remaining_internals(page_, query, asked_at_once_, not_yet_asked_, own_deadline())) break;
      query = query_frames();
    }
    if (options_.listeners) {
      bool changed = false;
      for (const FrameResult& answer : query.answers) {
        if (!answer.failure) changed |= query_listeners(page_, answer.frame_id, own_deadline());
      }
      if (changed) query = query_frames();
    }
    while (!cache_.is_confirmed(query.answers, own_deadline())) {
      cache_.begin(deadline_);
      query = query_frames();
    }
    Readings readings;
    for (FrameResult& answer : query.unseen) query.answers.push_back(std::move(answer));
    for (FrameResult& answer : query.answers) readings.frames.push_back(captured(answer, readings));
    readings.statistics.waves = waves_;
    readings.statistics.milliseconds =
        std::chrono::duration<double, std::milli>(Deadline::Clock::now() - started).count();
    return readings;
  }

 private:
  Json asked(const Json& whole) const {
    Json asked{{"boxes", options_.boxes}, {"revealValues", options_.reveal_values}};
    if (!options_.aria_hidden) asked["ariaHidden"] = false;
    if (options_.listeners) asked["listeners"] = true;
    if (options_.parked) asked["parked"] = true;
    if (options_.max_elements > 0) asked["maxNodes"] = options_.max_elements;
    if (!whole.is_null()) asked["whole"] = whole;
    return asked;
  }

  Deadline own_deadline() const { return deadline_.at_most(options_.frame_timeout); }

  FrameQueryResult query_frames() {
    const ContentsOf contents_of = [this](const FrameId& frame, Json& answer) {
      std::string& text = answer.get_ref<std::string&>();
      // Sent first, so that the page can answer while its reading is decoded.
      if (names_elements_to_query(text)) {
        (begin_internals_query(page_, frame) ? asked_at_once_ : not_yet_asked_).insert(frame);
      }
      return cache_.take(frame, std::move(text));
    };
    asked_at_once_.clear();
    not_yet_asked_.clear();
    FrameQueryResult query = query_all_frames(page_, cache_.question(), contents_of, query_options_, deadline_);
    waves_ += query.waves;
    return query;
  }

  CapturedFrame captured(FrameResult& answer, Readings& readings) {
    CapturedFrame frame{answer};
    frame.http_error = std::move(answer.http_error);
    frame.failure = std::move(answer.failure);
    if (frame.failure) return frame;
    if (const auto said = cache_.fingerprint_of(answer.frame_id)) readings.fingerprints[answer.frame_id] = *said;
    if (auto walked = cache_.walked_reading(answer.frame_id))
      frame.reading = std::move(*walked);
    else if (cache_.number_of(answer.frame_id) != 0)
      readings.unchanged.insert(answer.frame_id);
    return frame;
  }

  PageSession& page_;
  SnapshotOptions options_;
  const Deadline deadline_;
  DocumentCache cache_;
  FrameQueryOptions query_options_;
  std::set<FrameId> asked_at_once_, not_yet_asked_;  // for facts that only the browser knows
  int waves_ = 0;
};

Json whole_tree_question(const PageSession& page, const DomOptions& options) {
  return {{"hidden", options.hidden},
          {"guesses", options.class_guesses},
          {"testIdAttribute", page.environment().options.test_id_attribute}};
}

SnapshotOptions snapshot_options_of(const DomOptions& options) {
  SnapshotOptions asked;
  asked.frame_timeout = options.frame_timeout;
  asked.max_frame_depth = options.max_frame_depth;
  asked.listeners = options.listeners;
  asked.reveal_values = options.reveal_values;
  asked.max_elements = options.max_elements;
  asked.secret_patterns = options.secret_patterns;
  asked.timeout = options.timeout;
  return asked;
}

// Whether all documents would be read as before.
bool is_as_before(const WeakPtr<PageSession>& weak, const DomOptions& options,
                  const std::map<FrameId, std::size_t>& fingerprints) {
  PageSession* const page = weak.get();
  if (page == nullptr || page->closed()) return false;
  const cdp::Connection::EngineLock lock(page->connection());
  const Deadline deadline = page->deadline(options.timeout);
  try {
    Capture again(*page, snapshot_options_of(options), whole_tree_question(*page, options), deadline);
    return again.query_and_decode().fingerprints == fingerprints;
  } catch (const Error& error) {
    // The page has gone while it was asked.
    if (error.kind() == ErrorKind::SessionClosed || error.kind() == ErrorKind::TargetCrashed) return false;
    throw;
  }
}

}  // namespace

Snapshot capture_snapshot(PageSession& page, const SnapshotOptions& options, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  Capture capture(page, options, nullptr, deadline);
  Readings readings = capture.query_and_decode();
  std::string cache_key = capture.cache_key(readings);
  if (const Snapshot* const same = capture.cache().snapshot_of(cache_key))
    return same_snapshot(*same, readings.frames, readings.statistics);
  if (!capture.restore_unchanged_documents(readings)) {
    capture.cache().walk_all();
    readings = capture.query_and_decode();
    cache_key = capture.cache_key(readings);
  }
  const RegexDeadline searches(deadline);  // for secrets
  Snapshot snapshot = assemble_snapshot(std::move(readings.frames), capture.options(), readings.statistics);
  if (!cache_key.empty()) capture.cache().keep_snapshot(snapshot, cache_key);
  return snapshot;
}

Snapshot capture_evidence(PageSession& page) {
  require_answering(page);
  SnapshotOptions options;
  options.frame_timeout = page.frame_timeout();
  return capture_snapshot(page, options, Deadline::in(kEvidenceTimeout));
}

DomSnapshot capture_dom(PageSession& page, const DomOptions& options, const std::string& root_ref, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const auto started = Deadline::Clock::now();
  DomAssembly assembly;
  assembly.root_ref = root_ref;
  Capture capture(page, snapshot_options_of(options), whole_tree_question(page, options), deadline);
  capture.cache().walk_all();
  Readings readings = capture.query_and_decode();
  assembly.options = options;
  assembly.options.max_frame_depth = capture.options().max_frame_depth;
  assembly.milliseconds = std::chrono::duration<double, std::milli>(Deadline::Clock::now() - started).count();
  assembly.taken = std::chrono::system_clock::now();
  assembly.is_current = [weak = page.weak(), options, said = std::move(readings.fingerprints)] {
    return is_as_before(weak, options, said);
  };
  assembly.ids = PageIds::of(page, readings.frames);
  const RegexDeadline searches(deadline);  // for secrets
  return assemble_dom(std::move(readings.frames), assembly);
}

}  // namespace casement
