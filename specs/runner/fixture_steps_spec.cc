// Calls of a test in C++ are steps of its report, and can be watched.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "casement/base/image.h"
#include "casement/base/text.h"
#include "specs/runner/sample_program.h"

namespace casement {
namespace {

using specs::Fixtures;
using specs::Json;

TEST_F(Fixtures, EachCallIsAStepWithItsLineAndOutcome) {
  run("Sample.RecordsItsSteps");
  const Json done = case_of("Sample.RecordsItsSteps");
  std::vector<std::string> told;
  for (const Json& step : done.at("steps")) {
    told.push_back(std::string(step.value("depth", 0U) * 2, ' ') + step.at("title").get<std::string>() +
                   (step.contains("outcome") ? " failed" : ""));
  }
  EXPECT_THAT(
      told, testing::ElementsAre("open http://shop.test/", "look at the shop", "  read its heading", "    text css=h1",
                                 "expect never poll it to be coffee", "fill textbox \"Voucher\"", "pay failed",
                                 "  click button \"Pay now\" failed"));
  const Json& click = done.at("steps").back();
  const Json& where = click.at("where");
  EXPECT_EQ(where.at("file").get<std::string>() + ":" + std::to_string(where.at("line").get<int>()),
            line_of("// the line"));
  EXPECT_THAT(click.at("source").get<std::string>(), HasSubstr("shop.click("));
  EXPECT_THAT(click.at("message").get<std::string>(), StartsWith("cannot click button \"Pay now\""));
  EXPECT_FALSE(click.at("attempts").empty());
  EXPECT_GE(click.at("milliseconds").get<double>(), 300);
  EXPECT_THAT(done.at("failures").at(0).at("details").get<std::string>(),
              HasSubstr("in the step \"pay\", " + line_of("pay(page());")));
}

TEST_F(Fixtures, AReportHasRequestsPropertiesFilesAndTheRerunCommand) {
  run("Sample.RecordsItsSteps");
  const Json done = case_of("Sample.RecordsItsSteps");
  EXPECT_EQ(done.at("requests").at(0).at("url"), "http://shop.test/");
  const std::string again = done.at("rerun");
  EXPECT_THAT(again, StartsWith("cd " + fs::current_path().string() + " && "));
  EXPECT_THAT(again, testing::EndsWith(" " + std::string(SAMPLE_SPECS) + " --gtest_filter=Sample.RecordsItsSteps"));
  EXPECT_THAT(again, HasSubstr("CASEMENT_SITES=" CASEMENT_SOURCE_DIR "/specs/consumers/shop/pages "));
  EXPECT_EQ(done.at("properties").dump(), R"([{"name":"ticket","value":"SHOP-12 <b>"}])");
  const fs::path own = folder_ / "Sample.RecordsItsSteps";
  EXPECT_EQ(done.at("attachments").at(0).at("name"), "seen.json");
  const std::string path = done.at("attachments").at(0).at("path");
  EXPECT_THAT(path, testing::EndsWith("-seen.json"));
  EXPECT_EQ(bytes_of(own / path), R"({"tea": 2})");
  EXPECT_THAT(bytes_of(own / "results.json"), HasSubstr("\"browser\": \"Chromium"));
  expect_valid_junit(own / "junit.xml");
  EXPECT_THAT(bytes_of(own / "junit.xml"), AllOf(HasSubstr("<property name=\"ticket\" value=\"SHOP-12 &lt;b&gt;\"/>"),
                                                 HasSubstr("<property name=\"rerun\"")));
  EXPECT_THAT(bytes_of(own / "index.html"), AllOf(HasSubstr("SHOP-12 &lt;b&gt;"), HasSubstr("Run it again"),
                                                  HasSubstr("Network, 2 requests"), HasSubstr("look at the shop")));
}

TEST_F(Fixtures, AMatcherIsOneStepAndTheLineThatFailsIsMarked) {
  run("Sample.ExpectsMissingElements");
  const Json done = case_of("Sample.ExpectsMissingElements");
  EXPECT_EQ(done.at("steps").size(), 6u) << done.at("steps").dump(1);
  const Json& shows = done.at("steps").at(1);
  EXPECT_EQ(shows.at("title"), "expect shows heading \"Tea shops\"");
  EXPECT_EQ(shows.at("outcome"), 1);
  EXPECT_EQ(shows.at("where").at("line"), done.at("failures").at(0).at("where").at("line"));
}

TEST_F(Fixtures, AStepWithAFailedGtestAssertionHasFailed) {
  run("Sample.FailsInAStep");
  const Json steps = case_of("Sample.FailsInAStep").at("steps");
  EXPECT_EQ(steps.at(1).at("title"), "count the teas");
  EXPECT_EQ(steps.at(1).at("outcome"), 1);
  EXPECT_FALSE(steps.at(3).contains("outcome"));
}

TEST_F(Fixtures, TheReportContainsDisabledAndSkippedTests) {
  EXPECT_EQ(run("Sample.*LeftOut:Sample.Skips:DISABLED_Shut.*").exit_code, 0);
  const std::string junit = bytes_of(folder_ / "Sample.Skips" / "junit.xml");
  expect_valid_junit(folder_ / "Sample.Skips" / "junit.xml");
  EXPECT_THAT(junit, AllOf(HasSubstr("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"3\""), HasSubstr("no kettle"),
                           HasSubstr("name=\"DISABLED_IsLeftOut\""), HasSubstr("name=\"DISABLED_Shut\"")));
  EXPECT_THAT(junit, HasSubstr("<skipped message=\"disabled by its name, DISABLED_…\"/>"));
}

TEST_F(Fixtures, FailuresAnnotateForGithubAtTheirLines) {
  const std::map<std::string, std::string> github{{"GITHUB_ACTIONS", "true"}, {"DASHBOARD_TEST_FROM_CTEST", "3.25"}};
  const ProgramResult done = run("Sample.Fails", github);
  const Json where = case_of("Sample.Fails").at("failures").at(0).at("where");
  EXPECT_THAT(done.out, HasSubstr("\n::error title=Sample › Fails,file=" + where.at("file").get<std::string>() +
                                  ",line=" + std::to_string(where.at("line").get<int>()) + "::"));
  EXPECT_THAT(run("Sample.Passes", github).out, testing::Not(HasSubstr("::error")));
}

TEST_F(Fixtures, TracedStepsHaveTheirElementAndWhatChanged) {
  run("Sample.Fails", {{"CASEMENT_TRACE", "always"}});
  const Json done = case_of("Sample.Fails");
  const Json& click = done.at("steps").at(2);
  EXPECT_EQ(click.at("matched").get<std::string>().substr(0, 12), "button \"Pay\"");
  EXPECT_EQ(click.at("frame_path"), "main > Payment");
  EXPECT_THAT(click.at("snapshot_before").get<std::string>(), HasSubstr("button \"Pay\""));
  EXPECT_THAT(click.at("snapshot_after").get<std::string>(), HasSubstr("heading"));
  EXPECT_EQ(done.at("attachments").back().at("name"), "trace");
  run("Sample.Passes");
  EXPECT_THAT(bytes_of(folder_ / "Sample.Passes" / "results.json"), Not(HasSubstr("snapshot_before")));
}

TEST_F(Fixtures, ATraceHasTheLinesOfAProcessAtTheirSteps) {
  EXPECT_EQ(run("Sample.UsesAProgramBetweenSteps", {{"CASEMENT_TRACE", "always"}}).exit_code, 0);
  const Json attachments = case_of("Sample.UsesAProgramBetweenSteps").at("attachments");
  const auto trace = std::ranges::find(attachments, "trace", [](const Json& one) { return one.at("name"); });
  ASSERT_NE(trace, attachments.end());
  const std::string file = (folder_ / "Sample.UsesAProgramBetweenSteps" / trace->at("path")).string();
  const ProgramResult printed = run_program({CASEMENT_RUNNER, "trace", "server", file});
  EXPECT_THAT(printed.out, testing::MatchesRegex("before the first step\n  shop up\n"
                                                 "2 text css=h1\n  shop \\+[0-9]+ ms restocked, key=•••\n"));
}

TEST_F(Fixtures, SlowMotionWaitsAfterEachStep) {
  const ProgramResult done = run("Sample.Passes", {{"CASEMENT_SLOW_MO", "700"}});
  EXPECT_EQ(done.exit_code, 0);
  const Json one = case_of("Sample.Passes");
  EXPECT_GE(one.at("milliseconds").get<double>(), one.at("steps").at(0).at("milliseconds").get<double>() + 700);
}

TEST_F(Fixtures, AnInvalidWatchVariableFailsTheTest) {
  EXPECT_THAT(run("Sample.Passes", {{"CASEMENT_SLOW_MO", "0.5s"}}).out,
              HasSubstr("CASEMENT_SLOW_MO is '0.5s'; write milliseconds from 0 to 60000, such as 500"));
  EXPECT_THAT(run("Sample.Passes", {{"CASEMENT_PAUSE", "1"}}).out,
              HasSubstr("CASEMENT_PAUSE=1 needs CASEMENT_HEADED=1"));
  EXPECT_THAT(run("Sample.Passes", {{"CASEMENT_HEADED", "1"}, {"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}}).out,
              AllOf(HasSubstr("CASEMENT_HEADED: there is no display to show a window on"), HasSubstr("xvfb-run")));
}

TEST_F(Fixtures, APauseWithoutAWindowPrintsAWarningAndGoesOn) {
  const ProgramResult done = run("Sample.Pauses");
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_THAT(done.err, AllOf(HasSubstr("no pause at "),
                              HasSubstr("the browser has no window; set CASEMENT_HEADED=1 to show one")));
}

}  // namespace
}  // namespace casement
