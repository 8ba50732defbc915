#include "casement/reports/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "casement/base/error.h"
#include "casement/reports/report_text.h"
#include "casement/reports/run_info.h"

namespace casement::reports {

using results::Case;
using results::Outcome;
using results::Run;
using results::Suite;

namespace {

// Appends `one` to a comma-separated list, unless the list contains it.
void list_once(std::string& all, const std::string& one) {
  if (one.empty() || (", " + all + ",").find(", " + one + ",") != std::string::npos) return;
  all += (all.empty() ? "" : ", ") + one;
}

void fill_in(std::string& all, const std::string& one) {
  if (all.empty()) all = one;
}

void join_servers(std::vector<results::ServerInfo>& all, const std::vector<results::ServerInfo>& more) {
  for (const results::ServerInfo& server : more) {
    const auto same = [&](const results::ServerInfo& known) {
      return known.name == server.name && known.log == server.log && known.running_at == server.running_at;
    };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(server);
  }
}

void join_info(results::RunInfo& all, const results::RunInfo& one) {
  list_once(all.product, one.product);
  list_once(all.host_name, one.host_name);
  fill_in(all.browser, one.browser);
  fill_in(all.commit, one.commit);
  fill_in(all.branch, one.branch);
  fill_in(all.build_url, one.build_url);
  if (all.shard != one.shard) all.shard = "";
  if (all.seed != one.seed) all.seed = 0;  // no single seed repeats the whole run
  if (all.started.empty() || (!one.started.empty() && one.started < all.started)) all.started = one.started;
  all.workers = std::max(all.workers, one.workers);
  join_servers(all.servers, one.servers);
  for (const std::string& warning : one.warnings) {
    if (std::ranges::find(all.warnings, warning) == all.warnings.end()) all.warnings.push_back(warning);
  }
}

class Duration {
 public:
  void add(const Run& run) {
    longest_ = std::max(longest_, run.milliseconds);
    const std::optional<std::int64_t> started = seconds_since_1970(run.info.started);
    if (!started) return;
    const double start = 1000.0 * static_cast<double>(*started);
    begin_ = std::min(begin_.value_or(start), start);
    end_ = std::max(end_, start + run.milliseconds);
  }
  double milliseconds() const { return begin_ ? std::max(longest_, end_ - *begin_) : longest_; }

 private:
  std::optional<double> begin_;
  double end_ = 0, longest_ = 0;
};

class Merging {
 public:
  // `test` is empty if no case may come twice.
  void add(Run run, const std::string& test) {
    if (!std::exchange(begun_, true)) all_.info = run.info;
    join_info(all_.info, run.info);
    duration_.add(run);
    for (std::string& error : run.errors) all_.errors.push_back(test.empty() ? std::move(error) : test + ": " + error);
    for (Suite& suite : run.suites) {
      const auto [at, is_new] = suites_.try_emplace({suite.file, suite.name}, all_.suites.size());
      if (is_new) all_.suites.push_back({suite.name, suite.file, {}});
      for (Case& one : suite.cases) {
        if (!claim(one)) {
          if (!test.empty()) one.name += fmt::format(" ({})", test);
          for (Case& attempt : one.earlier_attempts) attempt.name = one.name;
          if (test.empty() || !claim(one)) {
            throw Error(ErrorKind::Usage, "two of the results contain the case " + short_label(one));
          }
        }
        all_.suites[at->second].cases.push_back(std::move(one));
      }
    }
  }
  Run done() {
    const auto before = [](const Case& a, const Case& b) { return a.order < b.order; };
    for (Suite& suite : all_.suites) std::stable_sort(suite.cases.begin(), suite.cases.end(), before);
    const auto first_of = [](const Suite& suite) { return suite.cases.empty() ? 0 : suite.cases.front().order; };
    std::stable_sort(all_.suites.begin(), all_.suites.end(),
                     [&](const Suite& a, const Suite& b) { return first_of(a) < first_of(b); });
    all_.info.suites = all_.suites.size();
    all_.info.cases = 0;
    for (const Suite& suite : all_.suites) all_.info.cases += suite.cases.size();
    all_.milliseconds = duration_.milliseconds();
    return std::move(all_);
  }

 private:
  bool claim(const Case& one) { return known_.insert({one.class_name, one.name, one.repetition, one.order}).second; }

  Run all_;
  Duration duration_;
  std::map<std::pair<std::string, std::string>, std::size_t> suites_;  // by file and name
  std::set<std::tuple<std::string, std::string, int, std::size_t>> known_;
  bool begun_ = false;
};

// Adds the earlier attempts at the same case.
void add_earlier(Case& one, const std::vector<Run>& before) {
  std::vector<Case> failed;
  int number = 0;
  for (const Run& run : before) {
    ++number;
    for (const std::string& error : run.errors) one.warnings.push_back(fmt::format("attempt {}: {}", number, error));
    for (const Suite& suite : run.suites) {
      for (const Case& earlier : suite.cases) {
        if (earlier.class_name != one.class_name || earlier.name != one.name || earlier.order != one.order) continue;
        failed.insert(failed.end(), earlier.earlier_attempts.begin(), earlier.earlier_attempts.end());
        if (earlier.outcome != Outcome::Failed) continue;
        failed.push_back(earlier);
        failed.back().earlier_attempts.clear();
      }
    }
  }
  one.earlier_attempts.insert(one.earlier_attempts.begin(), failed.begin(), failed.end());
  if (one.outcome == Outcome::Passed && !one.earlier_attempts.empty()) one.outcome = Outcome::Flaky;
}

}  // namespace

Run merge_runs(std::vector<Run> runs) {
  if (runs.empty()) throw Error(ErrorKind::Usage, "there are no results to join");
  Merging merging;
  for (Run& run : runs) merging.add(std::move(run), "");
  return merging.done();
}

Run merge_tests(std::vector<TestRun> tests) {
  if (tests.empty()) throw Error(ErrorKind::Usage, "there are no results to join");
  Merging merging;
  for (TestRun& test : tests) merging.add(std::move(test.run), test.name);
  return merging.done();
}

Run join_attempts(std::vector<Run> attempts) {
  Run last = std::move(attempts.back());
  attempts.pop_back();
  for (Suite& suite : last.suites) {
    for (Case& one : suite.cases) add_earlier(one, attempts);
  }
  for (const Run& earlier : attempts) {
    if (earlier.info.started < last.info.started) last.info.started = earlier.info.started;
    last.milliseconds += earlier.milliseconds;
  }
  return last;
}

}  // namespace casement::reports
