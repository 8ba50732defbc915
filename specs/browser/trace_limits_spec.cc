// Copies of pages that are too large, or that change while they are copied.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "specs/support/drawn_trace.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class TracedLimits : public specs::Traced<"actions"> {
 protected:
  Json copy_with(PageCopier& copier) {
    page().snapshot();
    return copier.copy(engine_of(page()), Deadline::patient(Milliseconds(60'000)));
  }
};

constexpr const char* kHostile =
    "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>]]>-->\u2028\u2029\"'`${hacked "
    "= 1}"
    "<svg onload='window.hacked = 1'>javascript:hacked=1";

TEST_F(TracedLimits, PicturesOfBlobAndDataAddressesAreDrawn) {
  show(
      "<img id=a width=40 height=40><div id=b style='width:40px;height:40px'></div>"
      "<img width=40 height=40 src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"40\" "
      "height=\"40\" fill=\"teal\"/></svg>'>");
  page().evaluate(R"(new Promise(done => {
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><rect width="40" height="40" fill="red"/></svg>'],
                         {type: 'image/svg+xml'});
    a.src = URL.createObjectURL(svg);
    b.style.backgroundImage = `url(${URL.createObjectURL(svg)})`;
    a.decode().then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(0))));
  }))");
  EXPECT_EQ(difference(), "");
}

TEST_F(TracedLimits, ALargeStyleSheetIsCutAndNamed) {
  std::string sheet = "p { color: red }";
  while (sheet.size() < 10'000'000)
    sheet += "\n.c" + std::to_string(sheet.size()) + " { color: blue; margin: 0 1px 2px }";
  site().route("actions.test", "/large.css", answers_text(sheet, 200, "text/css"));
  site().route("actions.test", "/large.html",
               answers_text("<!doctype html><title>L</title><link rel=stylesheet href=/large.css><p>text</p>", 200,
                            "text/html"));
  page().open("http://actions.test/large.html", {.wait_until = LoadState::Loaded});
  const Json moment = copy();
  EXPECT_THAT(moment["left_out"].dump(), HasSubstr("http://actions.test/large.css"));
  EXPECT_THAT(moment["frames"][0]["copy"]["cutSheets"].dump(), HasSubstr("http://actions.test/large.css"));
  EXPECT_LT(moment.dump().size(), 6'000'000u);
  const Page viewer = drawn({moment});
  EXPECT_EQ(ask(viewer, "d.defaultView.getComputedStyle(d.querySelector('p')).color"), "rgb(255, 0, 0)");
  viewer.click("tab 'Frames'");
  EXPECT_TRUE(viewer.shows("text /rules are left out/"));
}

TEST_F(TracedLimits, ALargeDocumentIsCopiedInPartAtEachStep) {
  show("<div id=all></div>", "all.innerHTML = '<i>0</i>'.repeat(110000)");
  PageCopier copier;
  std::vector<Json> moments;
  for (int step = 1; step <= 3; ++step) {
    page().evaluate("for (const one of all.children) one.firstChild.data = " + std::to_string(step) + "; 0");
    moments.push_back(copy_with(copier));
    const Json& document = moments.back()["frames"][0]["copy"];
    EXPECT_LE(document["nodes"].size(), 100'010u);
    EXPECT_GT(document["unread"].get<int>(), 0);
  }
  EXPECT_EQ(ask(drawn(moments), "d.querySelector('i').textContent"), "3");
}

TEST_F(TracedLimits, FramesThatVanishWhileTheyAreCopiedAreLeftOut) {
  show("<p>here</p><div id=frames></div>", R"(setInterval(() => {
    frames.replaceChildren(...[1, 2, 3].map((number) => {
      const frame = document.createElement('iframe');
      frame.src = number === 3 ? 'http://guest.test/workbench.html' : '/blank.html?' + Math.random();
      return frame;
    }));
  }, 20))");
  PageCopier copier;
  for (int i = 0; i < 30; ++i) {
    const Json moment = copy_with(copier);
    EXPECT_TRUE(moment["frames"][0].contains("copy"));
    copier.ask(engine_of(page()), Milliseconds(1'000), PageCopier::Resources::Later);
    page().evaluate("0");
    const PageCopier::Received late = copier.received();
    EXPECT_FALSE(late.moment.is_null());
  }
}

TEST_F(TracedLimits, HostileTextsInAnyFieldRunNothing) {
  show("<button>Pay</button>");
  const Json moment = copy();
  Json step{{"milliseconds", 1}, {"moment_before", 0}, {"moment_after", 0}, {"outcome", 1}, {"began", 10}};
  for (const char* const key :
       {"title", "message", "source", "target", "matched", "frame_path", "snapshot_before", "snapshot_after"})
    step[key] = kHostile;
  step["where"] = {{"file", kHostile}, {"line", 1}};
  step["attempts"] = Json::array({{{"strategy", kHostile}, {"frame", kHostile}, {"error", kHostile}}});
  const Json headers = Json::array({{{"name", kHostile}, {"value", kHostile}}});
  const Json body{{"mimeType", "application/json"}, {"text", kHostile}, {"comment", kHostile}};
  const Json request{{"_step", 0},
                     {"time", 1},
                     {"_resourceType", kHostile},
                     {"startedDateTime", kHostile},
                     {"request", {{"method", kHostile}, {"url", kHostile}, {"headers", headers}, {"postData", body}}},
                     {"response", {{"status", 500}, {"headers", headers}, {"content", body}, {"_error", kHostile}}}};
  const Page viewer = drawn(
      {moment},
      {{"suite", kHostile},
       {"case", kHostile},
       {"outcome", "failed"},
       {"failures", Json::array({kHostile})},
       {"left_out", Json::array({kHostile})},
       {"sources", {{kHostile, Json::array({kHostile})}}},
       {"console", Json::array({{{"step", 0}, {"at", 11}, {"text", kHostile}}})},
       {"server", Json::array({{{"step", 0}, {"at", 11}, {"program", kHostile}, {"text", kHostile}, {"late", true}}})},
       {"server_left_out", Json::array({{{"step", 0}, {"program", kHostile}, {"lines", 2}}})},
       {"requests", Json::array({request})},
       {"steps", Json::array({step})}});
  const Json tabs = viewer.evaluate("[...document.querySelectorAll('[role=tab]')].map(tab => tab.textContent)");
  EXPECT_GE(tabs.size(), 8u);
  for (const Json& tab : tabs) viewer.click("tab '" + tab.get<std::string>() + "'");
  viewer.click("tab 'Network'");
  viewer.click("css='.requests button'");
  viewer.fill("css=#find", "hacked");
  EXPECT_EQ(viewer.evaluate("typeof hacked"), "undefined");
  EXPECT_EQ(viewer.evaluate("document.querySelectorAll('img, svg').length"), 0);
  EXPECT_THAT(viewer.console().errors(), IsEmpty());
}

}  // namespace
