// The page of a trace: its list of steps, its tabs and its time line.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "specs/support/drawn_trace.h"
#include "specs/support/shown_markup.h"

namespace {

using namespace casement;
using testing::HasSubstr;

Json request(const std::string& url, const std::string& type, int step, int status = 200) {
  return {{"_step", step},
          {"_resourceType", type},
          {"startedDateTime", "2026-03-01T09:30:00.000Z"},
          {"time", 3},
          {"request", {{"method", "GET"}, {"url", url}, {"headers", Json::array()}}},
          {"response",
           {{"status", status},
            {"statusText", ""},
            {"headers", Json::array()},
            {"content", {{"mimeType", "text/plain"}, {"size", 0}}}}}};
}

Json step(const std::string& title, int depth = 0) {
  return {{"title", title}, {"milliseconds", 1}, {"depth", depth}, {"moment_before", -1}, {"moment_after", -1}};
}

// A moment without a copy of the page.
Json no_page() {
  return {{"frames", Json::array()}, {"resources", Json::array()}, {"left_out", Json::array()}};
}

class TraceViewer : public SiteTest<"actions"> {
 protected:
  // Opens a trace with these parts. It has no copies of pages, unless `moments` has some.
  Page show(const Json& parts, const std::vector<Json>& moments = {}) {
    if (!trace_) trace_.emplace(browser());
    return trace_->show(moments, parts);
  }
  static Json texts(const Page& viewer, const std::string& css) {
    return viewer.evaluate("[...document.querySelectorAll(" + Json(css).dump() +
                           ")].filter(e => e.checkVisibility()).map(e => e.textContent)");
  }

