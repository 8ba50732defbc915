#include "casement/reports/trace_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

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
    "version": 1, "suite": "Shop", "case": "pays", "outcome": "failed", "failures": ["nothing matches\nbuttons on the page: \"Buy\""],
    "console": [{"step": 0, "at": 1030, "text": "error: no\u001b[31m stock"}, {"step": -1, "at": 0, "text": "log: early"}],
    "requests": [
      {"_began": 1000, "_step": 1, "_resourceType": "fetch", "startedDateTime": "1970-01-01T00:00:01.000Z", "time": 12.4,
       "_answered_by_test": true,
       "request": {"method": "POST", "url": "http://a.test/pay", "headers": [{"name": "Cookie", "value": "id=•••"}],
                   "postData": {"mimeType": "application/json", "text": "{\"card\":1}"}},
       "response": {"status": 200, "headers": [], "_transferSize": 12345,
                    "content": {"mimeType": "text/plain", "text": "no\u001b[31m stock", "comment": "cut"}}},
      {"_pending": true, "time": 0, "request": {"method": "GET", "url": "http://b.test/", "headers": []},
       "response": {"status": 0, "headers": [], "content": {}}},
      {"_step": 0, "time": 3, "_passed_by_test": true, "request": {"method": "GET", "url": "http://c.test/", "headers": []},
       "response": {"status": 0, "_error": "net::ERR_FAILED", "headers": [], "content": {}}}],
    "requests_dropped": 2,
    "steps": [
      {"title": "open: /", "milliseconds": 120.4, "where": {"file": "a.flow.yaml", "line": 3}, "moment_before": -1,
       "moment_after": 0, "snapshot_after": "- button \"Pay\""},
      {"title": "click: button \"Pay\"", "outcome": 1, "depth": 1, "milliseconds": 5000, "message": "nothing matches", "point": {"x": 12.6, "y": 300}, "values": ["order = 17"],
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

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return std::string(error.message());
  }
  return "";
}

TEST(TraceText, ListsTheSteps) {
  EXPECT_EQ(read(example()).list(),
            "✗ Shop › pays\n   1 ✓ open: /  120 ms  a.flow.yaml:3\n   2 ✗   click: button \"Pay\"  5000 ms  \n");
}

TEST(TraceText, PrintsTheFailedStepIfNoneIsNamed) {
  EXPECT_THAT(read(example()).step(0),
              AllOf(HasSubstr("click: button \"Pay\""), HasSubstr("result   failed"),
                    HasSubstr("message  nothing matches\n         buttons on the page: \"Buy\"\n"),
                    HasSubstr("point    13, 300\n"), HasSubstr("set      order = 17\n"),
                    HasSubstr("attempt  element main: hidden")));
  EXPECT_THAT(read(example()).step(1), HasSubstr("open: /"));
  EXPECT_THROW(read(example()).step(3), Error);
}

TEST(TraceText, PrintsAWholeRequest) {
  const TraceText text = read(example());
  EXPECT_EQ(text.request(1),
            "200 POST http://a.test/pay  12 ms  12 kB  answered by the test\n"
            "step 2, fetch, text/plain, began 1970-01-01T00:00:01.000Z\n"
            "request headers\n  Cookie: id=•••\nrequest body\n  {\n    \"card\": 1\n  }\n"
            "response headers\n  none\nresponse body\n  no\\x1b[31m stock\n  (cut)\n");
  EXPECT_THROW(text.request(0), Error);
  EXPECT_THROW(text.request(4), Error);
}

TEST(TraceText, PrintsTheMessagesOfASocket) {
  Json trace = example();
  trace["requests"][0]["_messagesLeftOut"] = 3;
  trace["requests"][0]["_webSocketMessages"] = Json::parse(R"([
    {"type": "send", "time": 1.012, "opcode": 1, "data": "hello"},
    {"type": "receive", "time": 2, "opcode": 2, "data": "AQI=", "_cut": true, "_bytes": 70000}])");
  trace["requests"][1]["_eventSourceMessages"] = Json::array();
  const TraceText text = read(trace);
  EXPECT_THAT(text.request(1),
              HasSubstr("messages\n  (the 3 messages before these were left out)\n  +12 ms send hello\n"
                        "  +1000 ms receive base64 AQI= … of 70000 bytes\nrequest headers\n"));
  EXPECT_THAT(text.request(2), HasSubstr("messages\n  none\n"));
  EXPECT_THAT(text.request(3), Not(HasSubstr("messages")));
}

