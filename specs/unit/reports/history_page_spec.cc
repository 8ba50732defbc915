#include "casement/reports/history_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/reports/case_id.h"
#include "casement/reports/page_assets.h"
#include "example_histories.h"
#include "xmllint.h"

namespace casement::reports {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string page_of(const std::vector<results::Run>& runs, const std::vector<std::string>& notes = {}) {
  const History history = history_of(runs);
  return history_page(history, summarize(history), notes, "Casement");
}

// The data of the page, as its script reads them.
json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(begin) + begin.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::string hostile_page() {
  const std::string text = hostile_text() + "\xE2\x80\xA8";
  results::Run run = run_on(0, {failed(text, text)}, text);
  run.info.host_name = run.info.browser = run.info.branch = text;
  run.info.build_url = "javascript:alert(1)";
  return page_of({run}, {text});
}

TEST(HistoryPage, ContainsTheHistoryAndItsSummaries) {
  const json data = data_of(page_of({run_on(0, {passed("a"), passed("b")}), run_on(1, {passed("a"), failed("b")})}));
  EXPECT_EQ(data["history"]["cases"][1]["outcomes"], "pf");
  EXPECT_EQ(data["summaries"][0]["index"], 1);
  EXPECT_EQ(data["summaries"][0]["state"], "new");
  EXPECT_EQ(data["summaries"][0]["last_good"], 0);
  EXPECT_EQ(data["summaries"][0]["first_bad"], 1);
  EXPECT_EQ(data["summaries"][1]["first_bad"], nullptr);
}

TEST(HistoryPage, LinksToACaseAreThoseOfTheReport) {
  EXPECT_EQ(data_of(page_of({run_on(0, {passed("a")})}))["summaries"][0]["id"], case_id(passed("a")));
}

TEST(HistoryPage, ShowsTotalsAsSwitches) {
  const std::string page = page_of({run_on(0, {passed("a"), passed("b")}), run_on(1, {passed("a"), failed("b")})});
  EXPECT_EQ(xpath(page, "string(//button[@data-show=\"new\"])"), "1 newly failing");
  EXPECT_EQ(xpath(page, "string(//button[@data-show=\"passing\"])"), "1 passing");
  EXPECT_EQ(xpath(page, "count(//button[@data-show=\"gone\"])"), "0");
  EXPECT_EQ(xpath(page, "string(//title)"), "1 newly failing in 2 runs");
}

TEST(HistoryPage, NoTextLeavesItsPlace) {
  const std::string page = hostile_page();
  EXPECT_TRUE(xmllint(page, "--noout"));
  EXPECT_EQ(xpath(page, "count(//script)"), "3");
  EXPECT_EQ(xpath(page, "count(//@*[starts-with(name(), \"on\")])"), "0");
  EXPECT_EQ(xpath(page, "count(//a)"), "0");
  EXPECT_THAT(page, AllOf(Not(HasSubstr("\xE2\x80\xA8")), Not(HasSubstr("\x1b")), Not(HasSubstr("\xE2\x80\xAE"))));
  EXPECT_THAT(data_of(page)["history"]["texts"][0], HasSubstr("]]></failure></script></pre><script>alert(1)"));
}

TEST(HistoryPage, LoadsNothingAndRunsOnlyItsOwnScripts) {
  const std::string page = page_of({run_on(0, {passed("a")})});
  EXPECT_EQ(xpath(page, "count(//link | //script[@src] | //iframe | //img)"), "0");
  EXPECT_THAT(xpath(page, "string(//meta[@http-equiv]/@content)"),
              HasSubstr("script-src 'sha256-" + std::string(keys_js_hash()) + "' 'sha256-" +
                        std::string(history_js_hash()) + "';"));
  EXPECT_THAT(std::string(history_css()), AllOf(Not(HasSubstr("url(")), Not(HasSubstr("@import"))));
}

TEST(HistoryPage, IsWellFormedWithoutRuns) {
  EXPECT_TRUE(xmllint(page_of({}), "--noout"));
}

}  // namespace
}  // namespace casement::reports
