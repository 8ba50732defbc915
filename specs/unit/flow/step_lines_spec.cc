// The lines of programs beside a case, by step.
#include "casement/flow/run/step_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A block with two steps, a skipped step, and a last step.
std::vector<results::Step> steps() {
  std::vector<results::Step> all(5);
  all[0].began = 100;
  all[1].began = 110;
  all[2].began = 150;
  all[4].began = 200.5;
  return all;
}

Json written(StepLines& lines) {
  Json trace;
  lines.write_to(trace);
  return trace;
}

std::vector<std::string> described(const Json& trace) {
  std::vector<std::string> all;
  for (const Json& line : trace["server"]) {
    all.push_back(std::to_string(line["step"].get<int>()) + " " + line["program"].get<std::string>() + " " +
                  line["text"].get<std::string>());
  }
  return all;
}

TEST(StepLines, ALineBelongsToTheStepThatBeganLast) {
  StepLines lines{StepTimes(steps())};
  for (const double at : {99.9, 100.0, 109.0, 110.0, 149.9, 150.0, 200.4, 200.5, 9000.0}) {
    lines.add({"shop", at, std::to_string(static_cast<int>(at * 10))});
  }
  lines.add({"mail", 120, "sent"});
  const Json trace = written(lines);
  EXPECT_THAT(described(trace),
              ElementsAre("-1 shop 999", "0 shop 1000", "0 shop 1090", "1 shop 1100", "1 mail sent", "1 shop 1499",
                          "2 shop 1500", "2 shop 2004", "4 shop 2005", "4 shop 90000"));
  EXPECT_EQ(trace["server"][4]["at"], 120);
  EXPECT_THAT(trace["server_left_out"], IsEmpty());
}

TEST(StepLines, AFloodOfOneStepLeavesTheLinesOfOthers) {
  StepLines lines{StepTimes(steps())};
  lines.add({"shop", 105, "first"});
  for (int i = 0; i < 50'000; ++i) lines.add({"shop", 120, std::string(1000, 'x')});
  lines.add({"shop", 130, "newest"});
  for (int i = 0; i < 3'000; ++i) lines.add({"mail", 210, std::string(1000, 'y')});
  const Json trace = written(lines);
  EXPECT_LT(trace.dump().size(), 1'100'000u);
  EXPECT_GT(trace.dump().size(), 900'000u);
  const std::vector<std::string> all = described(trace);
  EXPECT_EQ(all.front(), "0 shop first");
  EXPECT_THAT(all, testing::Contains("1 shop newest"));
  const auto of_mail = std::ranges::count_if(all, [](const std::string& line) { return line.starts_with("4 mail"); });
  EXPECT_GT(of_mail, 400);
  ASSERT_EQ(trace["server_left_out"].size(), 2u);
  EXPECT_EQ(trace["server_left_out"][0]["step"], 1);
  EXPECT_EQ(trace["server_left_out"][1]["lines"], 3'000 - of_mail);
}

TEST(StepLines, WithoutStepsAllLinesAreBeforeTheFirst) {
  StepLines lines{StepTimes({})};
  lines.add({"shop", 5, "up"});
  EXPECT_THAT(described(written(lines)), ElementsAre("-1 shop up"));
}

}  // namespace
}  // namespace casement
