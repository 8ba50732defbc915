// The structure tools' results as text and JSON, without a browser.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/json.h"
#include "casement/structure/structure.h"

namespace casement {
namespace {

TEST(StructureText, ReportsWhatWasLeftOut) {  // V15
  Anchors anchors;
  anchors.container.tag = "ul";
  anchors.total_children = 3;
  anchors.total_descendants = 7;
  anchors.described = 1;
  anchors.deepest = 2;
  Anchor one;
  one.tag = "li";
  one.role = "listitem";
  one.own_text = "One";
  one.total_nested = 2;
  anchors.anchors.push_back(one);
  EXPECT_EQ(anchors.text(),
            "<ul>, 1 of 7 elements, 2 deep\n"
            "  0 listitem: \"One\"\n"
            "    … 2 more\n"
            "  … 2 more\n");
}

TEST(StructureText, PrintsTheTagOfAnElementWithoutARole) {
  Anchors anchors;
  anchors.container.tag = "svg";
  anchors.total_children = anchors.described = anchors.total_descendants = anchors.deepest = 1;
  Anchor one;
  one.tag = "path";
  anchors.anchors.push_back(one);
  EXPECT_EQ(anchors.text(), "<svg>, 1 of 1 elements, 1 deep\n  0 path\n");
}

TEST(StructureText, PrintsTheNumberOfRefsOfAContainer) {  // V13
  ContainerChain chain;
  chain.target.tag = "a";
  Container above;
  above.tag = "p";
  above.level = 1;
  above.children = 1;
  above.refs = {"e1", "e2"};
  above.total_refs = 30;
  chain.ancestors.push_back(above);
  chain.frame_owner = "e9";
  EXPECT_EQ(chain.text(), "0 <a>\n1 <p>, 1 child [e1 e2 … of 30]\nin the frame of e9\n");
}

TEST(StructureText, JsonIsValidForAnyText) {
  Pattern pattern;
  pattern.container.tag = "p";
  pattern.container.attributes = {{"id", "\xff\n"}};
  EXPECT_EQ(parse_json(pattern.json()).at("container").at("attributes").at("id"), "\uFFFD\n");
  EXPECT_EQ(pattern.text(), "<p id=\"\uFFFD\\n\">, 0 children, 0 like the one that contains the target\n");
}

}  // namespace
}  // namespace casement
