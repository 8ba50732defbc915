// Merges the results of several runs: of the shards of a run, of tests that each are a run, of attempts at a test.
// Pure.
#pragma once

#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

// Cases have the order of the whole run, so that merged shards equal a single run. The duration is the time from the
// first start to the last end. Throws Error{Usage} if a case is in two of the runs, and for no run at all.
results::Run merge_runs(std::vector<results::Run> runs);

struct TestRun {
  std::string name;  // of the test, equal to the folder of its report
  results::Run run;
};

// The same for tests. If two tests run the same case (for example with other variables), the test's name is appended to
// the second case's name; if this name exists too, throws Error{Usage}. Errors of a run begin with the test's name.
results::Run merge_tests(std::vector<TestRun> tests);

// Merges runs of one test after each other, as `ctest --repeat` makes them. Returns the last run: cases that failed
// before have these failures as earlier attempts, and are flaky if they pass now. Errors of earlier runs become
// warnings of the cases. Earlier passes, and cases that the last run does not have, are not reported. Needs at least
// one run.
results::Run join_attempts(std::vector<results::Run> attempts);

}  // namespace casement::reports
