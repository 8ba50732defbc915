#include "casement/reading/change_detector.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace casement {
namespace {

// Counts arrive at once, even from a page whose script is busy. If something else occupies the process, the page would
// not answer earlier either. A page without counts for longer than this is walked, if possible.
constexpr Milliseconds kCountsPatience{200};
// A session that was late this often is not asked again, because its host may never answer.
constexpr int kMostLate = 3;

// Parts that were useless this often in a row are only stored by two walks in a row out of every `kMissedAgain`.
constexpr int kMostMissed = 2;
constexpr std::uint64_t kMissedAgain = 16;

// Empty if the counts have not arrived, or Chrome does not count.
std::optional<WorkCounts> counts_in(const AskedCounts& asked) {
  if (!asked || !asked->call.done() || asked->call.reply().error) return std::nullopt;
  if (asked->read) return *asked->read;
  WorkCounts counts;
  for (const Json& metric : asked->call.reply().result.at("metrics")) {
    const auto& name = metric.at("name").get_ref<const std::string&>();
    if (name == "RecalcStyleCount") counts.styles = metric.at("value").get<double>();
    if (name == "LayoutCount") counts.layouts = metric.at("value").get<double>();
  }
  asked->read = counts.styles < 0 || counts.layouts < 0 ? std::nullopt : std::optional(counts);
  return *asked->read;
}

bool has_come(const AskedCounts& asked) {
  return !asked || asked->call.done();
}

}  // namespace

bool is_unchanged_reading(std::string_view answer) {
  return answer.starts_with('=');
}

std::pair<std::string_view, std::string_view> without_duration(std::string_view reading) {
  std::size_t begin = 0;
  for (int field = 1; field < 7 && begin != std::string_view::npos; ++field) {
    begin = reading.find('\t', begin);
    if (begin != std::string_view::npos) ++begin;
  }
  if (begin == std::string_view::npos) return {reading, {}};
  const std::size_t end = std::min(reading.find_first_of("\t\n", begin), reading.size());
  return {reading.substr(0, begin), reading.substr(end)};
}

std::set<cdp::SessionId> ChangeDetector::sessions_worth_asking(ReadingKind kind) {
  std::set<cdp::SessionId> worth;
  std::map<cdp::SessionId, double> milliseconds;
  for (const Frame* frame : page_.frames().all()) {
    const double own = of_document(*frame, kind).milliseconds;
    // The first walk of a whole tree is recorded. Otherwise the first check of that tree would have to walk again.
    const bool is_first_of_whole = kind == ReadingKind::Whole && own == 0;
    if ((milliseconds[frame->session] += own) >= worth_asking_from || is_first_of_whole) worth.insert(frame->session);
  }
  return worth;
}

std::optional<WorkCounts> StoredReading::counts() const {
  return counts_before && counts_in(counts_after) == counts_before ? counts_before : std::nullopt;
}

void ChangeDetector::ask_for_counts(const cdp::SessionId& session) {
  SessionCounts& counts = sessions_[session];
  counts.asked.reset();
  if (counts.times_late >= kMostLate) return;
  counts.asked = std::make_shared<CountsQuestion>(
      CountsQuestion{page_.connection().send({session, "Performance.getMetrics", Json::object(), nullptr})});
  counts.number = ++asked_;
}

// Requests counts once after each round of answers.
void ChangeDetector::ask_for_counts_behind_answers(const cdp::SessionId& session) {
  if (counted_.insert(session).second) ask_for_counts(session);
}

void ChangeDetector::on_all_answered() {
  for (const cdp::SessionId& session : asked_now_) ask_for_counts_behind_answers(session);
}

void ChangeDetector::begin(Deadline deadline) {
  const auto have_come = [&] {
    return std::ranges::all_of(sessions_, [](const auto& entry) { return has_come(entry.second.asked); });
  };
  if (!have_come()) page_.connection().pump_until(have_come, deadline.at_most(kCountsPatience));
  asked_now_.clear();
  counted_.clear();
  for (auto& [session, counts] : sessions_) {
    counts.last = counts_in(counts.asked);
    counts.last_number = counts.number;
    if (has_come(counts.asked)) continue;
    page_.connection().abandon(counts.asked->call);
    counts.asked.reset();
    ++counts.times_late;
  }
}

void ChangeDetector::begin_counting(const cdp::SessionId& session) {
  const auto [at, is_new] = sessions_.try_emplace(session);
  if (is_new) page_.connection().send({session, "Performance.enable", Json::object(), nullptr});
}