 private:
  std::optional<specs::DrawnTrace> trace_;
};

TEST_F(TraceViewer, FiltersRequestsByTypeAndByAddress) {
  const Page viewer =
      show({{"steps", {step("open"), step("click")}},
            {"requests",
             {request("http://shop.test/", "document", 0), request("http://shop.test/tea.png", "image", 0),
              request("http://shop.test/stock", "fetch", 1, 500), request("http://pay.test/stock", "fetch", 1)}}});
  viewer.click("tab 'Network'");
  EXPECT_EQ(texts(viewer, ".types button"), Json::array({"all 4", "document 1", "fetch 2", "image 1", "failed 1"}));
  viewer.click("button 'fetch 2'");
  const Json fetched = Json::array({"GET http://shop.test/stock", "GET http://pay.test/stock"});
  EXPECT_EQ(texts(viewer, ".requests button"), fetched);
  viewer.fill("searchbox 'Filter by address'", "PAY");
  EXPECT_EQ(texts(viewer, ".requests button"), Json::array({"GET http://pay.test/stock"}));
  EXPECT_THAT(texts(viewer, "#panel p").dump(), HasSubstr("The filter hides all requests of this step."));
  viewer.click("button 'GET http://pay.test/stock'");
  viewer.click("button '‹ All requests'");
  EXPECT_EQ(texts(viewer, ".requests button"), Json::array({"GET http://pay.test/stock"}));  // the filter stays
  viewer.fill("searchbox 'Filter by address'", "");
  viewer.click("button 'failed 1'");
  EXPECT_EQ(texts(viewer, ".requests button"), Json::array({"GET http://shop.test/stock"}));
}

TEST_F(TraceViewer, ShowsPicturesAndFontsOfResponses) {
  const std::string square = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'/>";
  Json moment = no_page();
  moment["resources"] = {
      {{"url", "http://shop.test/tea"}, {"type", "image/svg+xml"}, {"body", encode_base64(square)}},
      {{"url", "http://shop.test/font"}, {"type", "font/woff2"}, {"body", "bm8gZm9udA=="}},
      {{"url", "http://shop.test/css"}, {"type", "text/css"}, {"body", encode_base64("p { top: 0 }")}}};
  const Page viewer =
      show({{"steps", {step("open")}},
            {"requests",
             {request("http://shop.test/tea", "image", 0), request("http://shop.test/font", "font", 0),
              request("http://shop.test/css", "stylesheet", 0), request("http://shop.test/other", "image", 0)}}},
           {moment});
  viewer.click("tab 'Network'");
  const auto open = [&](const std::string& name) {
    viewer.click("button 'GET http://shop.test/" + name + "'");
    return viewer;
  };
  expect(open("tea")).shows("text '20 × 10'");
  viewer.click("button '‹ All requests'");
  expect(open("font")).shows("text 'The browser cannot read the font.'");
  viewer.click("button '‹ All requests'");
  EXPECT_EQ(texts(open("css"), "#panel pre"), Json::array({"p { top: 0 }"}));
  viewer.click("button '‹ All requests'");
  EXPECT_EQ(texts(open("other"), "#panel img"), Json::array());
}

TEST_F(TraceViewer, MarksRequestsThatARouteHasAnsweredOrLetPass) {
  Json answered = request("http://shop.test/stock", "fetch", 0);
  answered["_answered_by_test"] = true;
  Json passed = request("http://shop.test/quote", "fetch", 0);
  passed["_passed_by_test"] = true;
  const Page viewer = show({{"steps", {step("open")}}, {"requests", {answered, passed}}});
  viewer.click("tab 'Network'");
  EXPECT_EQ(texts(viewer, ".requests .note"), Json::array({"answered by the test", "passed by the test"}));
}

TEST_F(TraceViewer, ListsTheFactsOfTheCase) {
  const Page viewer =
      show({{"steps", {step("open")}},
            {"facts",
             Json::array({Json::array({"browser", "Chromium <b>156</b>"}), Json::array({"tags", "smoke, slow"})})}});
  viewer.click("tab 'Case'");
  EXPECT_EQ(texts(viewer, "#panel tr"), Json::array({"browserChromium <b>156</b>", "tagssmoke, slow"}));
}

class TraceSteps : public TraceViewer {
 protected:
  const Json steps_{step("open"),       step("repeat"),  step("round 1", 1), step("click", 2),
                    step("round 2", 1), step("fill", 2), step("expect")};
  static Json listed(const Page& viewer) { return texts(viewer, "#steps .title"); }
  static Json chosen(const Page& viewer) { return texts(viewer, "#steps [aria-current] .title"); }
};

TEST_F(TraceSteps, FoldBlocks) {
  const Page viewer = show({{"steps", steps_}});
  viewer.click("css=\"#steps li:nth-child(4) [data-step]\"");
  viewer.click("button 'Steps of repeat'");
  EXPECT_EQ(listed(viewer), Json::array({"open", "repeat", "expect"}));
  EXPECT_EQ(chosen(viewer), Json::array({"repeat"}));  // its step is hidden
  viewer.keyboard().press("j");
  EXPECT_EQ(chosen(viewer), Json::array({"expect"}));
  viewer.click("button 'Steps of repeat'");
  viewer.click("button 'Steps of round 1'");
  EXPECT_EQ(listed(viewer), Json::array({"open", "repeat", "round 1", "round 2", "fill", "expect"}));
}

TEST_F(TraceSteps, ListABlockAlone) {
  const Page viewer = show({{"steps", steps_}});
  viewer.double_click("css=\"#steps li:nth-child(5) [data-step]\"");
  EXPECT_EQ(listed(viewer), Json::array({"round 2", "fill"}));
  viewer.keyboard().press("k");
  EXPECT_EQ(chosen(viewer), Json::array({"round 2"}));
  viewer.fill("searchbox 'Find in all steps'", "open");
  EXPECT_EQ(listed(viewer), Json::array({"open"}));
  viewer.fill("searchbox 'Find in all steps'", "");
  EXPECT_EQ(listed(viewer), Json::array({"round 2", "fill"}));
  viewer.click("button '‹ All steps'");
  EXPECT_EQ(listed(viewer).size(), steps_.size());
}

TEST_F(TraceSteps, ReturnToTheChosenStepAfterASearch) {
  Json steps = steps_;
  steps[0]["moment_before"] = 0;
  for (int i = 0; i < 200; ++i) steps.push_back(step("step " + std::to_string(i)));
  const Page viewer = show({{"steps", steps}}, {no_page()});
  viewer.evaluate("show({step: 200})");
  viewer.fill("searchbox 'Find in all steps'", "repeat");
  viewer.fill("searchbox 'Find in all steps'", "");
  EXPECT_EQ(
      viewer.evaluate("{ const list = document.getElementById('steps').getBoundingClientRect(); const step = "
                      "document.querySelector('[aria-current]').getBoundingClientRect(); step.top >= list.top - 1 && "
                      "step.bottom <= list.bottom + 1 }"),
      true);
}

TEST_F(TraceSteps, CountTheirErrors) {
  const Page viewer = show({{"steps", steps_},
                            {"requests", {request("http://shop.test/stock", "fetch", 3, 500)}},
                            {"console",
                             {{{"step", 3}, {"at", 0}, {"text", "error: <b>no</b> (http://shop.test/:3)"}},
                              {{"step", 3}, {"at", 0}, {"text", "log: error: none"}},
                              {{"step", 5}, {"at", 0}, {"text", "guest: error: again"}}}}});
  EXPECT_EQ(viewer.evaluate("[...document.querySelectorAll('#steps .errors')].map(e => e.textContent + ' ' + e.title)"),
            Json::array({"2 1 console error, 1 failed request", "1 1 console error"}));
  viewer.click("img '1 console error'");
  EXPECT_EQ(chosen(viewer), Json::array({"fill"}));
  EXPECT_EQ(texts(viewer, "#panel .failed"), Json::array({"guest: error: again"}));
}

TEST_F(TraceSteps, AreMarkedWhileTheirRequestIsPointedAt) {
  Json steps = steps_;
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i]["moment_before"] = i;
  const Page viewer = show({{"steps", steps}, {"requests", {request("http://shop.test/stock", "fetch", 3, 500)}}},
                           std::vector<Json>(steps.size(), no_page()));
  EXPECT_EQ(texts(viewer, "#pictures button:has(.errors) .title"), Json::array({"4 click"}));
  viewer.click("tab 'Network'");
  viewer.hover("button 'GET http://shop.test/stock'");
  EXPECT_EQ(texts(viewer, ".marked .title"), Json::array({"4 click", "click"}));
  viewer.hover("tab 'Network'");
  EXPECT_EQ(texts(viewer, ".marked"), Json::array());
}

