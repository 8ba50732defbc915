#include "casement/snapshot/redundant_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/snapshot/diff.h"
#include "casement/snapshot/match.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::HasSubstr;

// A row whose name is what stands in its cells, and one that its author has named.
Snapshot people(const SnapshotOptions& options = {}) {
  std::vector<CapturedFrame> readings;
  readings.push_back(main_frame(
      document({node(0, {"table", 1}), node(1, {"row", 2, "7 ada@example.com active Edit"}), node(2, {"cell", 3, "7"}),
                run(3, "7"), node(2, {"cell", 4, "ada@example.com"}),
                node(3, {"link", 5, "ada@example.com", "cursor=pointer", {"/url=mailto:ada"}}),
                run(4, "ada@example.com"), node(2, {"cell", 6, "active"}), node(3, {"generic", 0}), run(4, "active"),
                node(2, {"cell", 7, "Edit"}), node(3, {"button", 8, "Edit"}), run(4, "Edit"),
                node(1, {"row", 9, "The last one"}), node(2, {"cell", 10, "8"}), run(3, "8")})));
  return assemble_snapshot(std::move(readings), options, {});
}

TEST(RedundantText, ARowIsNotNamedByTheTextOfItsCells) {
  EXPECT_EQ(people().text(), R"(- table:
  - row:
    - cell "7"
    - cell:
      - link "ada@example.com" [ref=e5]:
        - /url: mailto:ada
    - cell:
      - generic: active
    - cell:
      - button "Edit" [ref=e8]
  - row "The last one":
    - cell "8"
)");
}

TEST(RedundantText, ANameStaysIfTheCellsAreCut) {
  SnapshotOptions cut;
  cut.max_depth = 2;
  EXPECT_THAT(people(cut).text(), HasSubstr("- row \"7 ada@example.com active Edit\":\n    - /cut: "));
  cut.max_depth = 3;  // the row's cells say it still
  EXPECT_THAT(people(cut).text(),
              HasSubstr("- row:\n    - cell \"7\"\n    - cell \"ada@example.com\":\n      - /cut: "));
  cut.max_depth = 0;
  cut.max_nodes = 5;
  EXPECT_THAT(people(cut).text(), HasSubstr("- row \"7 ada@example.com active Edit\":\n"));
}

TEST(RedundantText, ANameWithMoreOrFewerWordsStays) {
  const auto row = [](const char* name, const char* second) {
    return text_of({node(0, {"row", 1, name}), node(1, {"cell", 2, "a"}), node(1, {"cell", 3, second})});
  };
  EXPECT_THAT(row("a b", "b"), testing::StartsWith("- row:\n"));
  for (const char* second : {"c", "bb", ""}) EXPECT_THAT(row("a b", second), HasSubstr("- row \"a b\":\n")) << second;
  EXPECT_THAT(row("a b c", "b"), HasSubstr("- row \"a b c\":\n"));
  EXPECT_THAT(row("b a", "b"), HasSubstr("- row \"b a\":\n"));
}

TEST(RedundantText, OnlyRowsAndCellsGoWithoutTheirName) {
  EXPECT_EQ(text_of({node(0, {"button", 1, "Save"}), node(1, {"img", 2, "Save"})}),
            "- button \"Save\" [ref=e1]:\n  - img \"Save\" [ref=e2]\n");
  EXPECT_EQ(text_of({node(0, {"gridcell", 1, "Save"}), node(1, {"button", 2, "Save"})}),
            "- gridcell \"Save\" [ref=e1]:\n  - button \"Save\" [ref=e2]\n");
}

TEST(RedundantText, TargetsFindNamesThatTheTextOmits) {
  const Snapshot page = people();
  EXPECT_EQ(page.ref("row \"7 ada@example.com active Edit\""), "e2");
  EXPECT_EQ(page.ref("cell \"ada@example.com\""), "e4");
  EXPECT_EQ(page.ref("button \"Edit\" inside row /^7/"), "e8");
  EXPECT_EQ(page.ref("table"), "e1");
  EXPECT_NE(page.node_of("e7"), kNoNode);
}

