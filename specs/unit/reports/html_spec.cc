#include "casement/reports/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approved.h"
#include "casement/reports/page_assets.h"
#include "example_runs.h"
#include "xmllint.h"

namespace casement::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

// Style and script are approved by eye; without them a change of the page's words shows by itself.
std::string without_style(std::string html) {
  for (const std::string_view asset : {page_css(), keys_js(), keys_js_hash(), report_js(), report_js_hash()}) {
    if (const std::size_t at = html.find(asset); at != std::string::npos) html.erase(at, asset.size());
  }
  return html;
}

TEST(Html, MatchesApprovedAllPassed) {
  EXPECT_TRUE(matches_approved(without_style(html_page(all_passed())), "all_passed.html"));
}
TEST(Html, MatchesApprovedMixed) {
  EXPECT_TRUE(matches_approved(without_style(html_page(mixed())), "mixed.html"));
}
TEST(Html, MatchesApprovedFrameFailures) {
  EXPECT_TRUE(matches_approved(without_style(html_page(frame_failures())), "frame_failures.html"));
}
TEST(Html, MatchesApprovedHostile) {
  EXPECT_TRUE(matches_approved(without_style(html_page(hostile())), "hostile.html"));
}
TEST(Html, MatchesApprovedRetried) {
  EXPECT_TRUE(matches_approved(without_style(html_page(retried())), "retried.html"));
}
TEST(Html, MatchesApprovedTraced) {
  EXPECT_TRUE(matches_approved(without_style(html_page(traced())), "traced.html"));
}
TEST(Html, MatchesApprovedEmpty) {
  EXPECT_TRUE(matches_approved(without_style(html_page(empty())), "empty.html"));
}
TEST(Html, MatchesApprovedBroken) {
  EXPECT_TRUE(matches_approved(without_style(html_page(broken())), "broken.html"));
}

TEST(Html, IsWellFormedForEveryExample) {
  for (const results::Run& run :
       {all_passed(), mixed(), retried(), traced(), frame_failures(), hostile(), empty(), broken()}) {
    EXPECT_TRUE(xmllint(html_page(run), "--noout"));
  }
}

TEST(Html, NoTextBecomesAnElement) {
  const std::string page = html_page(hostile());
  EXPECT_EQ(xpath(page, "count(//script)"), "2");
  EXPECT_EQ(xpath(page, "count(//@*[starts-with(name(), \"on\") and name() != \"open\"])"), "0");
  EXPECT_EQ(xpath(page, "count(//title)"), "1");
}

TEST(Html, LoadsNothing) {
  const std::string page = html_page(mixed());
  EXPECT_EQ(xpath(page, "count(//@src[not(starts-with(., \"data:image/\"))])"), "0");
  EXPECT_EQ(xpath(page, "count(//link | //script[@src] | //iframe | //object)"), "0");
  EXPECT_THAT(std::string(page_css()), AllOf(Not(HasSubstr("url(")), Not(HasSubstr("@import"))));
}

TEST(Html, ForbidsLoadingByPolicy) {
  EXPECT_THAT(xpath(html_page(empty()), "string(//meta[@http-equiv]/@content)"),
              AllOf(HasSubstr("default-src 'none'"), HasSubstr("img-src data:"),
                    HasSubstr("script-src 'sha256-" + std::string(keys_js_hash()) + "' 'sha256-" +
                              std::string(report_js_hash()) + "';")));
}

TEST(Html, HoldsTheScreenshot) {
  EXPECT_THAT(xpath(html_page(mixed()), "string(//img/@src)"),
              testing::StartsWith("data:image/png;base64,iVBORw0KGgo"));
}

TEST(Html, ShowsNoPictureOfAnUnknownType) {
  results::Run run = mixed();
  run.suites[0].cases[1].attachments[0].media_type = "image/svg+xml";
  EXPECT_EQ(xpath(html_page(run), "count(//img)"), "0");
}

TEST(Html, LinksFilesByRelativePathsOnly) {
  results::Run run = mixed();
  run.suites[0].cases[1].attachments[0].path = "javascript:alert(1)";
  EXPECT_EQ(xpath(html_page(run), "string(//ul[@class=\"files\"]//a/@href)"), "./javascript%3Aalert%281%29");
}

TEST(Html, OpensFailedCasesOnly) {
  EXPECT_EQ(xpath(html_page(mixed()), "count(//details[contains(@class, \"case\")][@open])"), "2");
  EXPECT_EQ(xpath(html_page(all_passed()), "count(//details[@open])"), "0");
}

TEST(Html, ShowsAttemptsAsTabsAndTheLastOneFirst) {
  const std::string page = html_page(retried());
  EXPECT_EQ(xpath(page, "count(//*[@role=\"tab\"])"), "5");
  EXPECT_EQ(xpath(page, "count(//*[@role=\"tab\"][@aria-controls = //section/@id])"), "5");
  EXPECT_EQ(xpath(page, "count(//*[@role=\"tab\"][@aria-selected=\"true\"])"), "2");
}

TEST(Html, ShowsThePictureOfAFailedStep) {
  const std::string page = html_page(traced());
  EXPECT_EQ(xpath(page, "count(//figure)"), "1");
  EXPECT_EQ(xpath(page, "count(//img[@data-picture=\"step 1\"][@alt=\"After\"])"), "1");
}

