// Readings of which is known how they come about: from what is remembered of documents, however short their walks are,
// or by a walk of each.
#pragma once

#include <limits>
#include <utility>

#include "casement/reading/capture.h"
#include "casement/reading/change_detector.h"

namespace casement::specs {

enum class Freshness {
  AsItPays,  // as users have it
  Always,    // every document is remembered
  Walk,      // each is walked
};

// Returns what it was before.
inline double remember_from(PageSession& page, double shortest) {
  const cdp::Connection::EngineLock lock(page.connection());
  return std::exchange(ChangeDetector::of(page).worth_asking_from, shortest);
}

inline double remember_all(PageSession& page) {
  return remember_from(page, 0);
}

template <typename Read>
auto read_as(PageSession& page, Freshness freshness, const Read& read) {
  if (freshness == Freshness::AsItPays) return read();
  const double never = std::numeric_limits<double>::infinity();
  const double before = freshness == Freshness::Always ? remember_all(page) : remember_from(page, never);
  auto result = read();
  remember_from(page, before);
  return result;
}

inline Snapshot read_snapshot(PageSession& page, const SnapshotOptions& options, Deadline deadline,
                              Freshness freshness) {
  return read_as(page, freshness, [&] { return capture_snapshot(page, options, deadline); });
}

inline std::uint64_t walks_of(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  return ChangeDetector::of(page).walks();
}

// Whether it came by parts of what a walk of all comes by.
inline bool is_of_parts(const Snapshot& seen, const Snapshot& walked) {
  return seen.statistics().elements_walked > 0 &&
         seen.statistics().elements_walked < walked.statistics().elements_walked;
}

}  // namespace casement::specs
