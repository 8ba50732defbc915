#include "casement/reports/history_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "example_histories.h"

namespace casement::reports {
namespace {

using nlohmann::json;
using testing::HasSubstr;

History example() {
  return history_of({run_on(0, {passed("a"), failed("b")}), run_on(1, {failed("b")}), run_on(2, {failed("b", "other")}),
                     run_on(3, {flaky("a"), skipped("b")})});
}

std::string reason(const std::string& text) {
  try {
    history_from_text(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.message();
  }
  return "read";
}

TEST(HistoryJson, HasAStringOfOutcomesAndOneOfDurationsForEachCase) {
  const json made = history_to_json(example());
  EXPECT_EQ(made["cases"][0]["outcomes"], "p2k");
  EXPECT_EQ(made["cases"][0]["durations"].get<std::string>().size(), 4u);
  EXPECT_EQ(made["cases"][0]["failures"], json::array({0}));
  EXPECT_EQ(made["cases"][1]["outcomes"], "fffs");
  EXPECT_EQ(made["cases"][1]["failures"], json::array({0, -1, 1}));
  EXPECT_EQ(made["texts"], json({"not shown", "expect: heading \"Thank you\"", "a.flow.yaml:31:5", "other"}));
}

TEST(HistoryJson, WritesARepeatedFailureOnce) {
  std::vector<results::Run> runs;
  for (int day = 0; day < 50; ++day) runs.push_back(run_on(day, {failed("a", day < 40 ? "late" : "not shown")}));
  const History history = history_of(runs);
  EXPECT_EQ(history_to_json(history)["cases"][0]["failures"], json::array({0, -39, 1, -9}));
  EXPECT_EQ(history_to_text(history_from_text(history_to_text(history))), history_to_text(history));
}

TEST(HistoryJson, ComesBackUnchanged) {
  const std::string text = history_to_text(example());
  EXPECT_EQ(history_to_text(history_from_text(text)), text);
}

TEST(HistoryJson, KeepsHostileNames) {
  const std::string text = history_to_text(history_of({run_on(0, {failed(hostile_text(), hostile_text())})}));
  EXPECT_EQ(history_to_text(history_from_text(text)), text);
}

TEST(HistoryJson, RefusesOtherFiles) {
  EXPECT_EQ(reason("{}"), "not a history of Casement");
  EXPECT_EQ(reason("[1"), "not a history of Casement");
  EXPECT_THAT(reason(R"({"format":"casement history","version":2})"), HasSubstr("another version: 2"));
}

TEST(HistoryJson, RefusesDamagedHistories) {
  const std::string text = history_to_text(example());
  for (std::size_t length = 0; length < text.size() - 2; length += 7) {
    EXPECT_EQ(reason(text.substr(0, length)), "not a history of Casement") << length;
  }
  const auto changed = [&](const std::string& path, const json& value) {
    json made = json::parse(text);
    made[json::json_pointer(path)] = value;
    return reason(made.dump());
  };
  for (const auto& [path, value] :
       std::vector<std::pair<std::string, json>>{{"/cases/1/outcomes", "fffff"},
                                                 {"/cases/1/outcomes", "99999999999999999999f"},
                                                 {"/cases/1/outcomes", "x"},
                                                 {"/cases/1/durations", "AA"},
                                                 {"/cases/1/durations", "AAAAAA<!"},
                                                 {"/cases/1/failures", json({0, 0})},
                                                 {"/cases/1/failures", json({0, 0, 2})},
                                                 {"/cases/1/failures", json({-1, 0, 1})},
                                                 {"/cases/1/failures", json({0, -1})},
                                                 {"/failures/0/1", "text"},
                                                 {"/cases/1/name", 5},
                                                 {"/failures/0/0", 4},
                                                 {"/runs/0/started", -1},
                                                 {"/runs/0/started", 1e18},
                                                 {"/runs", nullptr},
                                                 {"/texts", nullptr}}) {
    EXPECT_THAT(changed(path, value), HasSubstr("the history is damaged: ")) << path << ' ' << value;
  }
}

}  // namespace
}  // namespace casement::reports
