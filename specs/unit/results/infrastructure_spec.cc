#include "casement/results/infrastructure.h"

#include <gtest/gtest.h>

#include "casement/results/recorder.h"

namespace casement::results {
namespace {

Case failed_with(const std::string& type) {
  Case one;
  one.outcome = Outcome::Failed;
  one.failures.push_back({type, "gone", "", {}});
  return one;
}

Step step_named(const std::string& title, Outcome outcome = Outcome::Passed) {
  Step step;
  step.title = title;
  step.outcome = outcome;
  return step;
}

TEST(Infrastructure, IsRecognizedByTheTypeOfTheFirstFailure) {
  EXPECT_TRUE(failed_by_infrastructure(failed_with("infrastructure")));
  EXPECT_TRUE(failed_by_infrastructure(failed_with("click.infrastructure")));
  EXPECT_FALSE(failed_by_infrastructure(failed_with("click.not_found")));
  Case before = failed_with("expect.shows");
  before.failures.push_back({"click.infrastructure", "gone", "", {}});
  EXPECT_FALSE(failed_by_infrastructure(before));
}

TEST(Infrastructure, IsCountedAmongTheFailed) {
  results::Run run;
  run.suites.push_back({"s", "", {failed_with("start.infrastructure"), failed_with("expect.shows")}});
  EXPECT_EQ(count_totals(run).failed, 2u);
  EXPECT_EQ(count_totals(run).infrastructure, 1u);
}

TEST(HasNotActed, IsTrueOfOpeningAndLooking) {
  Case one;
  EXPECT_TRUE(has_not_acted(one));
  one.steps = {step_named("open: http://a.test/"), step_named("expect: heading \"A\""),
               step_named("click: x", Outcome::Skipped)};
  EXPECT_TRUE(has_not_acted(one));
}

TEST(HasNotActed, IsFalseAfterAnyOtherStep) {
  for (const char* title :
       {"click: button \"Pay\"", "opener: x", "Pay at last", "", "admin: open: /", "request: POST /"}) {
    Case one;
    one.steps = {step_named("open: /"), step_named(title, Outcome::Failed)};
    EXPECT_FALSE(has_not_acted(one)) << title;
  }
}

}  // namespace
}  // namespace casement::results
