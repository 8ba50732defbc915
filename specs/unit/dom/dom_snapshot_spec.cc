#include "casement/dom/dom_snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "specs/unit/dom/dom_readings.h"

namespace casement::spec {
namespace {

using testing::HasSubstr;

DomSnapshot shop() {
  return dom_of({tree_node(0, {"html", 1, "generic", 0, "", "", "", "", "0,0,100,900"}),
                 tree_node(1, {"nav", 2, "navigation", 0, "Primary"}),
                 tree_node(2, {"a", 3, "link", 1, "Home", "", "semantic", "", "0,0,10,10", "", 0, {"/url=/"}}),
                 tree_node(2, {"a", 4, "link", 2, "Tea", "", "semantic", "", "0,400,10,10"}),
                 tree_node(1, {"input", 5, "textbox", 3, "Card", "", "semantic", "", "1,2,3,4", "", 0, {"?type=text"}}),
                 value(2, "4111 1111 1111 1111"),
                 tree_node(1, {"dialog", 6, "generic", 0, "", "", "", "display", "", "", 4})});
}

TEST(DomSnapshot, FindsElementsByIdAndByRef) {
  const DomSnapshot dom = shop();
  ASSERT_NE(dom.node("n3"), nullptr);
  EXPECT_EQ(dom.node("n3")->label, "Home");
  EXPECT_EQ(dom.node("n3")->id(), "n3");
  EXPECT_EQ(dom.node_of_ref("e1"), dom.node("n3"));
  EXPECT_EQ(dom.node("n99"), nullptr);
  for (const char* const no_id : {"", "e3", "n", "n0", "n03", "f0_n3", "ne3", "n3n"})
    EXPECT_EQ(dom.node(no_id), nullptr);
  EXPECT_EQ(dom.node_of_ref("n3"), nullptr);
}

TEST(DomSnapshot, CountsWhatIsInIt) {
  const DomSnapshot dom = shop();
  const DomCounts& counts = dom.counts();
  EXPECT_EQ(counts.elements, 6u);
  EXPECT_EQ(counts.visible, 5u);
  EXPECT_EQ(counts.interactive, 3u);
  EXPECT_EQ(counts.unread, 4u);
  EXPECT_EQ(counts.frames, 1u);
}

TEST(DomSnapshot, KnowsTheViewportAndWhatIsInIt) {
  const DomSnapshot dom = shop();
  EXPECT_EQ(dom.context().viewport_width, 100);
  EXPECT_EQ(dom.context().scroll_y, 7);
  EXPECT_EQ(dom.context().document_height, 900);
  EXPECT_TRUE(dom.node("n3")->in_viewport);
  EXPECT_FALSE(dom.node("n4")->in_viewport);
  EXPECT_FALSE(dom.node("n6")->in_viewport);
}

TEST(DomSnapshot, NamesTheLandmarkAndThePathOfAnElement) {
  const DomSnapshot dom = shop();
  EXPECT_EQ(dom.region(*dom.node("n3")), "navigation \"Primary\"");
  EXPECT_EQ(dom.region(*dom.node("n5")), "");
  EXPECT_EQ(dom.path(*dom.node("n4")), "html/nav/a[2]");
  EXPECT_EQ(dom.path(*dom.node("n5")), "html/input");
}

TEST(DomSnapshot, MasksCardNumbersInValues) {
  EXPECT_EQ(shop().node("n5")->value, "•••• •••• •••• 1111");
  DomAssembly revealed;
  revealed.options.reveal_values = true;
  const DomSnapshot dom = dom_of({tree_node(0, {"input", 1, "textbox", 1}), value(1, "4111 1111 1111 1111")}, revealed);
  EXPECT_EQ(dom.node("n1")->value, "4111 1111 1111 1111");
}

// A frame at 20,30 with a border of 2, shown at half its size.
TEST(DomSnapshot, HasBoxesOfFramesInThePagesViewport) {
  std::vector<CapturedFrame> frames;
  frames.push_back(main_frame(tree_document({tree_node(
      0, {"iframe", 1, "iframe", 1, "", "", "", "", "20,30,50,50", "", 0, {"?frame=visible", "?inset=2,2,0.5"}})})));
  frames.push_back(
      child_frame(1, 0, 1,
                  tree_document({tree_node(0, {"button", 1, "button", 1, "In", "", "semantic", "", "10,10,20,20"}),
                                 tree_node(0, {"button", 2, "button", 2, "Out", "", "semantic", "", "10,150,20,20"})},
                                "http://other.test/")));
  const DomSnapshot dom = dom_of(std::move(frames));
  const DomNode* const in = dom.node("f1_n1");
  ASSERT_NE(in, nullptr);
  EXPECT_EQ(in->box.x, 27);
  EXPECT_EQ(in->box.y, 37);
  EXPECT_EQ(in->box.width, 10);
  EXPECT_TRUE(in->in_viewport);
  EXPECT_FALSE(dom.node("f1_n2")->in_viewport);
  EXPECT_EQ(dom.path(*in), "iframe/f1:button[1]");
  EXPECT_EQ(dom.node_of_ref("f1_e1"), in);
}

TEST(DomSnapshot, HasOnlyWhatIsInItsRoot) {
  DomAssembly assembly;
  assembly.root_ref = "e1";
  const DomSnapshot dom = dom_of({tree_node(0, {"p", 1}), tree_node(0, {"form", 2, "form", 1, "Pay"}),
                                  tree_node(1, {"button", 3, "button", 2, "Go", "", "semantic"})},
                                 assembly);
  EXPECT_EQ(dom.counts().elements, 2u);
  EXPECT_EQ(dom.nodes().front().label, "Pay");
  EXPECT_EQ(dom.node("n1"), nullptr);
}

TEST(DomSnapshot, RefusesARootThatHasGone) {
  DomAssembly assembly;
  assembly.root_ref = "e9";
  try {
    dom_of({tree_node(0, {"p", 1})}, assembly);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Detached);
  }
}

TEST(DomSnapshot, IsEmptyByDefault) {
  const DomSnapshot dom;
  EXPECT_TRUE(dom.nodes().empty());
  EXPECT_EQ(dom.node("n1"), nullptr);
  EXPECT_FALSE(dom.valid());
  EXPECT_THAT(dom.json(), HasSubstr("\"children\":[]"));
}

TEST(Decode, RefusesMalformedFacts) {
  for (const char* const wrong : {"?dom=", "?dom=1,,,,0", "?dom=x,,,,0,p", "?dom=1,z,,,0,p", "?dom=1,,gone,,0,p",
                                  "?dom=1,,,magic,0,p", "?dom=1,,,,-1,p", "?inset=1,2", "?inset=1,2,x"}) {
    EXPECT_THROW(decode_reading(document({node(0, {"generic", 0, "", "", {wrong}})})), Error) << wrong;
  }
  EXPECT_THROW(decode_reading("casement/1\tu\tt\t1\t0\t0\t1.0\t1,2,3\n"), Error);
}

TEST(Decode, TakesATagOfAnyLetters) {
  const DocumentSnapshot reading = decode_reading(document({tree_node(0, {"x,y\t<z", 1})}));
  EXPECT_EQ(reading.facts.at(0).tag, "x,y\t<z");
}

}  // namespace
}  // namespace casement::spec
