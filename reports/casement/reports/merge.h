// Joins the results of several runs: of the shards of one, of tests that each are a run, of attempts at one. Pure.
#pragma once

#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

// Cases stand in the order that they have in the whole run, so that joined shards are what one run would have been. The
// duration is the time from the first beginning to the last end. Throws Error{Usage} where a case is in two of the
// runs, and for no run at all.
results::Run merge_runs(std::vector<results::Run> runs);

struct TestRun {
  std::string name;  // of the test, as its report's folder is called
  results::Run run;
};

// The same of tests, two of which may run the same case (with other variables, say): the second one's name then has the
// test's behind it. Errors of a run say which test's they are.
results::Run merge_tests(std::vector<TestRun> tests);

// Runs of one test after each other, as `ctest --repeat` makes them: the last one, whose cases have those that failed
// before as earlier attempts, and are flaky where they pass now. That a case passed before is not told. Needs at least
// one run.
results::Run join_attempts(std::vector<results::Run> attempts);

}  // namespace casement::reports
