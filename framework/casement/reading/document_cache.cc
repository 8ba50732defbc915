#include "casement/reading/document_cache.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "casement/base/json.h"
#include "casement/reading/change_detector.h"
#include "casement/reading/partial_reading.h"
#include "casement/reading/reading_contents.h"

namespace casement {
namespace {

// A page may go on reading for a second after the deadline. After that it stops, because the result is no longer used.
constexpr Milliseconds kAfterDeadline{1000};

}  // namespace

DocumentCache::DocumentCache(PageSession& page, ReadingKind kind, Json asked, Milliseconds longest, bool is_known)
    : page_(page), kind_(kind), detector_(ChangeDetector::of(page)), key_(dump_json(asked)) {
  asked["longest"] = (std::min<Milliseconds>(longest, std::chrono::hours(24)) + kAfterDeadline).count();
  // An application that draws into a canvas tells nothing before its first frame, which comes late on a busy machine.
  asked["firstFrame"] = page.frame_timeout().count() * 3 / 4;
  question_ = {"snapshot", Json::array({asked})};
  if (is_known) worth_asking_ = detector_.sessions_worth_asking(kind_);
  if (!remembers()) return;
  asked["question"] = key_;
  asked_ = asked;
  judged_ = {"snapshotIfChanged", Json::array({asked})};
  asked["walks"] = true;
  walked_question_ = {"snapshotIfChanged", Json::array({std::move(asked)})};
}

void DocumentCache::begin(Deadline deadline) {
  if (!remembers()) return;
  if (kind_ == ReadingKind::Whole && walks_all_) detector_.prepare(deadline);
  detector_.begin(deadline);
}

bool DocumentCache::detects_changes_in(const Frame& frame) const {
  return remembers() && (kind_ == ReadingKind::Whole || worth_asking_.contains(frame.session));
}

const BridgeCall& DocumentCache::question_for(const Frame& frame) {
  if (!detects_changes_in(frame)) return question_;
  const bool may_be_unchanged = detector_.may_be_unchanged(frame, kind_, key_) && !walks_all_;
  if (kind_ == ReadingKind::Whole || !detector_.shall_keep_parts(frame, key_))
    return may_be_unchanged ? judged_ : walked_question_;
  return with_parts_[frame.id] = question_with_parts(frame, !may_be_unchanged);
}

BridgeCall DocumentCache::question_with_parts(const Frame& frame, bool walks) {
  const StoredReading& stored = detector_.of_document(frame, kind_);
  const bool has_base = stored.question == key_ && !stored.text.empty();
  Json asked = asked_;
  if (walks) asked["walks"] = true;
  asked["parts"] = {{"base", has_base ? stored.parts : 0}, {"number", detector_.next_parts()}};
  return {"snapshotIfChanged", Json::array({std::move(asked)})};
}

void DocumentCache::on_all_answered() {
  if (remembers()) detector_.on_all_answered();
}

FrameContents DocumentCache::take(const FrameId& id, std::string answer) {
  const Frame& frame = *page_.frames().find(id);
  StoredReading& stored = detector_.of_document(frame, kind_);
  if (!is_unchanged_reading(answer)) return take_walk(frame, stored, std::move(answer));
  walked_.erase(id);
  taken_[id] = {stored.reading, stored.fingerprint};
  return stored.contents;
}

FrameContents DocumentCache::take_walk(const Frame& frame, StoredReading& stored, std::string text) {
  std::optional<WholeReading> whole;
  if (is_partial_reading(text)) {
    whole = whole_reading(text, stored.text);
    text = std::move(whole->text);
  }
  Taken& taken = taken_[frame.id] = {};
  if (kind_ == ReadingKind::Whole) taken.fingerprint = casement::fingerprint_of(text);
  if (remembers()) {
    if (whole) stored.note_use_of_parts(whole->is_of_parts);
    detector_.keep(frame, kind_, key_, text, whole ? whole->number : 0);
    taken.number = stored.reading;
    stored.fingerprint = taken.fingerprint.value_or(0);
  }
  detector_.note_walk();
  DocumentSnapshot& reading = walked_[frame.id] = decode_reading(std::move(text));
  if (whole && whole->is_of_parts)
    reading.elements_walked = whole->elements_walked;
  else
    stored.milliseconds = reading.milliseconds;
  FrameContents contents = contents_in(reading);
  if (remembers()) stored.contents = contents;
  return contents;
}

bool DocumentCache::is_confirmed(const std::vector<FrameResult>& answers, Deadline deadline) {
  if (!remembers()) return true;
  std::vector<const Frame*> unchanged, walked;
  for (const FrameResult& answer : answers) {
    const Frame* const frame = page_.frames().find(answer.frame_id);
    if (frame == nullptr || answer.failure || frame->generation != answer.generation) continue;
    if (walked_.contains(frame->id))
      walked.push_back(frame);
    else if (taken_.contains(frame->id))
      unchanged.push_back(frame);
  }
  detector_.count_after(walked, kind_);
  if (detector_.are_confirmed(unchanged, kind_, deadline)) return true;
  walk_all();
  return false;
}

std::uint64_t DocumentCache::number_of(const FrameId& id) const {
  const auto taken = taken_.find(id);
  return taken == taken_.end() ? 0 : taken->second.number;
}

std::optional<std::size_t> DocumentCache::fingerprint_of(const FrameId& id) const {
  const auto taken = taken_.find(id);
  return taken == taken_.end() ? std::nullopt : taken->second.fingerprint;
}

std::optional<DocumentSnapshot> DocumentCache::walked_reading(const FrameId& id) {
  auto walked = walked_.extract(id);
  return walked ? std::optional(std::move(walked.mapped())) : std::nullopt;
}

std::optional<DocumentSnapshot> DocumentCache::kept_reading(const FrameId& id) {
  const Frame* const frame = page_.frames().find(id);
  const std::string text = frame == nullptr ? "" : detector_.of_document(*frame, kind_).text;
  if (text.empty()) return std::nullopt;
  DocumentSnapshot reading = decode_reading(text);
  reading.milliseconds = 0;
  reading.elements_walked = 0;
  return reading;
}

const Snapshot* DocumentCache::snapshot_of(const std::string& cache_key) const {
  return detector_.snapshot_of(cache_key);
}

void DocumentCache::keep_snapshot(Snapshot snapshot, std::string cache_key) {
  detector_.keep_snapshot(std::move(snapshot), std::move(cache_key));
}

bool names_elements_to_query(std::string_view answer) {
  if (is_unchanged_reading(answer)) return answer != "=0";
  if (is_partial_reading(answer)) answer.remove_prefix(std::min(answer.find('\n') + 1, answer.size()));
  return has_elements_to_query(answer);
}

}  // namespace casement
