#include "casement/reports/history_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "casement/reports/history_json.h"
#include "example_histories.h"

namespace casement::reports {
namespace {

using testing::HasSubstr;

const HistoryFailure& failure_at(const History& history, std::size_t result) {
  return history.failures[history.cases[0].results[result].failure];
}

Case failed_in(const std::string& step, const std::string& message) {
  Case one = failed("a", message);
  one.steps.back().title = step;
  return one;
}

// A run a day, in which the only case fails with the message of that day.
std::vector<results::Run> runs_with(const std::vector<std::string>& messages) {
  std::vector<results::Run> runs;
  for (const std::string& message : messages)
    runs.push_back(run_on(static_cast<int>(runs.size()), {failed("a", message)}));
  return runs;
}

std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < count; ++i) messages.push_back("order " + std::to_string(i) + " is not shown");
  return messages;
}

TEST(HistoryTexts, KeepsTheNewestDifferentMessagesOfACase) {
  const History history = history_of(runs_with(numbered(kMostTexts + 2)));
  EXPECT_EQ(failure_at(history, 0).message, "");
  EXPECT_EQ(failure_at(history, 1).kept, KeptTexts::Place);
  EXPECT_EQ(failure_at(history, 2).message, "order 2 is not shown");
  EXPECT_EQ(failure_at(history, kMostTexts + 1).kept, KeptTexts::All);
}

TEST(HistoryTexts, KeepsTheFailedStepAndThePlaceOfOlderFailures) {
  const History history = history_of(runs_with(numbered(100)));
  EXPECT_EQ(failure_at(history, 0).step, "expect: heading \"Thank you\"");
  EXPECT_EQ(failure_at(history, 0).place, "a.flow.yaml:31:5");
  EXPECT_EQ(history.failures.size(), kMostTexts + 1);
}

TEST(HistoryTexts, CountsARepeatedMessageOnce) {
  std::vector<std::string> messages;
  for (int i = 0; i < 200; ++i) messages.push_back(i % 2 == 0 ? "late" : "not shown");
  EXPECT_EQ(left_out_text(history_of(runs_with(messages))), "");
}

TEST(HistoryTexts, BoundsTheBytesOfMessagesOfACase) {
  std::vector<std::string> messages;
  for (int i = 0; i < 9; ++i) messages.push_back(std::to_string(i) + std::string(kMostMessageBytes / 4, 'x'));
  const History history = history_of(runs_with(messages));
  std::size_t bytes = 0;
  for (const HistoryFailure& failure : history.failures) bytes += failure.message.size();
  EXPECT_LE(bytes, kMostMessageBytes);
  EXPECT_EQ(failure_at(history, 8).message, messages[8]);
  EXPECT_EQ(failure_at(history, 6).message, messages[6]);
  EXPECT_EQ(failure_at(history, 5).message, "");
}

TEST(HistoryTexts, KeepsTheNewestMessageWhateverItsLength) {
  std::string wide;
  for (int i = 0; i < 900; ++i) wide += "\xF0\x9F\x8D\xB5";
  const History history = history_of(runs_with({"late", wide}));
  EXPECT_EQ(failure_at(history, 1).message, wide);
  EXPECT_EQ(failure_at(history, 0).kept, KeptTexts::Place);
}

TEST(HistoryTexts, BoundsTheStepsOfACase) {
  std::vector<results::Run> runs;
  for (int day = 0; day < 40; ++day) runs.push_back(run_on(day, {failed_in("fill " + std::to_string(day), "late")}));
  const History history = history_of(runs);
  EXPECT_EQ(failure_at(history, 0).kept, KeptTexts::None);
  EXPECT_EQ(failure_at(history, 0).step + failure_at(history, 0).place, "");
  EXPECT_EQ(failure_at(history, 39).step, "fill 39");
  EXPECT_EQ(history.failures.size(), kMostTexts + 1);
}

TEST(HistoryTexts, BoundsEachCaseByItself) {
  std::vector<results::Run> runs = runs_with(numbered(40));
  runs[0].suites[0].cases.push_back(failed("b", "late"));
  const History history = history_of(runs);
  EXPECT_EQ(history.failures[history.cases[1].results[0].failure].message, "late");
}

TEST(HistoryTexts, SaysHowManyMessagesAreLeftOut) {
  EXPECT_EQ(left_out_text(history_of(runs_with(numbered(kMostTexts)))), "");
  EXPECT_THAT(left_out_text(history_of(runs_with(numbered(kMostTexts + 5)))),
              HasSubstr("Left out the messages of 5 older failures: "));
}

TEST(HistoryTexts, ComeBackFromJsonWithTheSameGaps) {
  std::vector<results::Run> runs = runs_with(numbered(40));
  for (int day = 40; day < 60; ++day) runs.push_back(run_on(day, {failed_in("fill " + std::to_string(day), "late")}));
  const std::string text = history_to_text(history_of(runs));
  const History back = history_from_text(text);
  EXPECT_EQ(failure_at(back, 0).kept, KeptTexts::None);
  EXPECT_EQ(history_to_text(back), text);
  EXPECT_EQ(left_out_text(back), left_out_text(history_of(runs)));
}

// Runs of one case that passes, fails and is flaky, with few or many messages and steps, of any length.
std::vector<results::Run> random_runs(std::mt19937& random) {
  const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  const unsigned messages = 1 + below(60), steps = 1 + below(30), longest = 1 + below(300);
  std::vector<results::Run> runs;
  for (int day = 0; day < 80; ++day) {
    const unsigned message = below(messages), step = below(steps);
    Case one = failed_in("step " + std::to_string(step) + std::string(step * 7 % longest, 's'),
                         "message " + std::to_string(message) + std::string(message * 31 % longest, 'm'));
    if (below(4) == 0) one = passed("a");
    runs.push_back(run_on(day, {one}));
  }
  return runs;
}

// Joins the histories of random parts of `runs`, which may overlap, in random order.
History joined_by_parts(const std::vector<results::Run>& runs, std::mt19937& random) {
  std::vector<std::vector<results::Run>> parts(1 + random() % 5);
  for (const results::Run& run : runs) {
    parts[random() % parts.size()].push_back(run);
    parts[random() % parts.size()].push_back(run);
  }
  std::ranges::shuffle(parts, random);
  History all;
  for (const std::vector<results::Run>& part : parts) {
    HistoryJoiner joiner;
    joiner.add(all);
    joiner.add(history_of(part));
    DroppedHistory dropped;
    all = joiner.done({0, kFirstDay + 10'000 * kDay}, dropped);
  }
  return all;
}

TEST(HistoryTexts, DoNotDependOnHowHistoriesAreJoined) {
  std::mt19937 random(1);
  for (int round = 0; round < 150; ++round) {
    const std::vector<results::Run> runs = random_runs(random);
    ASSERT_EQ(history_to_text(joined_by_parts(runs, random)), history_to_text(history_of(runs))) << round;
  }
}

}  // namespace
}  // namespace casement::reports
