#include "casement/find/capture.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <utility>

#include "casement/base/regex_deadline.h"
#include "casement/browser/internals_query.h"
#include "casement/find/frame_query.h"
#include "casement/find/listeners.h"
#include "casement/snapshot/assemble_snapshot.h"

namespace casement {
namespace {

FrameContents contents_in(const DocumentSnapshot& reading) {
  FrameContents contents;
  contents.is_empty = reading.nodes.empty();
  for (const Node& node : reading.nodes) {
    contents.highest_ref = std::max(contents.highest_ref, static_cast<int>(node.ref));
    if (node.frame_mark == Node::FrameMark::Visible) {
      contents.owners.push_back({static_cast<int>(node.ref), std::string(node.name)});
    }
  }
  return contents;
}

constexpr int kDeepestQuery = 8;

// True when some document would now be read differently. `asked`: where the query began when the
// reading came.
bool query_remaining_internals(PageSession& page, const FrameQueryResult& query,
                               const std::map<FrameId, DocumentSnapshot>& decoded, const std::set<FrameId>& asked,
                               Deadline deadline) {
  std::vector<FrameId> not_yet_queried, under_way;
  for (const FrameResult& answer : query.answers) {
    const auto reading = decoded.find(answer.frame);
    if (answer.failure || reading == decoded.end()) continue;
    if (reading->second.elements_to_query == 0) continue;
    (asked.contains(answer.frame) ? under_way : not_yet_queried).push_back(answer.frame);
  }
  const bool has_learnt = !not_yet_queried.empty() && query_element_internals(page, not_yet_queried, deadline);
  return (!under_way.empty() && await_internals_queries(page, under_way, deadline)) || has_learnt;
}

}  // namespace

Snapshot capture_snapshot(PageSession& page, const SnapshotOptions& given, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  SnapshotOptions options = given;
  const FrameSettings& settings = page.frame_settings();
  if (options.frame_timeout.count() <= 0) options.frame_timeout = page.frame_timeout();
  if (settings.max_depth > 0) options.max_frame_depth = std::min(options.max_frame_depth, settings.max_depth);
  const auto started = Deadline::Clock::now();
  Json asked{{"boxes", options.boxes}, {"revealValues", options.reveal_values}};
  if (!options.aria_hidden) asked["ariaHidden"] = false;
  if (options.listeners) asked["listeners"] = true;
  // Past the deadline the page is not kept busy by a reading that nobody will have.
  constexpr int grace = 1000;
  asked["longest"] = std::min<std::int64_t>(deadline.remaining().count(), 1'000'000'000) + grace;
  if (options.max_elements > 0) asked["maxNodes"] = options.max_elements;
  const BridgeCall question{"snapshot", Json::array({std::move(asked)})};
  std::map<FrameId, DocumentSnapshot> decoded;
  std::set<FrameId> asked_at_once;
  const ContentsOf contents_of = [&](const FrameId& frame, Json& answer) {
    std::string& text = answer.get_ref<std::string&>();
    // The page can answer while its reading is decoded.
    if (has_elements_to_query(text) && begin_internals_query(page, frame)) asked_at_once.insert(frame);
    DocumentSnapshot& reading = decoded[frame];
    reading = decode_reading(std::move(text));
    return contents_in(reading);
  };
  FrameQueryOptions query_options;
  query_options.frame_timeout = options.frame_timeout;
  query_options.max_depth = options.max_frame_depth;
  FrameQueryResult query = query_all_frames(page, question, contents_of, query_options, deadline);
  int waves = query.waves;
  // Closed roots may hold elements that have closed roots.
  for (int round = 0; round < kDeepestQuery; ++round) {
    const Deadline own = deadline.at_most(options.frame_timeout);
    if (!query_remaining_internals(page, query, decoded, asked_at_once, own)) break;
    asked_at_once.clear();
    query = query_all_frames(page, question, contents_of, query_options, deadline);
    waves += query.waves;
  }
  if (options.listeners) {
    bool changed = false;
    for (const FrameResult& answer : query.answers) {
      if (answer.failure || !decoded.contains(answer.frame)) continue;
      changed |= query_listeners(page, answer.frame, deadline.at_most(options.frame_timeout));
    }
    if (changed) {
      query = query_all_frames(page, question, contents_of, query_options, deadline);
      waves += query.waves;
    }
  }

  std::vector<CapturedFrame> readings;
  for (FrameResult& answer : query.unseen) query.answers.push_back(std::move(answer));
  for (FrameResult& answer : query.answers) {
    CapturedFrame reading;
    reading.ordinal = answer.ordinal;
    reading.parent_ordinal = answer.parent_ordinal;
    reading.owner_ref = answer.owner_ref;
    reading.frame_id = answer.frame;
    reading.name = answer.name;
    reading.url = answer.url;
    reading.origin = answer.origin;
    reading.cross_site = answer.cross_site;
    reading.generation = answer.generation;
    reading.status = answer.status;
    reading.http_error = std::move(answer.http_error);
    reading.failure = std::move(answer.failure);
    if (!reading.failure) reading.reading = std::move(decoded[answer.frame]);
    readings.push_back(std::move(reading));
  }
  SnapshotStatistics statistics;
  statistics.waves = waves;
  statistics.milliseconds = std::chrono::duration<double, std::milli>(Deadline::Clock::now() - started).count();
  const RegexDeadline searches(deadline);  // of secrets
  return assemble_snapshot(std::move(readings), options, statistics);
}

}  // namespace casement