TEST(TraceText, PutsTheDomTogetherFromAllMoments) {
  const TraceText text = read(example());
  EXPECT_EQ(text.dom(1, TraceText::Moment::After),
            "main http://a.test/\n<html lang=\"en\">\n  <input · value \"Assam\" · checked>\n  <x-card>\n"
            "    <#shadow-root>\n      one\\x1b\n");
  EXPECT_EQ(text.dom(2, TraceText::Moment::After),
            "main http://a.test/\n<html lang=\"en\">\n  <x-card>\n    <#shadow-root>\n      one\\x1b\n"
            "f1 http://b.test/\ntimed_out: no answer within 2 s\n");
  EXPECT_EQ(message_of([&] { text.dom(1, TraceText::Moment::Before); }), "there is no copy of the page before step 1");
}

TEST(TraceText, PrintsWhatElseIsKnown) {
  const TraceText text = read(example());
  EXPECT_EQ(text.text(1, TraceText::Moment::After), "- button \"Pay\"\n");
  EXPECT_EQ(text.network(),
            "the trace does not contain the 2 requests before these\n"
            "   1  step 2   200 POST http://a.test/pay  12 ms  12 kB  answered by the test\n"
            "   2  before   pending GET http://b.test/  0 ms  0 B\n"
            "   3  step 1   net::ERR_FAILED GET http://c.test/  3 ms  0 B  passed by the test\n");
  EXPECT_EQ(text.console(0), "before the first step\n  log: early\n1 open: /\n  +1030 ms error: no\\x1b[31m stock\n");
  EXPECT_EQ(text.errors(), "nothing matches\nbuttons on the page: \"Buy\"\n");
}

TEST(TraceText, PrintsTheLinesOfProgramsByStep) {
  Json trace = example();
  EXPECT_EQ(read(trace).server(0), "the programs printed nothing\n");
  trace["steps"][0]["began"] = 1000.5;
  trace["steps"][1]["began"] = 2000;
  trace["server"] = Json::parse(R"([{"step": -1, "program": "shop", "at": 900, "text": "ready"},
    {"step": 0, "program": "shop", "at": 1012.75, "text": "GET /\u001b[31m"},
    {"step": 1, "program": "mail", "at": 2000, "text": "sent"}])");
  trace["server_left_out"] = Json::parse(R"([{"step": 1, "program": "mail", "lines": 7}])");
  const TraceText text = read(trace);
  EXPECT_EQ(text.server(0),
            "before the first step\n  shop ready\n1 open: /\n  shop +12 ms GET /\\x1b[31m\n"
            "2 click: button \"Pay\"\n  7 earlier lines of mail were left out\n  mail +0 ms sent\n");
  EXPECT_EQ(text.server(1), "1 open: /\n  shop +12 ms GET /\\x1b[31m\n");
  EXPECT_THROW(text.server(3), Error);
  trace["server"].erase(1);
  EXPECT_EQ(read(trace).server(1), "the programs printed nothing during step 1; the next lines are of step 2\n");
  EXPECT_EQ(read(trace).console(2), "the pages wrote nothing during step 2 and later\n");
}

TEST(TraceText, NamesTheCopyIfItHasNoSnapshot) {
  const TraceText text = read(example());
  EXPECT_EQ(message_of([&] { text.text(0, TraceText::Moment::Before); }),
            "there is no snapshot before step 2; see its page with `casement trace dom`; --trace always records "
            "snapshots of all steps");
  EXPECT_EQ(message_of([&] { text.text(1, TraceText::Moment::Before); }),
            "there is no snapshot before step 1; --trace always records snapshots of all steps");
  Json empty = example();
  empty["steps"] = Json::array();
  EXPECT_EQ(message_of([&] { read(empty).text(0, TraceText::Moment::After); }), "the trace has no steps");
}

TEST(TraceText, RefusesOtherFiles) {
  EXPECT_THROW(TraceText("<p>hello"), Error);
  EXPECT_THROW(TraceText(trace_page("[1, 2")), Error);
  EXPECT_THROW(TraceText(trace_page(R"({"version": 2, "steps": [], "moments": []})")), Error);
}

}  // namespace
}  // namespace casement::reports