TEST(RedundantText, TemplatesOfBothKindsMatch) {
  const Snapshot page = people();
  EXPECT_TRUE(page.match(page.text()).matched) << page.match(page.text()).message;
  EXPECT_TRUE(page.match("- table [ref=e1]:\n"
                         "  - row \"7 ada@example.com active Edit\" [ref=e2]:\n"
                         "    - cell \"ada@example.com\" [ref=e4]:\n"
                         "      - link \"ada@example.com\" [ref=e5] [cursor=pointer]:\n"
                         "        - /url: mailto:ada\n")
                  .matched);
  EXPECT_FALSE(page.match("- row \"7 bob@example.com active Edit\"").matched);
}

TEST(RedundantText, ShowsRefsOfReadElementsOnlyIfUsable) {
  for (const char* role : {"cell", "columnheader", "heading", "list", "listitem", "row", "rowheader", "table"}) {
    const std::string head = std::string("- ") + role;
    EXPECT_EQ(text_of({node(0, {role, 1})}), head + "\n");
    EXPECT_EQ(text_of({node(0, {role, 1, "", "level=2"})}), head + " [level=2]\n");
    EXPECT_EQ(text_of({node(0, {role, 1, "", "level=2 cursor=pointer"})}),
              head + " [level=2] [ref=e1] [cursor=pointer]\n");
    EXPECT_EQ(text_of({node(0, {role, 1, "", "active"})}), head + " [active] [ref=e1]\n");
    EXPECT_EQ(text_of({node(0, {role, 1, "", "level=2 selected"})}), head + " [level=2] [selected] [ref=e1]\n");
    EXPECT_EQ(text_of({node(0, {role, 1, "", "", {"?used"}})}), head + " [ref=e1]\n");
  }
}

TEST(RedundantText, LeavesOutTheCursorOfControls) {
  EXPECT_EQ(text_of({node(0, {"link", 1, "a", "cursor=pointer"}), node(0, {"button", 2, "b", "cursor=pointer"}),
                     node(0, {"img", 3, "c", "cursor=pointer"})}),
            "- link \"a\" [ref=e1]\n- button \"b\" [ref=e2]\n- img \"c\" [ref=e3] [cursor=pointer]\n");
}

TEST(RedundantText, ALabelIsPrintedOnlyByItsControl) {
  EXPECT_EQ(text_of({run(0, "Name"), node(0, {"textbox", 1, "Name"}), value(1, "Ada"), run(0, "Name"),
                     node(0, {"checkbox", 2, "Agree"}), run(0, "Agree")}),
            "- textbox \"Name\" [ref=e1]: Ada\n- checkbox \"Agree\" [ref=e2]\n");
}

TEST(RedundantText, ATextThatIsNoLabelStays) {
  EXPECT_EQ(text_of({run(0, "Pay"), node(0, {"button", 1, "Pay"})}), "- text: Pay\n- button \"Pay\" [ref=e1]\n");
  EXPECT_EQ(text_of({run(0, "Your name"), node(0, {"textbox", 1, "Name"})}),
            "- text: Your name\n- textbox \"Name\" [ref=e1]\n");
  // Not beside it.
  EXPECT_EQ(text_of({node(0, {"paragraph"}), run(1, "Name"), node(0, {"textbox", 1, "Name"})}),
            "- paragraph: Name\n- textbox \"Name\" [ref=e1]\n");
  // A value is no label.
  EXPECT_EQ(text_of({value(0, "Name"), node(0, {"textbox", 1, "Name"})}),
            "- text: Name\n- textbox \"Name\" [ref=e1]\n");
}

TEST(RedundantText, ALabelHasTheLineOfItsControl) {
  const Snapshot page = page_of(main_frame(document(
      {run(0, "x"), run(0, "Name"), node(0, {"textbox", 1, "Name"}), node(0, {"checkbox", 2, "A"}), run(0, "A")})));
  EXPECT_EQ(page.nodes()[1].line, 2u);
  EXPECT_EQ(page.nodes()[2].line, 2u);
  EXPECT_EQ(page.nodes()[4].line, 3u);
  EXPECT_EQ(page.find_text(TextPattern::exact("Name")).size(), 1u);
}

