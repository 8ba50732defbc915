#include "casement/snapshot/render_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::HasSubstr;

TEST(RenderText, WritesRoleNameStatesAndRef) {
  EXPECT_EQ(text_of({node(0, {"heading", 1, "Checkout", "level=1"})}), "- heading \"Checkout\" [level=1]\n");
  EXPECT_EQ(text_of({node(0, {"region", 1, "Cart"})}), "- region \"Cart\" [ref=e1]\n");
}

TEST(RenderText, PutsThePointerAfterTheRef) {
  EXPECT_EQ(text_of({node(0, {"generic", 2, "Back", "disabled cursor=pointer"})}),
            "- generic \"Back\" [disabled] [ref=e2] [cursor=pointer]\n");
}

TEST(RenderText, LeavesOutAnEmptyNameAndAMissingRef) {
  EXPECT_EQ(text_of({node(0, {"list"}), node(1, {"listitem"})}), "- list:\n  - listitem\n");
}

TEST(RenderText, PutsALoneTextOnTheLine) {
  EXPECT_EQ(text_of({node(0, {"paragraph"}), run(1, "Two kettles")}), "- paragraph: Two kettles\n");
}

TEST(RenderText, PutsPropertiesFirstAndTextBelowThem) {
  EXPECT_EQ(text_of({node(0, {"textbox", 3, "E-mail", "active", {"/placeholder=you@example.com"}}),
                     value(1, "ada@example.com")}),
            "- textbox \"E-mail\" [active] [ref=e3]:\n"
            "  - /placeholder: you@example.com\n"
            "  - text: ada@example.com\n");
}

TEST(RenderText, WritesTheAttributesOfAFrame) {  // V11
  EXPECT_EQ(text_of({node(0, {"iframe", 1, "", "", {"/name=pay", "/id=x", "/url=/pay"}})}),
            "- iframe [ref=e1]:\n"
            "  - /name: pay\n"
            "  - /id: x\n"
            "  - /url: /pay\n");
}

TEST(RenderText, DropsAPlaceholderThatIsTheName) {
  EXPECT_EQ(text_of({node(0, {"textbox", 1, "Search", "", {"/placeholder=Search"}})}),
            "- textbox \"Search\" [ref=e1]\n");
}

TEST(RenderText, DropsALoneTextThatIsTheName) {
  EXPECT_EQ(text_of({node(0, {"button", 1, "Pay"}), run(1, "Pay")}), "- button \"Pay\" [ref=e1]\n");
  EXPECT_EQ(text_of({node(0, {"link", 1, "Pay", "", {"/url=/p"}}), run(1, "Pay")}),
            "- link \"Pay\" [ref=e1]:\n  - /url: /p\n");
}

TEST(RenderText, KeepsAValueThatIsTheName) {
  EXPECT_EQ(text_of({node(0, {"textbox", 1, "Pay"}), value(1, "Pay")}), "- textbox \"Pay\" [ref=e1]: Pay\n");
}

TEST(RenderText, WritesSeveralChildrenBelow) {
  EXPECT_EQ(text_of({node(0, {"paragraph"}), run(1, "See"), node(1, {"link", 1, "terms"}), run(1, "and agree")}),
            "- paragraph:\n  - text: See\n  - link \"terms\" [ref=e1]\n  - text: and agree\n");
}

TEST(RenderText, WritesBoxesLast) {
  EXPECT_EQ(text_of({node(0, {"button", 1, "Pay", "cursor=pointer", {"?box=1,2,30,40"}})}),
            "- button \"Pay\" [ref=e1] [box=1,2,30,40]\n");
}

TEST(RenderText, QuotesTheKeyIfYamlNeedsIt) {
  EXPECT_EQ(text_of({node(0, {"button", 1, "It's: 5"}), run(1, "x")}), "- 'button \"It''s: 5\" [ref=e1]': x\n");
  EXPECT_EQ(text_of({node(0, {"button", 1, "Nr #5"})}), "- 'button \"Nr #5\" [ref=e1]'\n");
}

TEST(RenderText, EscapesInNames) {
  EXPECT_EQ(text_of({node(0, {"button", 1, "a\"b\\c\nd\u2028e\u202Ef"})}),
            "- button \"a\\\"b\\\\c\\nd\\u2028e\\u202ef\" [ref=e1]\n");
}

