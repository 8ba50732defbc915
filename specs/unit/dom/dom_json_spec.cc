#include "casement/dom/dom_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "specs/unit/dom/dom_readings.h"

namespace casement::spec {
namespace {

using Json = nlohmann::json;
using Form = DomJsonOptions::Form;
using Place = DomJsonOptions::Place;

Json flat(const DomSnapshot& dom, const DomJsonOptions& options = {}) {
  return Json::parse(dom.json(options)).at("children");
}
Json flat(std::initializer_list<std::string> lines, const DomJsonOptions& options = {}) {
  return flat(dom_of(lines), options);
}
std::string button(int depth, int number, const std::string& name, const std::string& box = "0,0,10,10") {
  return tree_node(depth, {"button", number, "button", number, name, "", "semantic", "", box});
}

TEST(DomJson, LeavesOutElementsThatOnlyContainOthers) {
  EXPECT_EQ(
      flat({tree_node(0, {"html", 1}), tree_node(1, {"div", 2}), tree_node(2, {"section", 3}), button(3, 4, "Go")}),
      Json::parse(R"([{"ref":"e4","role":"button","label":"Go"}])"));
}

TEST(DomJson, KeepsFormsDialogsTablesAndHeadings) {
  for (const char* const role : {"form", "dialog", "group", "table", "heading", "list", "listitem", "main", "alert"}) {
    EXPECT_EQ(flat({tree_node(0, {"x", 1, role})}).at(0).at("role"), role);
  }
}

TEST(DomJson, JoinsTextsThatElementsPart) {
  EXPECT_EQ(flat({tree_node(0, {"p", 1, "paragraph"}), run(1, "One "), tree_node(1, {"b", 2, "strong"}), run(2, "two"),
                  run(1, "fold "), tree_node(1, {"i", 3, "emphasis"}), run(2, "and"),
                  tree_node(0, {"p", 4, "paragraph"}), run(1, "more")}),
            Json::parse(R"(["One twofold and","more"])"));
}

TEST(DomJson, KeepsTheSpaceAfterAnElement) {
  TreeElement bold{"b", 2, "strong"};
  bold.marks = "s";
  EXPECT_EQ(flat({tree_node(0, {"p", 1, "paragraph"}), tree_node(1, bold), run(2, "one"),
                  tree_node(1, {"b", 3, "strong"}), run(2, "two")}),
            Json::parse(R"(["one two"])"));
}

TEST(DomJson, PrintsALoneTextOnceUnlessItIsTheName) {
  EXPECT_EQ(flat({tree_node(0, {"li", 1, "listitem"}), run(1, "Tea")}),
            Json::parse(R"([{"id":"n1","role":"listitem","text":"Tea"}])"));
  EXPECT_EQ(flat({button(0, 1, "Go"), run(1, "Go")}), Json::parse(R"([{"ref":"e1","role":"button","label":"Go"}])"));
}

TEST(DomJson, LeavesOutElementsThatSnapshotsLeaveOut) {
  TreeElement hidden{"div", 1};
  hidden.hidden_by = "display";
  TreeElement box{"input", 2, "checkbox", 2, "News", "", "semantic", "opacity"};
  EXPECT_EQ(flat({tree_node(0, hidden), tree_node(0, box)}),
            Json::parse(R"([{"ref":"e2","role":"checkbox","label":"News","visible":false,"hidden_by":"opacity"}])"));
}

TEST(DomJson, ContainsTheReasonIfItIsNotObvious) {
  EXPECT_EQ(flat({tree_node(0, {"div", 1, "generic", 1, "", "", "cursor"}), run(1, "Open")}),
            Json::parse(R"([{"ref":"e1","tag":"div","text":"Open","interactive":"cursor"}])"));
}

TEST(DomJson, ContainsValuesOnRequest) {
  const DomSnapshot dom = dom_of({tree_node(0, {"input", 1, "textbox", 1, "Name", "", "semantic"}), value(1, "Ada")});
  EXPECT_FALSE(flat(dom).at(0).contains("value"));
  EXPECT_EQ(flat(dom, {.values = true}).at(0).at("value"), "Ada");
}

TEST(DomJson, ContainsBoxesOnRequest) {
  EXPECT_EQ(flat({button(0, 1, "Go", "1,2,3,4")}, {.boxes = true}).at(0).at("box"), Json::parse("[1,2,3,4]"));
}

TEST(DomJson, LeavesOutOffscreenElementsOrPutsThemLast) {
  const DomSnapshot dom = dom_of({button(0, 1, "Below", "0,500,9,9"),
                                  tree_node(0, {"ul", 2, "list", 0, "", "", "", "", ""}), button(1, 3, "Here")});
  const Json first = flat(dom, {.viewport_first = true});
  EXPECT_EQ(first.at(0).at("role"), "list");
  EXPECT_EQ(first.at(1).at("label"), "Below");
  const Json only = flat(dom, {.offscreen = false});
  ASSERT_EQ(only.size(), 1u);
  EXPECT_EQ(only.at(0).at("children").at(0).at("label"), "Here");
}

TEST(DomJson, DissolvesLandmarksOnRequest) {
  const DomSnapshot dom = dom_of({tree_node(0, {"nav", 1, "navigation", 0, "Primary"}), button(1, 2, "Go")});
  EXPECT_EQ(flat(dom).at(0).at("role"), "navigation");
  EXPECT_EQ(flat(dom, {.landmarks = false}),
            Json::parse(R"([{"ref":"e2","role":"button","label":"Go","region":"navigation \"Primary\""}])"));
}

TEST(DomJson, CountsWhatIsPastItsLimits) {
  const DomSnapshot dom = dom_of(
      {tree_node(0, {"ul", 1, "list"}), tree_node(1, {"li", 2, "listitem"}), button(2, 3, "One"), button(2, 4, "Two")});
  EXPECT_EQ(flat(dom, {.max_depth = 1}), Json::parse(R"([{"id":"n1","role":"list","left_out":3}])"));
  const Json limited = Json::parse(dom.json({.max_interactive = 1}));
  EXPECT_EQ(limited.at("interactive_left_out"), 1);
  EXPECT_EQ(limited.dump().find("Two"), std::string::npos);
}

TEST(DomJson, RefusesLimitsBelowNothing) {
  for (const DomJsonOptions& wrong : {DomJsonOptions{.max_depth = -1}, DomJsonOptions{.max_interactive = -1}}) {
    try {
      DomSnapshot().json(wrong);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
    }
  }
}

TEST(DomJson, PutsShadowRootsApartOnRequest) {
  TreeElement host{"x-card", 1};
  host.marks = "c";
  const DomSnapshot dom = dom_of({tree_node(0, host), button(1, 2, "Inside")});
  EXPECT_EQ(flat(dom).at(0).at("label"), "Inside");
  const Json apart = Json::parse(dom.json({.shadow = Place::Apart}));
  EXPECT_EQ(apart.at("children"), Json::parse(R"([{"id":"n1","tag":"x-card","shadow":"closed"}])"));
  EXPECT_EQ(apart.at("shadow_roots").at(0).at("host"), "n1");
  EXPECT_EQ(apart.at("shadow_roots").at(0).at("children").at(0).at("label"), "Inside");
  EXPECT_EQ(flat(dom, {.shadow = Place::Without}), Json::array());
}

TEST(DomJson, PutsFramesApartOnRequest) {
  std::vector<CapturedFrame> frames;
  frames.push_back(main_frame(tree_document({tree_node(
      0, {"iframe", 1, "iframe", 1, "Card", "", "", "", "0,0,9,9", "", 0, {"?frame=visible", "?inset=0,0,1"}})})));
  frames.push_back(child_frame(1, 0, 1, tree_document({button(0, 1, "Pay")}, "http://pay.test/")));
  const DomSnapshot dom = dom_of(std::move(frames));
  EXPECT_EQ(flat(dom).at(0).at("children").at(0).at("ref"), "f1_e1");
  const Json apart = Json::parse(dom.json({.frames = Place::Apart}));
  EXPECT_EQ(apart.at("iframes").at(0).at("host"), "n1");
  EXPECT_EQ(apart.at("iframes").at(0).at("url"), "http://pay.test/");
  EXPECT_FALSE(apart.at("children").at(0).contains("children"));
  EXPECT_FALSE(flat(dom, {.frames = Place::Without}).at(0).contains("children"));
}

TEST(DomJson, HasEverythingInItsFullForm) {
  const Json full =
      flat({tree_node(0, {"p", 1, "paragraph", 0, "", "", "", "", "0,0,9,9", "", 0, {"?html=intro", "?test=t"}}),
            run(1, "Hi")},
           {.form = Form::Full});
  EXPECT_EQ(full, Json::parse(R"([{"id":"n1","tag":"p","role":"paragraph","text":"Hi","html_id":"intro","test_id":"t",
                                  "visible":true,"in_viewport":true,"box":[0,0,9,9],"path":"p"}])"));
}

