// Archives of traces, with what the loader of Playwright's viewer reads (playwright-core 1.65.1, traceLoader.ts,
// traceModernizer.ts and snapshotRenderer.ts).
#include "casement/reports/trace_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/reports/trace_page.h"

namespace casement::reports {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::StartsWith;

using Files = std::map<std::string, std::string>;

// The files of an archive without compression, in the order of their local headers.
Files unzipped(const std::string& zip) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(zip.at(at + i));
    return value;
  };
  Files files;
  for (std::size_t at = 0; zip.compare(at, 4, "PK\3\4") == 0;) {
    const std::size_t size = number(at + 18, 4), name = number(at + 26, 2);
    files[zip.substr(at + 30, name)] = zip.substr(at + 30 + name, size);
    at += 30 + name + size;
  }
  return files;
}

std::vector<Json> lines(const std::string& text) {
  std::vector<Json> events;
  for (const std::string_view line : split_lines(text)) {
    if (!line.empty()) events.push_back(Json::parse(line));
  }
  return events;
}

std::vector<Json> events(const Files& files, const std::string& type) {
  std::vector<Json> all = lines(files.at("trace.trace"));
  std::erase_if(all, [&](const Json& event) { return event.at("type") != type; });
  return all;
}

Json paying_trace() {
  return Json::parse(R"json({
    "version": 1, "suite": "Shop/\u0001../..", "case": "pays </script>", "outcome": "failed",
    "failures": ["nothing matches", "a frame timed out"],
    "console": [{"step": 0, "at": 10050, "text": "ada: error: no stock (http://a.test/a.js:12)"}, {"step": -1, "at": 0, "text": "hello"}],
    "server": [{"step": 0, "program": "shop", "at": 10004, "text": "GET /"}],
    "requests": [
      {"_began": 10005, "_step": 0, "_resourceType": "fetch", "startedDateTime": "1970-01-01T00:00:10.005Z", "time": 12,
       "_answered_by_test": true, "cache": {}, "timings": {"send": 0, "wait": 12, "receive": 0},
       "request": {"method": "POST", "url": "http://a.test/pay", "headers": [], "postData": {"mimeType": "application/json", "text": "{}"}},
       "response": {"status": 200, "headers": [], "_transferSize": 40, "content": {"mimeType": "application/json", "size": 8, "text": "{\"ok\":1}"}}},
      {"_began": 10006, "time": 3, "request": {"method": "GET", "url": "http://a.test/tea.png#x", "headers": []},
       "response": {"status": 200, "headers": [], "content": {"mimeType": "image/png", "size": 3}}},
      {"_began": 10007, "time": 3, "request": {"method": "GET", "url": "http://c.test/", "headers": []},
       "response": {"status": 0, "_error": "net::ERR_FAILED", "headers": [], "content": {}}}],
    "steps": [
      {"title": "open: /", "began": 10000, "milliseconds": 120, "where": {"file": "a.flow.yaml", "line": 3}, "source": "  - open: /",
       "moment_before": -1, "moment_after": 0},
      {"title": "steps", "began": 10200, "milliseconds": 60, "outcome": 1, "message": "nothing matches"},
      {"title": "click: button \"Pay\"", "began": 10200, "depth": 1, "outcome": 1, "milliseconds": 50, "message": "nothing matches",
       "matched": "button \"Pay\" [f1_e7]", "point": {"x": 30, "y": 40.5}, "moment_before": 1, "moment_after": 2,
       "attempts": [{"strategy": "element", "frame": "main", "error": "hidden"}]}],
    "moments": [
      {"frames": [{"ordinal": 0, "parent": -1, "owner": 0, "url": "http://a.test/", "document": "A.1", "copy": {
         "isWhole": true, "root": 1, "gone": [], "base": "http://a.test/x/", "view": [800, 600], "quirks": false, "adopted": [], "sheets": [[9, "b { }"]],
         "nodes": [[1, "html", [], [2, 3]], [2, "head", [], [10]], [10, "style", [], [], {"sheet": 9}], [3, "body", [], [4, 5, 6, 11, 14]],
           [14, "canvas", ["id", "k"], [], {"picture": "data:,x", "box": ["inline", "9px", "8px"]}],
           [4, "input", ["type", "checkbox", "on\"x", "1"], [], {"checked": true, "value": "on"}], [5, "p", [], [7]], [7, "a < b"],
           [6, "iframe", ["src", "http://b.test/", "srcdoc", "x"], [], {"frame": 3}],
           [11, "x-tea", [], [], {"root": 12, "defined": true}], [12, "#root", [], [13]], [13, "inside"]]}}],
       "resources": [{"url": "http://a.test/tea.png", "type": "image/png", "body": "AAEC"},
                     {"url": "http://a.test/cached.css", "type": "text/css", "body": "YiB7fQ=="}]},
      {"frames": [
         {"ordinal": 0, "parent": -1, "owner": 0, "url": "http://a.test/", "document": "A.1", "copy": {
           "isWhole": false, "root": 1, "gone": [], "base": "http://a.test/x/", "view": [800, 600], "quirks": false, "adopted": [], "nodes": [[7, "changed"]]}},
         {"ordinal": 1, "parent": 0, "owner": 3, "url": "http://b.test/", "document": "B.1", "copy": {
           "isWhole": true, "root": 1, "gone": [], "view": [200, 100], "adopted": [], "nodes": [[1, "html", [], [2]], [2, "button", [], [], {"ref": 7}]]}}]},
      {"frames": [
         {"ordinal": 0, "parent": -1, "owner": 0, "url": "http://a.test/", "document": "A.1", "copy": {
           "isWhole": false, "root": 1, "gone": [], "base": "http://a.test/x/", "view": [800, 600], "quirks": false, "adopted": [], "nodes": []}},
         {"ordinal": 1, "parent": 0, "owner": 3, "url": "http://b.test/", "failure": "timed_out: no answer within 2 s"}]}]})json");
}

