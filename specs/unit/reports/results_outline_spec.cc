#include "casement/reports/results_outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/reports/history_json.h"
#include "casement/reports/merge.h"
#include "casement/results/results_json.h"
#include "example_histories.h"

namespace casement::reports {
namespace {

using nlohmann::json;

std::string text_of(const results::Run& run) {
  return results::run_to_text(run, results::AttachmentBytes::LeftOut);
}

std::vector<results::Run> examples() {
  Case planned = skipped("planned");
  planned.not_run = true;
  Case repeated = failed("repeated");
  repeated.repetition = 2;
  Case without_reason = failed("without reason");
  without_reason.failures.clear();
  Case without_steps = without_reason;
  without_steps.steps.clear();
  Case timed = flaky("timed");
  timed.console = {"error: late"};
  timed.console_times = {1'772'323'200'000.5};
  Case again = failed("accepted", "first");
  again.order = 7;
  results::Run built = run_on(3, {planned, repeated, without_reason, without_steps, timed, again});
  built.info.shard = "1/2";
  built.info.branch = "main";
  built.info.build_url = "https://ci.test/7";
  return {all_passed(), mixed(), retried(), traced(), frame_failures(), empty(), broken(), hostile(), built};
}

TEST(ResultsOutline, GivesTheSameHistoryAsTheWholeResults) {
  for (results::Run run : examples()) {
    run.info.started = time_text(kFirstDay);
    const std::string text = text_of(run);
    EXPECT_EQ(history_to_text(history_of({outline_from_text(text)})),
              history_to_text(history_of({results::run_from_text(text)})));
  }
}

TEST(ResultsOutline, JoinsAttemptsAsTheWholeResults) {
  Case second = passed("a");
  const results::Run first = run_on(0, {failed("a", "late"), flaky("b")}), last = run_on(1, {second, passed("b")});
  const auto joined = [&](auto read) {
    return history_to_text(history_of({join_attempts({read(first), read(last)})}));
  };
  EXPECT_EQ(joined([](const results::Run& run) { return outline_from_text(text_of(run)); }),
            joined([](const results::Run& run) { return results::run_from_text(text_of(run)); }));
}

TEST(ResultsOutline, SkipsUnknownFieldsAndReadsFieldsInAnyOrder) {
  const std::string text = R"({"suites": [{"cases": [{"later": {"a": ["}"]}, "steps": [{"title": "click", "new": 1,
      "where": {"file": "a.yaml", "line": 3, "until": 4}, "outcome": 1}], "failures": [{"message": "late", "where":
      {"file": "a.yaml", "line": 3}}], "outcome": 1, "name": "a", "milliseconds": 7}]}], "new": null, "version": 1,
      "info": {"started": "2026-03-01T12:00:00Z", "kernel": {}}, "format": "casement results"})";
  const History history = history_of({outline_from_text(text)});
  EXPECT_EQ(history_to_text(history), history_to_text(history_of({results::run_from_text(text)})));
  ASSERT_EQ(history.failures.size(), 1u);
  EXPECT_EQ(history.failures[0].message, "late");
  EXPECT_EQ(history.failures[0].step, "click");
  EXPECT_EQ(history.failures[0].place, "a.yaml:3");
}

TEST(ResultsOutline, RefusesOtherAndCutTexts) {
  const std::string text = text_of(run_on(0, {failed("a"), flaky("b")}));
  EXPECT_NO_THROW(outline_from_text(text));
  for (std::size_t length = 0; length + 2 < text.size(); length += 11) {
    EXPECT_THROW(outline_from_text(text.substr(0, length)), Error) << length;
  }
  const auto refuses = [&](const char* path, const json& value) {
    json made = json::parse(text);
    made[json::json_pointer(path)] = value;
    EXPECT_THROW(outline_from_text(made.dump()), Error) << path << ' ' << value;
  };
  refuses("/format", "other");
  refuses("/version", 2);
  refuses("/suites", 3);
  refuses("/info/commit", 5);
  refuses("/suites/0/cases/0/outcome", 9);
  refuses("/suites/0/cases/0/name", nullptr);
  refuses("/suites/0/cases/0/failures", "late");
  refuses("/suites/0/cases/1/earlier_attempts/0/where", "a.yaml");
}

}  // namespace
}  // namespace casement::reports
