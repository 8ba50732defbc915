// The room of results has no example runs; those of the writers hold every field.
#include "casement/results/results_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "example_runs.h"

namespace casement::reports {
namespace {

using results::AttachmentBytes;
using results::run_from_text;
using results::run_to_text;
using testing::HasSubstr;

TEST(ResultsJson, IsReadBackUnchanged) {
  for (const results::Run& run : {all_passed(), mixed(), retried(), traced(), frame_failures(), empty(), broken()}) {
    const std::string text = run_to_text(run, AttachmentBytes::Kept);
    const results::Run back = run_from_text(text);
    EXPECT_EQ(run_to_text(back, AttachmentBytes::Kept), text);
    EXPECT_EQ(back.info.cases, run.info.cases);
  }
  const results::Run back = run_from_text(run_to_text(mixed(), AttachmentBytes::Kept));
  EXPECT_EQ(back.suites[0].cases[1].attachments[0].content, small_png());
  EXPECT_EQ(back.suites[0].cases[1].failures[0].where.line, 31);
}

TEST(ResultsJson, SurvivesHostileText) {
  const results::Run back = run_from_text(run_to_text(hostile(), AttachmentBytes::Kept));
  EXPECT_THAT(back.suites[0].cases[0].name, HasSubstr("</script>"));
}

TEST(ResultsJson, LeavesBytesOutOnRequest) {
  EXPECT_EQ(run_from_text(run_to_text(mixed(), AttachmentBytes::LeftOut)).suites[0].cases[1].attachments[0].content,
            "");
}

TEST(ResultsJson, RefusesJsonThatIsNoResult) {
  for (const char* text :
       {"", "[]", "{}", "{\"format\":\"casement results\",\"version\":2}",
        "{\"format\":\"casement results\",\"version\":1,\"suites\":3,\"errors\":[7]}",
        "{\"format\":\"casement results\",\"version\":1,\"suites\":[{\"cases\":[{\"outcome\":9}]}]}"}) {
    EXPECT_THROW(run_from_text(text), Error) << text;
  }
}

}  // namespace
}  // namespace casement::reports
