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
#include "casement/reading/listeners.h"
#include "casement/reading/page_ids.h"
#include "casement/reading/partial_reading.h"
#include "casement/reading/reading_contents.h"
#include "casement/reading/reading_witness.h"
#include "casement/snapshot/assemble_snapshot.h"

namespace casement {
namespace {

constexpr int kDeepestQuery = 8;

// True when some document would now be read differently. `asked`: where the query began when the reading came;
// `not_yet_asked`: where another one was under way.
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

// What all frames of a page said, and what it cost to ask them.
struct Readings {
  std::vector<CapturedFrame> frames;
  SnapshotStatistics statistics;
  std::map<FrameId, std::size_t> fingerprints;  // where the whole tree was asked for: of what each document said
};

class Capture {
 public:
  // `whole`: what js/whole_tree.js is asked; null for a snapshot.
  Capture(PageSession& page, const SnapshotOptions& options, Json whole, Deadline deadline,
          Freshness freshness = Freshness::Walk)
      : page_(page),
        options_(options),
        kind_(whole.is_null() ? ReadingKind::Snapshot : ReadingKind::Whole),
        deadline_(deadline) {
    const FrameSettings& settings = page.frame_settings();
    if (options_.frame_timeout.count() <= 0) options_.frame_timeout = page.frame_timeout();
    if (settings.max_depth > 0) options_.max_frame_depth = std::min(options_.max_frame_depth, settings.max_depth);
    Json asked{{"boxes", options_.boxes}, {"revealValues", options_.reveal_values}};
    if (!options_.aria_hidden) asked["ariaHidden"] = false;
    if (options_.listeners) asked["listeners"] = true;
    if (options_.parked) asked["parked"] = true;
    if (options_.max_elements > 0) asked["maxNodes"] = options_.max_elements;
    if (is_whole()) asked["whole"] = std::move(whole);
    key_ = dump_json(asked);
    // A second past the deadline the page is not kept busy any more by a reading that nobody will have.
    asked["longest"] = std::min<std::int64_t>(deadline.remaining().count(), 1'000'000'000) + 1000;
    question_ = {"snapshot", Json::array({asked})};
    query_options_.frame_timeout = options_.frame_timeout;
    query_options_.max_depth = options_.max_frame_depth;
    // Boxes of a snapshot change by scrolling, and listeners are asked of the browser: no witness sees either.
    const bool has_witness = !options_.boxes && !options_.listeners;
    if (has_witness && freshness == Freshness::AsItPays) worth_asking_ = witnesses_.sessions_worth_asking(kind_);
    if (has_witness && (freshness == Freshness::Always || !worth_asking_.empty())) freshness_ = freshness;
    if (has_witnesses()) {
      asked["question"] = key_;
      asked_ = asked;
      judged_ = {"judgedSnapshot", Json::array({asked})};
      asked["walks"] = true;
      walked_ = {"judgedSnapshot", Json::array({std::move(asked)})};
      query_options_.on_all_answered = [this] { witnesses_.on_all_answered(); };
    }
    query_options_.question_of = [this](const Frame& frame) -> const BridgeCall& {
      if (!asks_witness_of(frame)) return question_;
      const bool may_be_unchanged = witnesses_.may_be_unchanged(frame, kind_, key_) && !walks_;
      if (!keeps_parts_of(frame)) return may_be_unchanged ? judged_ : walked_;
      return with_parts_[frame.id] = question_with_parts(frame, !may_be_unchanged);
    };
  }

  const SnapshotOptions& options() const { return options_; }
  bool has_witnesses() const { return freshness_ != Freshness::Walk; }
  bool is_whole() const { return kind_ == ReadingKind::Whole; }

  // What has been read: the readings by their numbers, and what is known of their frames. "" where some frame was not
  // read.
  std::string made_of(const Readings& readings) const {
    std::string all =
        fmt::format("{} {} {} {} {} {} {}\n", key_, options_.max_frame_depth, options_.max_nodes, options_.max_bytes,
                    options_.max_depth, options_.max_elements, dump_json(Json(options_.secret_patterns)));
    for (const CapturedFrame& frame : readings.frames) {
      if (frame.failure || frame.http_error) return "";
      const auto reading = readings_.find(frame.frame_id);
      // Names may have any letters: each stands behind its length.
      fmt::format_to(std::back_inserter(all), "{} {} {} {} {} {} {} {} {} {} {} {}{}{}\n", frame.frame_id,
                     frame.ordinal, frame.parent_ordinal, frame.owner_ref, frame.cross_site, frame.status,
                     frame.generation, reading == readings_.end() ? 0 : reading->second, frame.name.size(),
                     frame.url.size(), frame.origin.size(), frame.name, frame.url, frame.origin);
    }
    return all;
  }

  // Puts what was read before in its place, where nothing new was read. False where that has to be read again.
  bool fill(Readings& readings) {
    bool has_all = true;
    for (CapturedFrame& frame : readings.frames) {
      if (!unchanged_.contains(frame.frame_id) || frame.failure) continue;
      const Frame* const known = page_.frames().find(frame.frame_id);
      DocumentWitness* const witness = known == nullptr ? nullptr : &witnesses_.of_document(*known, kind_);
      if (witness != nullptr && !witness->text.empty())
        frame.reading = decode_reading(witness->text);
      else
        has_all = false;
      frame.reading.milliseconds = 0;
      frame.reading.elements_walked = 0;
    }
    return has_all;
  }

  // From now on all that is asked is walked.
  void walk() { walks_ = true; }

  Readings take() {
    const auto started = Deadline::Clock::now();
    if (has_witnesses() && is_whole() && walks_) witnesses_.prepare(deadline_);
    if (has_witnesses()) witnesses_.begin(deadline_);
    FrameQueryResult query = query_frames();
    // Closed roots may hold elements that have closed roots.
    for (int round = 0; round < kDeepestQuery; ++round) {
      const Deadline own = deadline_.at_most(options_.frame_timeout);
      if (!query_remaining_internals(page_, query, asked_at_once_, not_yet_asked_, own)) break;
      query = query_frames();
    }
    if (options_.listeners) {
      bool changed = false;
      for (const FrameResult& answer : query.answers) {
        if (answer.failure || !decoded_.contains(answer.frame_id)) continue;
        changed |= query_listeners(page_, answer.frame_id, deadline_.at_most(options_.frame_timeout));
      }
      if (changed) query = query_frames();
    }
    while (has_witnesses() && !are_confirmed(query)) {
      walk();
      witnesses_.begin(deadline_);
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
  FrameQueryResult query_frames() {
    const ContentsOf contents_of = [this](const FrameId& frame, Json& answer) {
      std::string& text = answer.get_ref<std::string&>();
      const std::optional<WholeReading> whole = take_partial(frame, text);
      // The page can answer while its reading is decoded.
      if (has_unchanged_elements_to_query(text) || has_elements_to_query(text)) {
        (begin_internals_query(page_, frame) ? asked_at_once_ : not_yet_asked_).insert(frame);
      }
      if (is_whole() && !is_unchanged_reading(text)) fingerprints_[frame] = fingerprint_of(text);
      return take_reading(frame, std::move(text), whole);
    };
    unchanged_.clear();
    asked_at_once_.clear();
    not_yet_asked_.clear();
    FrameQueryResult query = query_all_frames(page_, question_, contents_of, query_options_, deadline_);
    waves_ += query.waves;
    return query;
  }

  bool keeps_parts_of(const Frame& frame) {
    return !is_whole() && (freshness_ == Freshness::Always || witnesses_.shall_keep_parts(frame, key_));
  }

  BridgeCall question_with_parts(const Frame& frame, bool walks) {
    const DocumentWitness& witness = witnesses_.of_document(frame, kind_);
    const bool has_base = witness.question == key_ && !witness.text.empty();
    Json asked = asked_;
    if (walks) asked["walks"] = true;
    asked["parts"] = {{"base", has_base ? witness.parts : 0}, {"number", witnesses_.next_parts()}};
    return {"judgedSnapshot", Json::array({std::move(asked)})};
  }

  // Makes `text` a whole reading where it is one of parts, and says so.
  std::optional<WholeReading> take_partial(const FrameId& id, std::string& text) {
    if (!is_partial_reading(text)) return std::nullopt;
    WholeReading whole = whole_reading(text, witnesses_.of_document(*page_.frames().find(id), kind_).text);
    text = std::move(whole.text);
    return whole;
  }

  FrameContents take_reading(const FrameId& id, std::string text, const std::optional<WholeReading>& whole) {
    const Frame& frame = *page_.frames().find(id);
    DocumentWitness& witness = witnesses_.of_document(frame, kind_);
    if (is_unchanged_reading(text)) {
      decoded_.erase(id);
      unchanged_.insert(id);
      readings_[id] = witness.reading;
      if (is_whole()) fingerprints_[id] = witness.fingerprint;
      return witness.contents;
    }
    unchanged_.erase(id);
    if (has_witnesses()) {
      if (whole) witness.note_use_of_parts(whole->is_of_parts);
      witnesses_.keep(frame, kind_, key_, text, whole ? whole->number : 0);
      readings_[id] = witness.reading;
      if (is_whole()) witness.fingerprint = fingerprints_[id];
    }
    witnesses_.note_walk();
    DocumentSnapshot& reading = decoded_[id];
    reading = decode_reading(std::move(text));
    if (whole && whole->is_of_parts) {
      reading.elements_walked = whole->elements_walked;
      witnesses_.note_partial_walk();
    } else {
      witness.milliseconds = reading.milliseconds;
    }
    FrameContents contents = contents_in(reading);
    if (has_witnesses()) witness.contents = contents;
    return contents;
  }

  bool asks_witness_of(const Frame& frame) const {
    return freshness_ == Freshness::Always ||
           (freshness_ == Freshness::AsItPays && (is_whole() || worth_asking_.contains(frame.session)));
  }

  // The counts say the last word on frames whose page sees no change. False where these are to be walked all the same.
  bool are_confirmed(const FrameQueryResult& query) {
    std::vector<const Frame*> unchanged, walked;
    for (const FrameResult& answer : query.answers) {
      const Frame* const frame = page_.frames().find(answer.frame_id);
      if (frame == nullptr || answer.failure || frame->generation != answer.generation) continue;
      if (unchanged_.contains(frame->id))
        unchanged.push_back(frame);
      else if (decoded_.contains(frame->id))
        walked.push_back(frame);
    }
    witnesses_.count_after(walked, kind_);
    return witnesses_.are_confirmed(unchanged, kind_, deadline_.at_most(options_.frame_timeout));
  }

  CapturedFrame captured(FrameResult& answer, Readings& readings) {
    CapturedFrame reading{answer};
    reading.http_error = std::move(answer.http_error);
    reading.failure = std::move(answer.failure);
    if (reading.failure) return reading;
    if (const auto said = fingerprints_.find(answer.frame_id); said != fingerprints_.end())
      readings.fingerprints.insert(*said);
    if (const auto read = decoded_.find(answer.frame_id); read != decoded_.end())
      reading.reading = std::move(read->second);
    return reading;
  }

  PageSession& page_;
  SnapshotOptions options_;
  const ReadingKind kind_;
  const Deadline deadline_;
  ReadingWitnesses& witnesses_ = ReadingWitnesses::of(page_);
  Freshness freshness_ = Freshness::Walk;
  std::set<cdp::SessionId> worth_asking_;  // of AsItPays
  bool walks_ = false;
  BridgeCall question_;  // of a walk that nobody witnesses
  // What those are asked that are witnessed: one that may be as it was, and one that is walked.
  BridgeCall judged_;
  BridgeCall walked_;
  Json asked_;                                // what these have in common
  std::map<FrameId, BridgeCall> with_parts_;  // what those are asked that keep parts of their readings
  std::string key_;                           // the question, but for the time that the page is given
  FrameQueryOptions query_options_;
  std::map<FrameId, DocumentSnapshot> decoded_;
  std::set<FrameId> asked_at_once_, not_yet_asked_;  // of what no script can read
  std::map<FrameId, std::size_t> fingerprints_;
  std::set<FrameId> unchanged_;                // as far as their pages see
  std::map<FrameId, std::uint64_t> readings_;  // their numbers
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

// Whether all that was said would be said again.
bool is_as_before(const WeakPtr<PageSession>& weak, const DomOptions& options, Freshness freshness,
                  const std::map<FrameId, std::size_t>& fingerprints) {
  PageSession* const page = weak.get();
  if (page == nullptr || page->closed()) return false;
  const cdp::Connection::EngineLock lock(page->connection());
  const Deadline deadline = page->deadline(options.timeout);
  try {
    Capture again(*page, snapshot_options_of(options), whole_tree_question(*page, options), deadline, freshness);
    return again.take().fingerprints == fingerprints;
  } catch (const Error& error) {
    // It has gone while it was asked.
    if (error.kind() == ErrorKind::SessionClosed || error.kind() == ErrorKind::TargetCrashed) return false;
    throw;
  }
}

}  // namespace

Snapshot capture_snapshot(PageSession& page, const SnapshotOptions& options, Deadline deadline, Freshness freshness) {
  const cdp::Connection::EngineLock lock(page.connection());
  Capture capture(page, options, nullptr, deadline, freshness);
  ReadingWitnesses& witnesses = ReadingWitnesses::of(page);
  Readings readings = capture.take();
  std::string made_of = capture.has_witnesses() ? capture.made_of(readings) : "";
  if (const Snapshot* const same = witnesses.snapshot_of(made_of))
    return same_snapshot(*same, readings.frames, readings.statistics);
  if (!capture.fill(readings)) {
    capture.walk();
    readings = capture.take();
    made_of = capture.made_of(readings);
  }
  const RegexDeadline searches(deadline);  // of secrets
  Snapshot snapshot = assemble_snapshot(std::move(readings.frames), capture.options(), readings.statistics);
  if (!made_of.empty()) witnesses.keep_snapshot(snapshot, made_of);
  return snapshot;
}

DomSnapshot capture_dom(PageSession& page, const DomOptions& options, const std::string& root_ref, Deadline deadline,
                        Freshness freshness) {
  const cdp::Connection::EngineLock lock(page.connection());
  const auto started = Deadline::Clock::now();
  DomAssembly assembly;
  assembly.root_ref = root_ref;
  Capture capture(page, snapshot_options_of(options), whole_tree_question(page, options), deadline, freshness);
  capture.walk();
  Readings readings = capture.take();
  assembly.options = options;
  assembly.options.max_frame_depth = capture.options().max_frame_depth;
  assembly.milliseconds = std::chrono::duration<double, std::milli>(Deadline::Clock::now() - started).count();
  assembly.taken = std::chrono::system_clock::now();
  assembly.is_current = [weak = page.weak(), options, freshness, said = std::move(readings.fingerprints)] {
    return is_as_before(weak, options, freshness, said);
  };
  assembly.ids = PageIds::of(page, readings.frames);
  const RegexDeadline searches(deadline);  // of secrets
  return assemble_dom(std::move(readings.frames), assembly);
}

}  // namespace casement