TEST(Html, FailuresOfOneMomentShareTheirPicture) {
  results::Run run = run_of({case_of("declined", 1)});
  results::Case& one = run.suites[0].cases[0];
  one.outcome = results::Outcome::Failed;
  one.failures = {{"a", "first", "", {}, "screenshot"}, {"a", "second", "", {}, "screenshot"}};
  one.attachments = {{"screenshot", "image/png", small_png(), ""}};
  // A trace may have taken the same.
  one.steps.resize(1);
  one.steps[0].screenshot = "after step 1";
  one.attachments.push_back({"after step 1", "image/png", small_png(), ""});
  const std::string page = html_page(run);
  EXPECT_EQ(xpath(page, "count(//div[@class=\"failure\"]//figure)"), "2");
  EXPECT_EQ(xpath(page, "count(//figure)"), "3");
  EXPECT_EQ(xpath(page, "count(//img)"), "1");
  EXPECT_EQ(xpath(page, "count(//figure[@class=\"again\"][@data-picture=\"screenshot\"])"), "2");
}

TEST(Html, LinksToTheLogsOfServers) {
  const std::string page = html_page(traced());
  EXPECT_EQ(xpath(page, "string(//dd/a/@href)"), "./servers/shop%201.log");
  EXPECT_EQ(xpath(page, "string((//div[dt=\"Server\"])[1]/dd)"), "shop <b> · servers/shop 1.log");
  EXPECT_EQ(xpath(page, "string((//div[dt=\"Server\"])[2]/dd)"), "bank, which was running at http://localhost:9000");
}

TEST(Html, ShowsTheChangesOfAStep) {
  const std::string page = html_page(traced());
  EXPECT_EQ(xpath(page, "string(//ins)"), "+ - heading \"Checkout\"");
  EXPECT_EQ(xpath(page, "count(//del)"), "2");
}

TEST(Html, LinksToACaseHoldWhenOthersCome) {
  const auto id_of = [](const results::Run& run) {
    return xpath(html_page(run), "string(//details[.//bdi=\"declined\"]/@id)");
  };
  const std::string alone = id_of(run_of({case_of("declined", 1)}));
  EXPECT_TRUE(alone.starts_with("checkout-declined-")) << alone;
  EXPECT_EQ(id_of(run_of({case_of("accepted", 1), case_of("declined", 1)})), alone);
  const std::string twice = html_page(run_of({case_of("declined", 1), case_of("declined", 1)}));
  EXPECT_EQ(xpath(twice, "string(//details[2]/@id)"), alone + "-2");
}

TEST(Html, ShowsTheScreenshotsOfFailuresWithThem) {
  results::Run run = mixed();
  Case& failed = run.suites[0].cases[1];
  failed.failures[0].screenshot = "screenshot";
  failed.failures[1].screenshot = "screenshot of failure 2";
  failed.attachments.push_back({"screenshot of failure 2", "image/png", small_png(), ""});
  const std::string page = html_page(run);
  EXPECT_EQ(xpath(page, "string(//div[@class=\"failure\"][2]//figcaption)"), "screenshot of failure 2");
  EXPECT_EQ(xpath(page, "count(//figure)"), "2");
  EXPECT_EQ(xpath(page, "count(//h3[.=\"Screenshots\"])"), "0");
}

TEST(Html, PutsComparedPicturesBesideEachOther) {
  results::Run run = mixed();
  Case& failed = run.suites[0].cases[1];
  for (const char* name : {"cart.png: expected", "cart.png: actual", "cart.png: difference", "alone: expected"}) {
    failed.attachments.push_back({name, "image/png", small_png(), ""});
  }
  const std::string page = html_page(run);
  EXPECT_EQ(xpath(page, "count(//div[@class=\"comparison\"])"), "1");
  EXPECT_EQ(xpath(page, "string(//div[@class=\"comparison\"]//bdi)"), "cart.png");
  for (const std::string word : {"expected", "actual", "difference"}) {
    EXPECT_EQ(xpath(page, "string(//div[@class=\"" + word + "\"]//img/@alt)"), "cart.png: " + word);
  }
  EXPECT_EQ(xpath(page, "count(//img)"), "5");  // the two others stand by themselves
}

TEST(Html, BreaksTheLinesOfTheConsole) {
  results::Run run = mixed();
  run.suites[0].cases[1].console = {"error: bad\n    at x", "log: <b>"};
  const std::string page = html_page(run);
  EXPECT_EQ(xpath(page, "string(//span[@class=\"entry\"][1])"), "error: bad\n    at x");
  EXPECT_EQ(xpath(page, "count(//span[@class=\"entry\"])"), "2");
}

TEST(Html, NamesTheBuildAndLinksOnlyToTheWeb) {
  results::Run run = mixed();
  run.info.commit = "c0ffee";
  run.info.branch = "main";
  run.info.build_url = "https://ci.test/7?a&b";
  EXPECT_EQ(xpath(html_page(run), "string(//dd/a/@href)"), "https://ci.test/7?a&b");
  EXPECT_EQ(xpath(html_page(run), "string(//div[dt=\"Commit\"]/dd)"), "c0ffee");
  run.info.build_url = "javascript:alert(1)";
  EXPECT_EQ(xpath(html_page(run), "count(//dd/a)"), "0");
}

TEST(Html, LinksEachFailedCaseFromTheTop) {
  EXPECT_EQ(xpath(html_page(mixed()), "count(//nav//a[substring(@href, 2) = //details/@id])"), "2");
}

TEST(Html, NamesTheOnlyCaseOfAFlowOnceInItsLink) {
  results::Run run = mixed();
  run.suites.front().name = run.suites.front().cases.front().name = "The cart";
  run.suites.front().cases.front().outcome = results::Outcome::Failed;
  EXPECT_EQ(xpath(html_page(run), "string(//nav//a)"), "The cart");
}

}  // namespace
}  // namespace casement::reports
