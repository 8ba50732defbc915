#include "casement/reports/history_parts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace casement::reports {
namespace {

bool may_be_part(const HistoryRun& part, const HistoryRun& joined) {
  const double end = static_cast<double>(joined.started) + 1 + joined.milliseconds / 1000;
  return part.started >= joined.started && static_cast<double>(part.started) <= end && joined.shard.empty() &&
         part.commit == joined.commit && (", " + joined.host + ", ").find(", " + part.host + ", ") != std::string::npos;
}

// A run that may be joined, and the number of results that it shares with the part.
struct Candidate {
  std::uint32_t run = 0;
  std::size_t shared = 0;
};

bool has_result(const HistoryCase& one, const HistoryResult& wanted, std::uint32_t run) {
  const auto at = std::ranges::lower_bound(one.results, run, {}, &HistoryResult::run);
  return at != one.results.end() && at->run == run && at->outcome == wanted.outcome && at->duration == wanted.duration;
}

}  // namespace

std::vector<bool> find_parts(const History& history) {
  const std::size_t count = history.runs.size();
  std::vector<std::vector<Candidate>> candidates(count);
  for (std::uint32_t part = 0; part < count; ++part) {
    for (std::uint32_t joined = 0; joined < count && history.runs[joined].started <= history.runs[part].started;
         ++joined) {
      if (part != joined && may_be_part(history.runs[part], history.runs[joined])) candidates[part].push_back({joined});
    }
  }
  std::vector<std::size_t> results(count);
  for (const HistoryCase& one : history.cases) {
    for (const HistoryResult& result : one.results) {
      ++results[result.run];
      for (Candidate& joined : candidates[result.run]) {
        if (has_result(one, result, joined.run)) ++joined.shared;
      }
    }
  }
  std::vector<bool> parts(count);
  for (std::size_t part = 0; part < count; ++part) {
    parts[part] = std::ranges::any_of(candidates[part], [&](const Candidate& joined) {
      return joined.shared == results[part] && results[joined.run] > results[part];
    });
  }
  return parts;
}

}  // namespace casement::reports