void ChangeDetector::prepare(Deadline deadline) {
  std::vector<cdp::Call> flushes;
  std::set<cdp::SessionId> flushed;
  for (const Frame* frame : page_.frames().all()) {
    if (!frame->world || frame->crashed) continue;
    flushes.push_back(page_.post_bridge(*frame, {"flushStyles", Json::array()}));
    begin_counting(frame->session);
    StoredReading& stored = whole_trees_[*frame];
    if (stored.first_asked == 0) stored.first_asked = asked_ + 1;
    flushed.insert(frame->session);
  }
  // If a document does not answer in time, its counts will differ from those of the walk, so the reading is not reused.
  const auto is_done = [](const cdp::Call& call) { return call.done(); };
  page_.connection().pump_until([&] { return std::ranges::all_of(flushes, is_done); },
                                deadline.at_most(kCountsPatience));
  for (const cdp::Call& flush : flushes) {
    if (!flush.done()) page_.connection().abandon(flush);
  }
  for (const cdp::SessionId& session : flushed) ask_for_counts(session);
}

bool ChangeDetector::may_be_unchanged(const Frame& frame, ReadingKind kind, const std::string& key) {
  StoredReading& stored = of_document(frame, kind);
  if (stored.first_asked == 0) stored.first_asked = asked_ + 1;
  begin_counting(frame.session);
  asked_now_.insert(frame.session);
  counted_.clear();
  return stored.reading != 0 && stored.question == key && stored.counts();
}

void StoredReading::note_use_of_parts(bool is_of_parts) {
  if (is_of_parts)
    parts_missed = 0;
  else if (parts != 0)
    ++parts_missed;
}

// Storing parts costs time in the walk, which only pays for a document that changes repeatedly.
bool ChangeDetector::shall_keep_parts(const Frame& frame, const std::string& key) {
  const StoredReading& stored = snapshots_[frame];
  if (worth_asking_from == 0) return true;
  return stored.milliseconds >= worth_asking_from && stored.reading != 0 && stored.question == key &&
         (stored.parts_missed < kMostMissed || walks_ % kMissedAgain < 2);
}

void ChangeDetector::keep(const Frame& frame, ReadingKind kind, const std::string& key, const std::string& text,
                          std::uint64_t parts) {
  StoredReading& stored = of_document(frame, kind);
  const auto session = sessions_.find(frame.session);
  // Counts that were requested before the document existed may come from another process.
  const bool is_known = session != sessions_.end() && session->second.last_number >= stored.first_asked;
  stored.counts_before = is_known ? session->second.last : std::nullopt;
  stored.counts_after.reset();
  const bool is_alone = kind == ReadingKind::Whole || page_.frames().all().size() == 1;
  stored.parts = parts;
  const bool is_same = stored.reading != 0 && stored.question == key && !stored.text.empty() &&
                       without_duration(stored.text) == without_duration(text);
  if (is_same) return;
  stored.question = key;
  stored.reading = ++last_reading_;
  stored.text = is_alone && parts == 0 ? std::string() : text;
}

void ChangeDetector::count_after(const std::vector<const Frame*>& frames, ReadingKind kind) {
  for (const Frame* frame : frames) {
    const auto session = sessions_.find(frame->session);
    if (session == sessions_.end()) continue;
    ask_for_counts_behind_answers(frame->session);
    of_document(*frame, kind).counts_after = session->second.asked;
  }
}

bool ChangeDetector::are_confirmed(const std::vector<const Frame*>& frames, ReadingKind kind, Deadline deadline) {
  std::map<cdp::SessionId, std::vector<std::optional<WorkCounts>>> expected;
  for (const Frame* frame : frames) expected[frame->session].push_back(of_document(*frame, kind).counts());
  for (const auto& [session, counts] : expected) ask_for_counts_behind_answers(session);
  const auto have_come = [&] {
    return std::ranges::all_of(expected, [this](const auto& entry) { return has_come(sessions_[entry.first].asked); });
  };
  page_.connection().pump_until(have_come, deadline);
  return std::ranges::all_of(expected, [this](const auto& entry) {
    const std::optional<WorkCounts> now = counts_in(sessions_[entry.first].asked);
    return now && std::ranges::all_of(entry.second, [&](const auto& counts) { return counts == now; });
  });
}

}  // namespace casement
