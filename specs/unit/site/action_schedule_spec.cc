#include "casement/site/action_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement::site {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

const auto kStart = ActionSchedule::Time() + 1h;

std::vector<std::string> taken(ActionSchedule& schedule, ActionSchedule::Time now) {
  std::vector<std::string> texts;
  while (const auto due = schedule.take(now)) texts.push_back(due->action->content.data.value_or(""));
  return texts;
}

TEST(ActionSchedule, TakesActionsByTimeAndThenByOrder) {
  const std::vector<StreamAction> actions{StreamAction::text("late").after(20ms), StreamAction::text("a"),
                                          StreamAction::text("b"), StreamAction::text("soon").after(10ms)};
  ActionSchedule schedule;
  ASSERT_TRUE(schedule.add(actions, nullptr, kStart));
  EXPECT_THAT(taken(schedule, kStart), ElementsAre("a", "b"));
  EXPECT_EQ(schedule.next(), kStart + 10ms);
  EXPECT_THAT(taken(schedule, kStart + 9ms), ElementsAre());
  EXPECT_THAT(taken(schedule, kStart + 20ms), ElementsAre("soon", "late"));
  EXPECT_FALSE(schedule.next());
}

TEST(ActionSchedule, RepeatsAtTheIntervalOfTheStart) {
  const std::vector<StreamAction> actions{StreamAction::text("tick").after(5ms).repeated(10ms, 3)};
  ActionSchedule schedule;
  ASSERT_TRUE(schedule.add(actions, nullptr, kStart));
  EXPECT_THAT(taken(schedule, kStart + 12ms), ElementsAre("tick"));
  EXPECT_EQ(schedule.next(), kStart + 15ms);
  EXPECT_THAT(taken(schedule, kStart + 100ms), ElementsAre("tick", "tick"));
  EXPECT_FALSE(schedule.next());
}

TEST(ActionSchedule, RepeatsWithoutEnd) {
  const std::vector<StreamAction> actions{StreamAction::text("tick").repeated(1ms)};
  ActionSchedule schedule;
  ASSERT_TRUE(schedule.add(actions, nullptr, kStart));
  EXPECT_EQ(taken(schedule, kStart + 100ms).size(), 101u);
  EXPECT_EQ(schedule.next(), kStart + 101ms);
}

TEST(ActionSchedule, LeavesOutRepetitionsAfterAPauseOfTheMachine) {
  const std::vector<StreamAction> actions{StreamAction::text("tick").repeated(1ms)};
  ActionSchedule schedule;
  ASSERT_TRUE(schedule.add(actions, nullptr, kStart));
  EXPECT_LE(taken(schedule, kStart + 1h).size(), 1'003u);
}

TEST(ActionSchedule, IsBounded) {
  const std::vector<StreamAction> actions(1'000, StreamAction::text("x").after(1min));
  ActionSchedule schedule;
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(schedule.add(actions, nullptr, kStart));
  EXPECT_FALSE(schedule.add(actions, nullptr, kStart));
  schedule.clear();
  EXPECT_FALSE(schedule.next());
}

}  // namespace
}  // namespace casement::site
