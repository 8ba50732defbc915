#include "casement/reports/json_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "approved.h"
#include "example_runs.h"
#include "replay.h"

namespace casement::reports {
namespace {

std::string json_text(const Run& run) {
  std::ostringstream out;
  JsonLinesSink sink(out);
  replay(run, sink);
  return out.str();
}

TEST(JsonLines, MatchesApprovedMixed) {
  EXPECT_TRUE(matches_approved(json_text(mixed()), "mixed.jsonl"));
}
TEST(JsonLines, MatchesApprovedFrameFailures) {
  EXPECT_TRUE(matches_approved(json_text(frame_failures()), "frame_failures.jsonl"));
}

TEST(JsonLines, HoldsOneVersionedEventALine) {
  const std::string text = json_text(hostile());
  for (const std::string_view line : split_lines(text)) {
    const auto event = nlohmann::json::parse(line);
    EXPECT_EQ(event["version"], 1);
    EXPECT_TRUE(event["event"].is_string());
  }
}

TEST(JsonLines, IsPureAscii) {
  for (const char c : json_text(hostile())) {
    EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f)) << static_cast<int>(c);
  }
}

}  // namespace
}  // namespace casement::reports
