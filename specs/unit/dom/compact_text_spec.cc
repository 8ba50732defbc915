#include "casement/dom/compact_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specs/unit/dom/dom_readings.h"

namespace casement::spec {
namespace {

std::string compact(std::initializer_list<std::string> lines) {
  return compact_text(dom_of(lines));
}
std::string used(int depth, const char* role, int ref, const std::string& name, const std::string& states = "") {
  return tree_node(depth, {"x", ref, role, ref, name, states, "semantic"});
}

TEST(CompactText, ContainsUsableElementsAndTheirSurroundings) {
  EXPECT_EQ(compact({tree_node(0, {"main", 90, "main"}), tree_node(1, {"h1", 91, "heading", 91, "Checkout", "level=1"}),
                     tree_node(1, {"div", 92}), used(2, "textbox", 3, "E-mail", "required"),
                     tree_node(1, {"p", 93, "paragraph"}), run(2, "No word of this"),
                     used(1, "button", 6, "Pay", "disabled"), used(1, "button", 7, "Cancel")}),
            "main\n h1 \"Checkout\"\n textbox \"E-mail\" required e3\n button \"Pay\" disabled e6 \"Cancel\" e7\n");
}

TEST(CompactText, ContainsErrorMessagesOfThePage) {
  EXPECT_EQ(compact({tree_node(0, {"div", 1, "alert"}), run(1, "No such card")}), "alert \"No such card\"\n");
}

TEST(CompactText, PrintsTagAndTextOfElementsWithoutARole) {
  EXPECT_EQ(compact({tree_node(0, {"div", 1, "generic", 1, "", "", "cursor"}), run(1, "Open")}), "div \"Open\" e1\n");
}

TEST(CompactText, LeavesOutInvisibleElements) {
  EXPECT_EQ(
      compact({tree_node(0, {"dialog", 1, "dialog", 0, "Ask", "", "", "display"}), tree_node(1, {"h2", 2, "heading"})}),
      "");
}

// Its refs say which frame it is; the site of another is worth a word, and the address of one that failed.
TEST(CompactText, PrintsOnlyTheSiteOfAFrameWithoutAName) {
  const auto frame = [](const std::string& name, const std::string& url) {
    return tree_node(
        0, {"iframe", 1, "iframe", 1, name, "", "", "", "0,0,10,10", "", 0, {"/url=" + url, "?frame=hidden"}});
  };
  EXPECT_EQ(compact({frame("/pay?a", "/pay?a")}), "iframe\n");
  EXPECT_EQ(compact({frame("/pay", "http://shop.test/pay")}), "iframe\n");
  EXPECT_EQ(compact({frame("Payment", "/pay")}), "iframe \"Payment\"\n");
  std::vector<CapturedFrame> frames;
  frames.push_back(main_frame(tree_document({tree_node(
      0, {"iframe", 1, "iframe", 1, "http://bank.test/pay?x", "", "", "", "0,0,10,10", "", 0, {"?frame=visible"}})})));
  frames.push_back(child_frame(1, 0, 1, tree_document({used(0, "button", 2, "Pay")}, "http://bank.test/pay?x")));
  frames.back().cross_site = true;
  EXPECT_EQ(compact_text(dom_of(std::move(frames))), "iframe \"bank.test\"\n button \"Pay\" f1_e2\n");
}

TEST(CompactText, StaysOnItsLinesForAnyPageText) {
  EXPECT_EQ(compact({used(0, "button", 1, "a\nbutton \"b\" e2")}), "button \"a\\nbutton \\\"b\\\" e2\" e1\n");
}

TEST(CompactText, SplitsLinesIfAnElementHasChildren) {
  EXPECT_EQ(compact({used(0, "treeitem", 1, "Fruit"), used(1, "treeitem", 2, "Apple"), used(0, "treeitem", 3, "Nut")}),
            "treeitem \"Fruit\" e1\n treeitem \"Apple\" e2\ntreeitem \"Nut\" e3\n");
}

}  // namespace
}  // namespace casement::spec