TEST(RenderText, ShortensLongNamesWithAMark) {
  const std::string text = text_of({node(0, {"button", 1, std::string(900, 'x')})});
  EXPECT_EQ(text, "- button \"" + std::string(kLongestName, 'x') + "…\" [ref=e1]\n");
}

TEST(RenderText, KeepsKeysShortEnoughForYaml) {
  const std::string text = text_of({node(0, {"button", 1, std::string(900, '\x01')})});
  EXPECT_LT(text.size(), 1024u);
  EXPECT_THAT(text, HasSubstr("…\" [ref=e1]"));
  for (const char* letter : {"x", "é", "語", "👋", "'", "\"", "\x07", "👋'", "語\x07: "}) {
    std::string name;
    for (int i = 0; i < 900; ++i) name += letter;
    const std::string states = "checked=mixed disabled expanded=false active invalid=spelling pressed=mixed required";
    const std::string lines = text_of({node(0, {"columnheader", 1234567, name, states}), run(1, "a"), run(1, "b")});
    EXPECT_LT(lines.find('\n'), 1024u) << letter;
    EXPECT_THAT(lines, HasSubstr("…")) << letter;
  }
}

TEST(RenderText, ShortensDataUrls) {
  const std::string text = text_of({node(0, {"link", 1, "", "", {"/url=data:" + std::string(5000, 'x')}})});
  EXPECT_EQ(text, "- link [ref=e1]:\n  - /url: data:" + std::string(kLongestDataUrl - 5, 'x') + "…\n");
}

TEST(RenderText, ShortensLongValues) {
  const std::string text = text_of({node(0, {"textbox", 1}), value(1, std::string(50000, 'x'))});
  EXPECT_EQ(text, "- textbox [ref=e1]: " + std::string(kLongestValue, 'x') + "…\n");
}

Snapshot limited(std::initializer_list<std::string> lines, const SnapshotOptions& limits) {
  std::vector<CapturedFrame> readings;
  readings.push_back(main_frame(document(lines)));
  return assemble_snapshot(std::move(readings), limits, {});
}

TEST(RenderText, ReportsWhatMaxNodesCuts) {
  SnapshotOptions limits;
  limits.max_nodes = 2;
  const Snapshot cut =
      limited({node(0, {"list"}), node(1, {"listitem"}), node(1, {"listitem"}), node(0, {"button", 1})}, limits);
  EXPECT_EQ(cut.text(), "- list:\n  - listitem\n- /cut: 2 nodes past max_nodes 2\n");
  EXPECT_EQ(cut.warnings().size(), 1u);
  EXPECT_EQ(cut.ref("button"), "e1");
}

TEST(RenderText, ReportsWhatMaxBytesCuts) {
  SnapshotOptions limits;
  limits.max_bytes = 30;
  const Snapshot cut = limited({node(0, {"button", 1, "one"}), node(0, {"button", 2, "two"})}, limits);
  EXPECT_EQ(cut.text(), "- button \"one\" [ref=e1]\n- /cut: 1 node past max_bytes 30\n");
  EXPECT_EQ(cut.nodes()[1].line, 0u);
}

TEST(RenderText, ReportsWhatMaxDepthCuts) {
  SnapshotOptions limits;
  limits.max_depth = 2;
  const Snapshot cut = limited(
      {node(0, {"list"}), node(1, {"listitem"}), node(2, {"button", 1}), node(3, {"img"}), node(0, {"button", 2})},
      limits);
  EXPECT_EQ(cut.text(), "- list:\n  - listitem:\n    - /cut: 2 nodes past max_depth 2\n- button [ref=e2]\n");
}

TEST(RenderText, KnowsTheLineOfEachNode) {
  const Snapshot page = page_of(main_frame(document(
      {node(0, {"link", 1, "a", "", {"/url=/a"}}), node(0, {"paragraph"}), run(1, "b"), node(0, {"button", 2})})));
  EXPECT_EQ(page.nodes()[0].line, 1u);
  EXPECT_EQ(page.nodes()[1].line, 3u);
  EXPECT_EQ(page.nodes()[2].line, 3u);
  EXPECT_EQ(page.nodes()[3].line, 4u);
}

TEST(RenderText, IsTheSameByteForByte) {
  const auto text = [] { return text_of({node(0, {"list", 1, "x"}), run(1, "y")}); };
  EXPECT_EQ(text(), text());
}

}  // namespace
}  // namespace casement::spec