TEST(RedundantText, ALabelIsNoSurplusOfATemplate) {
  const Snapshot page = page_of(
      main_frame(document({node(0, {"form", 1, "F"}), run(1, "Name"), node(1, {"textbox", 2, "Name"}), run(1, "x")})));
  EXPECT_TRUE(page.match("- form:\n  - /children: equal\n  - textbox \"Name\"\n  - text: x").matched);
  EXPECT_TRUE(page.match("- form:\n  - /children: equal\n  - text: Name\n  - textbox \"Name\"\n  - text: x").matched);
  EXPECT_FALSE(page.match("- form:\n  - /children: equal\n  - textbox \"Name\"").matched);
}

TEST(RedundantText, AChangeOfALabelIsOneOfItsControl) {
  const auto page = [](const char* label) {
    return page_of(main_frame(document({run(0, label), node(0, {"textbox", 1, label})})));
  };
  EXPECT_EQ(describe(diff(page("Name"), page("Surname"))),
            "~ - textbox \"Name\" [ref=e1] → - textbox \"Surname\" [ref=e1]\n");
}

// A page with a frame of its own origin, or of another.
Snapshot framed(const std::string& name, const std::string& url, const std::string& origin) {
  CapturedFrame main = main_frame(document({node(0, {"iframe", 1, name, "", {"?frame=visible"}})}));
  main.origin = "http://shop.test";
  CapturedFrame inner = child_frame(1, 0, 1, document({node(0, {"button", 1, "Go"})}, url));
  inner.origin = origin;
  return page_of(std::move(main), std::move(inner));
}

TEST(RedundantText, AFrameOfTheSameOriginHasItsPath) {
  const Snapshot page = framed("Card", "http://shop.test/card?id=1", "http://shop.test");
  EXPECT_EQ(page.text(), "- iframe \"Card\" [ref=e1]:\n  - /url: /card?id=1\n  - button \"Go\" [ref=f1_e1]\n");
  EXPECT_TRUE(page.match(page.text()).matched) << page.match(page.text()).message;
  EXPECT_TRUE(page.match("- iframe:\n  - /url: http://shop.test/card?id=1").matched);
  EXPECT_TRUE(page.match("- iframe:\n  - /url: /shop\\.test.card/").matched);
  EXPECT_FALSE(page.match("- iframe:\n  - /url: /other").matched);
  EXPECT_THAT(page.json(), HasSubstr("http://shop.test/card?id=1"));
}

TEST(RedundantText, AFrameOfAnotherOriginHasItsWholeAddress) {
  EXPECT_THAT(framed("Card", "http://pay.test/card", "http://pay.test").text(),
              HasSubstr("- /url: http://pay.test/card"));
  EXPECT_THAT(framed("Card", "http://shop.tester/", "http://shop.tester").text(),
              HasSubstr("- /url: http://shop.tester/"));
  EXPECT_THAT(framed("Card", "about:srcdoc", "http://shop.test").text(), HasSubstr("- /url: about:srcdoc"));
}

TEST(RedundantText, AnAddressThatIsTheNameIsPrintedOnce) {
  EXPECT_EQ(framed("http://pay.test/card", "http://pay.test/card", "http://pay.test").text(),
            "- iframe \"http://pay.test/card\" [ref=e1]:\n  - button \"Go\" [ref=f1_e1]\n");
  EXPECT_EQ(framed("/card", "http://shop.test/card", "http://shop.test").text(),
            "- iframe \"/card\" [ref=e1]:\n  - button \"Go\" [ref=f1_e1]\n");
  EXPECT_EQ(text_of({node(0, {"link", 1, "http://a.test/", "", {"/url=http://a.test/"}})}),
            "- link \"http://a.test/\" [ref=e1]\n");
}

}  // namespace
}  // namespace casement::spec
