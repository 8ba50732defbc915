#include "casement/reports/merge.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "casement/base/error.h"
#include "casement/reports/wording.h"

namespace casement::reports {

using results::Case;
using results::Run;
using results::Suite;

namespace {

void join_info(results::RunInfo& all, const results::RunInfo& one) {
  if (all.browser.empty()) all.browser = one.browser;
  if (all.seed == 0) all.seed = one.seed;
  if (one.started < all.started) all.started = one.started;
  all.workers = std::max(all.workers, one.workers);
  if (one.host_name.empty() || (", " + all.host_name + ",").find(", " + one.host_name + ",") != std::string::npos) return;
  all.host_name += (all.host_name.empty() ? "" : ", ") + one.host_name;
}

}  // namespace

Run merge_runs(std::vector<Run> runs) {
  if (runs.empty()) throw Error(ErrorKind::Usage, "there are no results to join");
  Run all;
  all.info = runs.front().info;
  std::map<std::pair<std::string, std::string>, std::size_t> suites;  // by file and name
  std::set<std::tuple<std::string, std::string, int, std::size_t>> known;
  for (Run& run : runs) {
    join_info(all.info, run.info);
    all.milliseconds = std::max(all.milliseconds, run.milliseconds);
    all.errors.insert(all.errors.end(), run.errors.begin(), run.errors.end());
    for (Suite& suite : run.suites) {
      const auto [at, is_new] = suites.try_emplace({suite.file, suite.name}, all.suites.size());
      if (is_new) all.suites.push_back({suite.name, suite.file, {}});
      for (Case& one : suite.cases) {
        if (!known.insert({one.class_name, one.name, one.repetition, one.order}).second) {
          throw Error(ErrorKind::Usage, "two of the results hold the case " + short_label(one));
        }
        all.suites[at->second].cases.push_back(std::move(one));
      }
    }
  }
  for (Suite& suite : all.suites) {
    std::stable_sort(suite.cases.begin(), suite.cases.end(),
                     [](const Case& a, const Case& b) { return a.order < b.order; });
  }
  const auto first_of = [](const Suite& suite) { return suite.cases.empty() ? 0 : suite.cases.front().order; };
  std::stable_sort(all.suites.begin(), all.suites.end(),
                   [&](const Suite& a, const Suite& b) { return first_of(a) < first_of(b); });
  all.info.suites = all.suites.size();
  all.info.cases = 0;
  for (const Suite& suite : all.suites) all.info.cases += suite.cases.size();
  return all;
}

}  // namespace casement::reports