Files exported(const Json& trace) {
  return unzipped(playwright_trace(trace_page(trace.dump())));
}

TEST(TraceExport, HasTheFilesThatTheLoaderLooksFor) {
  const Files files = exported(paying_trace());
  EXPECT_THAT(files, Contains(Key("trace.trace")));
  EXPECT_THAT(files, Contains(Key("trace.network")));
  for (const auto& [name, content] : files) {
    if (name.starts_with("trace.")) continue;
    EXPECT_THAT(name, StartsWith("resources/"));
  }
}

TEST(TraceExport, BeginsWithItsContext) {
  const Json first = lines(exported(paying_trace()).at("trace.trace")).at(0);
  EXPECT_EQ(first["type"], "context-options");
  EXPECT_EQ(first["version"], 10);
  EXPECT_EQ(first["origin"], "library");
  EXPECT_EQ(first["wallTime"], 10000);
  EXPECT_EQ(first["title"], "Shop/\x01../.. › pays </script>");
  EXPECT_EQ(first["options"]["viewport"], (Json{{"width", 800}, {"height", 600}}));
}

TEST(TraceExport, HasAnActionForEachStep) {
  const Files files = exported(paying_trace());
  const std::vector<Json> before = events(files, "before"), after = events(files, "after");
  ASSERT_EQ(before.size(), 4u);  // three steps, and the failure that no step reported
  EXPECT_EQ(before[0]["callId"], "call@1");
  EXPECT_EQ(before[0]["startTime"], 1);
  EXPECT_EQ(before[0]["title"], "open: /");
  EXPECT_EQ(before[0]["method"], "open");
  EXPECT_EQ(before[0]["stack"][0]["file"], "a.flow.yaml");
  EXPECT_EQ(before[2]["parentId"], "call@2");
  EXPECT_EQ(after[0]["endTime"], 121);
  EXPECT_FALSE(after[0].contains("error"));
  EXPECT_FALSE(after[1].contains("error"));  // the step in it has the same message
  EXPECT_EQ(after[2]["error"]["message"], "nothing matches");
  EXPECT_EQ(after[3]["error"]["message"], "a frame timed out");
  EXPECT_EQ(events(files, "log").at(0)["message"], "element main: hidden");
  const std::vector<Json> pointed = events(files, "input");
  ASSERT_EQ(pointed.size(), 1u);
  EXPECT_EQ(pointed[0]["callId"], "call@3");
  EXPECT_EQ(pointed[0]["point"], (Json{{"x", 30.0}, {"y", 40.5}}));
}

