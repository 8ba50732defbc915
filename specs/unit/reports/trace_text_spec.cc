#include "casement/reports/trace_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/reports/trace_page.h"

namespace casement::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Two steps; the second moment names only what differs from the first.
Json example() {
  return Json::parse(R"({
    "version": 1, "suite": "Shop", "case": "pays", "outcome": "failed", "failures": ["cannot click button \"Pay\""],
    "console": ["error: no\u001b[31m stock"], "requests": [{"method": "GET", "url": "http://a.test/", "status": 200, "failure": ""}],
    "steps": [
      {"title": "open: /", "milliseconds": 120.4, "where": {"file": "a.flow.yaml", "line": 3}, "moment_before": -1,
       "moment_after": 0, "snapshot_after": "- button \"Pay\""},
      {"title": "click: button \"Pay\"", "outcome": 1, "depth": 1, "milliseconds": 5000, "message": "nothing matches",
       "moment_before": 0, "moment_after": 1, "attempts": [{"strategy": "element", "frame": "main", "error": "hidden"}]}],
    "moments": [
      {"frames": [{"ordinal": 0, "url": "http://a.test/", "document": "d", "copy": {"isWhole": true, "root": 1, "gone": [], "nodes":
         [[1, "html", ["lang", "en"], [2, 3]], [2, "input", [], [], {"value": "Assam", "checked": true}],
          [3, "x-card", [], [], {"root": 4}], [4, "#root", [], [5]], [5, "one\u001b"]]}}]},
      {"frames": [{"ordinal": 0, "url": "http://a.test/", "document": "d", "copy": {"isWhole": false, "root": 1, "gone": [2], "nodes":
         [[1, "html", ["lang", "en"], [3]]]}},
         {"ordinal": 1, "url": "http://b.test/", "failure": "timed_out: no answer within 2 s"}]}]})");
}

TraceText read(const Json& trace) {
  return TraceText(trace_page(trace.dump()));
}

TEST(TraceText, ListsTheSteps) {
  EXPECT_EQ(read(example()).list(),
            "✗ Shop › pays\n   1 ✓ open: /  120 ms  a.flow.yaml:3\n   2 ✗   click: button \"Pay\"  5000 ms  \n");
}

TEST(TraceText, PrintsTheFailedStepIfNoneIsNamed) {
  EXPECT_THAT(read(example()).step(0), AllOf(HasSubstr("click: button \"Pay\""), HasSubstr("result   failed"),
                                             HasSubstr("attempt  element main: hidden")));
  EXPECT_THAT(read(example()).step(1), HasSubstr("open: /"));
  EXPECT_THROW(read(example()).step(3), Error);
}

TEST(TraceText, PutsTheDomTogetherFromAllMoments) {
  const TraceText text = read(example());
  EXPECT_EQ(text.dom(1, TraceText::Moment::After),
            "main http://a.test/\n<html lang=\"en\">\n  <input · value \"Assam\" · checked>\n  <x-card>\n"
            "    <#shadow-root>\n      one\\x1b\n");
  EXPECT_EQ(text.dom(2, TraceText::Moment::After),
            "main http://a.test/\n<html lang=\"en\">\n  <x-card>\n    <#shadow-root>\n      one\\x1b\n"
            "f1 http://b.test/\ntimed_out: no answer within 2 s\n");
  EXPECT_EQ(text.dom(1, TraceText::Moment::Before), "there is no copy of this moment\n");
}

TEST(TraceText, PrintsWhatElseIsKnown) {
  const TraceText text = read(example());
  EXPECT_EQ(text.text(1, TraceText::Moment::After), "- button \"Pay\"\n");
  EXPECT_EQ(text.network(), "200 GET http://a.test/\n");
  EXPECT_THAT(text.console(), AllOf(HasSubstr("error: no"), Not(HasSubstr("\033"))));
  EXPECT_EQ(text.errors(), "cannot click button \"Pay\"\n");
}

TEST(TraceText, RefusesOtherFiles) {
  EXPECT_THROW(TraceText("<p>hello"), Error);
  EXPECT_THROW(TraceText(trace_page("[1, 2")), Error);
}

}  // namespace
}  // namespace casement::reports
