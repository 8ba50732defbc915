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

TEST(CompactText, TellsWhatCanBeUsedAndWhatIsAroundIt) {
  EXPECT_EQ(compact({tree_node(0, {"main", 90, "main"}), tree_node(1, {"h1", 91, "heading", 91, "Checkout", "level=1"}),
                     tree_node(1, {"div", 92}), used(2, "textbox", 3, "E-mail", "required"),
                     tree_node(1, {"p", 93, "paragraph"}), run(2, "No word of this"),
                     used(1, "button", 6, "Pay", "disabled"), used(1, "button", 7, "Cancel")}),
            "main\n h1 \"Checkout\"\n textbox \"E-mail\" required e3\n button \"Pay\" disabled e6 \"Cancel\" e7\n");
}

TEST(CompactText, TellsWhatAPageSaysWentWrong) {
  EXPECT_EQ(compact({tree_node(0, {"div", 1, "alert"}), run(1, "No such card")}), "alert \"No such card\"\n");
}

TEST(CompactText, TellsTheTagAndTextOfWhatHasNoRole) {
  EXPECT_EQ(compact({tree_node(0, {"div", 1, "generic", 1, "", "", "cursor"}), run(1, "Open")}), "div \"Open\" e1\n");
}

TEST(CompactText, LeavesOutWhatNobodySees) {
  EXPECT_EQ(
      compact({tree_node(0, {"dialog", 1, "dialog", 0, "Ask", "", "", "display"}), tree_node(1, {"h2", 2, "heading"})}),
      "");
}

TEST(CompactText, StaysOnItsLinesWhateverThePageSays) {
  EXPECT_EQ(compact({used(0, "button", 1, "a\nbutton \"b\" e2")}), "button \"a\\nbutton \\\"b\\\" e2\" e1\n");
}

TEST(CompactText, PartsLinesWhereSomethingIsInside) {
  EXPECT_EQ(compact({used(0, "treeitem", 1, "Fruit"), used(1, "treeitem", 2, "Apple"), used(0, "treeitem", 3, "Nut")}),
            "treeitem \"Fruit\" e1\n treeitem \"Apple\" e2\ntreeitem \"Nut\" e3\n");
}

}  // namespace
}  // namespace casement::spec