TEST(TraceExport, WritesDocumentsAsNodesWithReferences) {
  const std::vector<Json> snapshots = events(exported(paying_trace()), "frame-snapshot");
  // After step 1; before step 3, two frames; the same for its point; after step 3.
  ASSERT_EQ(snapshots.size(), 6u);
  const Json first = snapshots[0]["snapshot"];
  EXPECT_EQ(first["callId"], "call@1");
  EXPECT_EQ(first["phase"], "after");
  EXPECT_EQ(first["isMainFrame"], true);
  EXPECT_EQ(first["doctype"], "html");
  EXPECT_EQ(first["html"],
            Json::parse(R"(["HTML", {}, ["HEAD", {}, ["BASE", {"href": "http://a.test/x/"}], ["STYLE", {}, "b { }"]],
    ["BODY", {"__playwright_custom_elements__": "x-tea"},
     ["INPUT", {"type": "checkbox", "__playwright_checked_": "true", "__playwright_value_": "on"}], ["P", {}, "a < b"], ["IFRAME", {}],
     ["X-TEA", {}, ["template", {"__playwright_shadow_root_": "open"}, "inside"]],
     ["IMG", {"id": "k", "__playwright_current_src__": "data:,x",
              "style": ";box-sizing: content-box; display: inline-block; width: 9px; height: 8px"}]]])"));
  // Nodes are numbered children first: BASE 0, the text of STYLE 1, STYLE 2, HEAD 3, INPUT 4, …
  EXPECT_EQ(snapshots[1]["snapshot"]["html"],
            Json::parse(R"(["HTML", {}, [[1, 3]], ["BODY", {"__playwright_custom_elements__": "x-tea"}, [[1, 4]],
    ["P", {}, "changed"], ["IFRAME", {"src": "/snapshot/frame@2"}], [[1, 10]], [[1, 11]]]])"));
  const Json inner = snapshots[2]["snapshot"];
  EXPECT_EQ(inner["frameId"], "frame@2");
  EXPECT_EQ(inner["isMainFrame"], false);
  EXPECT_EQ(inner["html"], Json::parse(R"(["HTML", {}, ["BUTTON", {"__playwright_target__": ""}]])"));
  // The frame that could not be read has no address.
  EXPECT_EQ(snapshots[3]["snapshot"]["phase"], "action");
  EXPECT_THAT(snapshots[5]["snapshot"]["html"].dump(), HasSubstr(R"(["IFRAME",{}])"));
}

TEST(TraceExport, HasTheRequestsAsAnArchive) {
  const Files files = exported(paying_trace());
  const std::vector<Json> requests = lines(files.at("trace.network"));
  ASSERT_EQ(requests.size(), 4u);
  const Json first = requests[0]["snapshot"];
  EXPECT_EQ(requests[0]["type"], "resource-snapshot");
  EXPECT_EQ(first["pageref"], "page@1");
  EXPECT_EQ(first["_monotonicTime"], 6);
  EXPECT_EQ(first["_wasFulfilled"], true);
  EXPECT_EQ(first["response"]["bodySize"], 8);
  EXPECT_EQ(first["request"]["postData"]["text"], "{}");
  EXPECT_EQ(files.at(first["response"]["content"]["_file"]), "{\"ok\":1}");
  const Json picture = requests[1]["snapshot"];
  EXPECT_EQ(picture["request"]["url"], "http://a.test/tea.png");
  EXPECT_EQ(files.at(picture["response"]["content"]["_file"]), std::string("\0\1\2", 3));
  EXPECT_EQ(requests[2]["snapshot"]["response"]["status"], -1);
  EXPECT_EQ(requests[2]["snapshot"]["response"]["_failureText"], "net::ERR_FAILED");
  const Json cached = requests[3]["snapshot"];  // a resource without a request in the trace
  EXPECT_EQ(cached["request"]["url"], "http://a.test/cached.css");
  EXPECT_EQ(files.at(cached["response"]["content"]["_file"]), "b {}");
}

TEST(TraceExport, HasOutputAndSources) {
  const Files files = exported(paying_trace());
  const std::vector<Json> console = events(files, "console");
  ASSERT_EQ(console.size(), 2u);
  EXPECT_EQ(console[0]["messageType"], "error");
  EXPECT_EQ(console[0]["location"]["url"], "http://a.test/a.js");
  EXPECT_EQ(console[0]["location"]["lineNumber"], 12);
  EXPECT_EQ(console[0]["time"], 51);
  EXPECT_EQ(console[1]["messageType"], "log");
  EXPECT_EQ(events(files, "stdout").at(0)["text"], "shop: GET /\n");
  EXPECT_EQ(events(files, "stdout").at(0)["timestamp"], 5);
  // SHA-1 of "a.flow.yaml"
  EXPECT_EQ(files.at("resources/src@e0785d6ca8c6cfbe473fd0a727cad06b894b9aa3.txt"), "\n\n  - open: /\n");
}

TEST(TraceExport, TakesATraceWithoutSteps) {
  Json trace = paying_trace();
  trace["steps"] = trace["moments"] = trace["requests"] = trace["console"] = trace["failures"] = Json::array();
  const Files files = exported(trace);
  EXPECT_EQ(files.size(), 2u);
  EXPECT_EQ(files.at("trace.network"), "");
  EXPECT_THAT(events(files, "before"), testing::IsEmpty());
}

TEST(TraceExport, EndsForADocumentThatContainsItself) {
  Json trace = paying_trace();
  trace["moments"][0]["frames"][0]["copy"]["nodes"] = Json::parse(R"([[1, "html", [], [2]], [2, "p", [], [2]]])");
  EXPECT_THAT(exported(trace).at("trace.trace"), HasSubstr("frame-snapshot"));
}

TEST(TraceExport, RefusesOtherFiles) {
  EXPECT_THROW(playwright_trace("<p>hello"), Error);
}

}  // namespace
}  // namespace casement::reports