class TraceTarget : public TraceViewer {
 protected:
  // A trace at this page, which has the snapshot of the page and its copy.
  Page show_page(const std::string& body, const Json& more = Json::object()) {
    page().open("http://actions.test/blank.html");
    page().evaluate(specs::show_in_body(body) + "; 0");
    Json look = step("look");
    look["moment_before"] = 0;
    look["snapshot_before"] = page().snapshot().text();
    look.update(more);
    return show({{"steps", {look}}}, {specs::copy_of(page())});
  }
  // Presses the element in the drawing; returns its target.
  std::string picked(const Page& viewer, const std::string& target) {
    viewer.click(target + " in iframe 'The page'");
    return viewer.value("searchbox 'Target'");
  }
  static Json result(const Page& viewer) { return texts(viewer, ".target [role=status]"); }
  // The places of the outlines.
  static Json outlines(const Page& viewer) {
    return viewer.evaluate(
        "[...document.querySelectorAll('#stage .outline')].filter(e => !e.hidden).map(e => e.style.left)");
  }
};

TEST_F(TraceTarget, IsPickedInTheDrawing) {
  const Page viewer = show_page(
      "<button>Pay</button><button>Say \"no\"</button><ul><li>Tea<li>Milk</ul><button>Add: 1</button>"
      "<button>Add: 1</button><iframe title=Card srcdoc='<button>Pay</button>'></iframe>");
  for (const auto& [pressed, target] : std::initializer_list<std::pair<std::string, std::string>>{
           {"button 'Pay' #1", "button \"Pay\" #1"},
           {"button 'Say \"no\"'", "button \"Say \\\"no\\\"\""},
           {"text 'Milk'", "text \"Milk\""},
           {"button 'Add: 1' #2", "button \"Add: 1\" #2"},
           {"button 'Pay' in iframe 'Card'", "button \"Pay\" in iframe \"Card\""}}) {
    EXPECT_EQ(picked(viewer, pressed), target);
    EXPECT_EQ(result(viewer), Json::array({"1 match"})) << target;
    EXPECT_TRUE(page().shows(target)) << target;
  }
}