TEST(DomJson, IsWrittenInPiecesThatAddUpToTheWhole) {
  std::vector<CapturedFrame> frames;
  std::string text = tree_document({});
  for (int i = 1; i <= 5000; ++i) text += button(0, i, "Button " + std::to_string(i));
  frames.push_back(main_frame(text));
  const DomSnapshot dom = dom_of(std::move(frames));
  std::string joined;
  int pieces = 0;
  dom.write_json({}, [&](std::string_view piece) {
    EXPECT_LT(piece.size(), 70'000u);
    joined += piece;
    ++pieces;
  });
  EXPECT_GT(pieces, 2);
  EXPECT_EQ(joined, dom.json());
  EXPECT_EQ(Json::parse(joined).at("children").size(), 5000u);
}

TEST(DomJson, StaysJsonForAnyPageText) {
  const std::string odd = "\"},{\\\"\x01\xE2\x80\xAE</script>";
  const Json tree = flat({tree_node(0, {"p", 1, "heading", 1, odd}), run(1, odd + "\n")});
  EXPECT_EQ(tree.at(0).at("label"), odd);
}

TEST(DomJson, ShortensLongTexts) {
  const Json tree =
      flat({tree_node(0, {"h1", 1, "heading", 1, std::string(1000, 'n')}), run(1, std::string(2000, 't'))});
  EXPECT_LT(tree.at(0).at("label").get<std::string>().size(), 260u);
  EXPECT_LT(tree.at(0).at("text").get<std::string>().size(), 510u);
}

}  // namespace
}  // namespace casement::spec
