#include "casement/reports/trace_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/reports/html.h"

namespace casement::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = R"({"case":"</script><script>alert(1)</script><!--<script>\u2028{{js}}"})";

TEST(TracePage, HoldsTheTraceSoThatNoTextOfItIsMarkup) {
  const std::string page = trace_page(kHostile);
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003cscript>alert(1)"));
  EXPECT_THAT(page, HasSubstr("{{js}}\"}</script>"));  // a text of the trace is not a place to fill
}

TEST(TracePage, GivesItsTraceBack) {
  const std::string trace = trace_in_page(trace_page(kHostile));
  EXPECT_EQ(trace_page(trace), trace_page(kHostile));
  EXPECT_THROW(trace_in_page("<!doctype html><p>no trace"), Error);
  const std::string page = trace_page(kHostile);
  EXPECT_THROW(trace_in_page(page.substr(0, page.find("u003c"))), Error);  // half a file
}

TEST(TracePage, IsLinkedByItsCase) {
  results::Run run;
  results::Case one;
  one.name = "pays";
  one.attachments.push_back({"trace", results::kTraceMediaType, "", "attachments/pays-trace.html"});
  run.suites.push_back({"Shop", "shop.flow.yaml", {one}});
  EXPECT_THAT(html_page(run), HasSubstr("<a href=\"./attachments/pays-trace.html\">Trace: the page"));
  run.suites[0].cases[0].attachments[0].path = "";
  EXPECT_THAT(html_page(run), Not(HasSubstr("Trace: the page")));
}

}  // namespace
}  // namespace casement::reports