TEST_F(TraceTarget, IsOutlinedAtEachMomentOfItsStep) {
  const Page viewer = show_page(
      "<button style='position:fixed;left:40px;top:60px;width:100px;height:30px'>Pay</button>"
      "<p>Other</p>");
  EXPECT_EQ(picked(viewer, "button 'Pay'"), "button \"Pay\"");
  viewer.hover("tab 'Before'");
  EXPECT_EQ(outlines(viewer), Json::array({"40px"}));
  EXPECT_EQ(texts(viewer, "#panel .picked").size(), 1u);
  viewer.click("tab 'After'");
  viewer.click("tab 'Before'");
  EXPECT_EQ(outlines(viewer), Json::array({"40px"}));
  viewer.fill("searchbox 'Target'", "");
  EXPECT_EQ(outlines(viewer), Json::array());
}

TEST_F(TraceTarget, IsTriedByItsWords) {
  const Page viewer = show_page(
      "<style>button { position: fixed; top: 60px; width: 30px }</style><button style='left:10px'>Pay</button>"
      "<button style='left:50px' data-testid=later>Pay later</button><p>Total: <b>4</b></p>"
      "<h1 style='position:fixed;left:20px;width:90px'>Tea</h1>"
      "<iframe style='position:fixed;left:100px;top:0;border:0' title=Card srcdoc='<style>body { margin: 0 }</style>"
      "<button>Pay</button><h1>Milk</h1><h2>Tea time</h2>'></iframe>");
  const auto matches = [&](const std::string& target) {
    viewer.fill("searchbox 'Target'", target);
    return outlines(viewer);
  };
  EXPECT_EQ(matches("button 'Pay'"), Json::array({"10px", "100px"}));
  EXPECT_EQ(result(viewer), Json::array({"2 matches"}));
  EXPECT_EQ(matches("button /^pay/i"), Json::array({"10px", "50px", "100px"}));
  EXPECT_EQ(matches("button \"Pay\" #last"), Json::array({"100px"}));
  EXPECT_EQ(matches("button in iframe 'Card'"), Json::array({"100px"}));
  EXPECT_EQ(matches("testid=later"), Json::array({"50px"}));
  EXPECT_EQ(matches("css='button + button'"), Json::array({"50px"}));
  EXPECT_EQ(matches("text 'Total: 4'").size(), 1u);
  EXPECT_EQ(matches("heading 'Tea'"), Json::array({"20px"}));
  EXPECT_EQ(matches("heading 'Milk' in iframe 'Card'"), Json::array({"100px"}));
  EXPECT_EQ(matches("heading").size(), 3u);
  EXPECT_EQ(matches("button that has text 'Pay later'"), Json::array({"50px"}));
  EXPECT_EQ(matches("button 'None'"), Json::array());
  EXPECT_EQ(result(viewer), Json::array({"0 matches"}));
  matches("button inside list");
  EXPECT_THAT(result(viewer).dump(), HasSubstr("The viewer tries"));
  matches("button /(/");
  EXPECT_THAT(result(viewer).dump(), HasSubstr("Invalid regular expression"));
}

TEST_F(TraceTarget, OfAStepWithoutAnElementIsOutlinedAtAllItsMatches) {
  const Page viewer = show_page(
      "<style>button { position: fixed; top: 60px }</style><button style='left:10px'>Pay</button>"
      "<button style='left:80px'>Pay</button>",
      {{"outcome", 1}, {"target", "button \"Pay\""}});
  viewer.click("tab 'Before'");
  EXPECT_EQ(outlines(viewer), Json::array({"10px", "80px"}));
}

TEST_F(TraceTarget, IsTypedWithLettersThatAreKeysElsewhere) {
  const Page viewer = show({{"steps", {step("open"), step("click")}}});
  viewer.click("searchbox 'Target'");
  viewer.keyboard().type("jf/");
  EXPECT_EQ(viewer.value("searchbox 'Target'"), "jf/");
  EXPECT_EQ(texts(viewer, "#steps [aria-current] .title"), Json::array({"open"}));
}

}  // namespace
