#include "casement/agent/page_view.h"

#include <gmock/gmock.h>

#include "casement/agent/seen_pages.h"
#include "casement/api/engine.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Snapshot page(std::initializer_list<std::string> lines) {
  return page_of(main_frame(document(lines)));
}
std::string view(std::initializer_list<std::string> lines) {
  return PageView(page(lines)).text();
}

TEST(PageView, HasRowsOfPlainCellsOnALineAndNoRowGroups) {
  EXPECT_EQ(view({node(0, {"table", 0, "Items"}), node(1, {"rowgroup"}), node(2, {"row", 0, "Kettle 1"}),
                  node(3, {"rowheader", 0, "Kettle"}), run(4, "Kettle"), node(3, {"cell", 0, "1"}), run(4, "1"),
                  node(3, {"cell"})}),
            "- table \"Items\":\n  - row: \"Kettle | 1 | \"\n");
}

TEST(PageView, LeavesCellsAloneThatHoldMoreThanText) {
  const std::string text = view({node(0, {"table", 0, "Items"}), node(1, {"row"}), node(2, {"cell", 0, "Kettle"}),
                                 run(3, "Kettle"), node(2, {"cell"}), node(3, {"button", 7, "Add"})});
  EXPECT_EQ(text,
            "- table \"Items\":\n  - row:\n    - cell \"Kettle\"\n    - cell:\n      - button \"Add\" [ref=e7]\n");
}

TEST(PageView, LeavesRowsAndCellsAloneThatHaveAState) {
  EXPECT_THAT(view({node(0, {"table"}), node(1, {"row", 0, "", "selected"}), node(2, {"cell", 0, "a"}), run(3, "a"),
                    node(2, {"cell", 0, "b"}), run(3, "b")}),
              HasSubstr("cell \"a\""));
  EXPECT_THAT(view({node(0, {"table"}), node(1, {"row"}), node(2, {"columnheader", 0, "a", "sort=ascending"}),
                    run(3, "a"), node(2, {"cell", 0, "b"}), run(3, "b")}),
              HasSubstr("columnheader \"a\""));
}

TEST(PageView, LeavesOutAHeadingThatRepeatsItsSection) {
  EXPECT_EQ(view({node(0, {"region", 1, "Payment"}), node(1, {"heading", 2, "Payment", "level=2"}),
                  node(1, {"heading", 3, "Card", "level=3"}), node(1, {"button", 4, "Payment"})}),
            "- region \"Payment\" [ref=e1]:\n  - heading \"Card\" [level=3]\n  - button \"Payment\" [ref=e4]\n");
  EXPECT_THAT(view({node(0, {"region", 1, "Payment"}), node(1, {"heading", 2, "Payment", "level=2"}),
                    node(2, {"link", 3, "Payment"})}),
              HasSubstr("heading"));
}

TEST(PageView, LeavesOutThePlaceholderThatAValueHides) {
  EXPECT_EQ(view({node(0, {"textbox", 1, "E-mail", "", {"/placeholder=you@example.com"}}), value(1, "ada@example.com"),
                  node(0, {"textbox", 2, "Name", "", {"/placeholder=Ada"}})}),
            "- textbox \"E-mail\" [ref=e1]: ada@example.com\n- textbox \"Name\" [ref=e2]:\n  - /placeholder: Ada\n");
}

TEST(PageView, HasEveryFrameAndItsFailureAndTheHeadOfThePage) {
  CapturedFrame main = main_frame(document({node(0, {"heading", 0, "Gone"})}));
  main.status = 404;
  EXPECT_EQ(PageView(page_of(std::move(main))).text(), "# status: 404\n- heading \"Gone\"\n");
  EXPECT_THAT(PageView(framed_page()).text(),
              AllOf(HasSubstr("iframe \"Bank\" [ref=e3] [failed=timed_out]"), HasSubstr("/error: no answer within 2 s"),
                    HasSubstr("/url: http://js.pay.test/card"), Not(HasSubstr("[cross-site]"))));
}

TEST(PageView, KnowsTheLinesOfTheSnapshotsNodes) {
  const PageView seen(page({node(0, {"table"}), node(1, {"rowgroup"}), node(2, {"row"}), node(3, {"cell", 0, "a"}),
                            run(4, "a"), node(3, {"cell", 0, "b"}), run(4, "b"), node(0, {"button", 1, "Pay"})}));
  const Nodes& nodes = seen.snapshot().nodes();
  for (NodeIndex i = 0; i < nodes.size(); ++i) {
    const NodeIndex at = seen.node_of(i);
    ASSERT_LT(at, seen.nodes().size()) << i;
    const std::string_view role = nodes[i].role;
    EXPECT_TRUE(role != "cell" || seen.nodes()[at].role == "row") << i;
    EXPECT_TRUE(role != "button" || seen.nodes()[at].role == "button") << i;
  }
}

TEST(PartText, IsOfAnElementAndWhatIsInIt) {
  const PageView seen(page(
      {node(0, {"main", 1}), node(1, {"form", 2, "A"}), node(2, {"button", 3, "Pay"}), node(1, {"form", 4, "B"})}));
  EXPECT_EQ(part_text(seen.nodes(), 1), "- form \"A\" [ref=e2]:\n  - button \"Pay\" [ref=e3]\n");
}

class SeenPagesOfASession : public testing::Test {
 protected:
  int keep(const std::string& words) {
    return seen.keep(std::make_shared<const PageView>(page({node(0, {"heading", 0, words})})));
  }
  int counter = 0;
  SeenPages seen{counter};
};

TEST_F(SeenPagesOfASession, GetANewNumberOnlyAfterAChange) {
  EXPECT_EQ(keep("a"), 1);
  EXPECT_EQ(keep("a"), 1);
  EXPECT_EQ(keep("b"), 2);
  EXPECT_EQ(keep("a"), 3);
  EXPECT_THAT(seen.of_number(2).view->text(), HasSubstr("\"b\""));
}

TEST_F(SeenPagesOfASession, ForgetTheOldestExceptTheLastReported) {
  seen.set_told(keep("first"));
  for (int i = 0; i < 20; ++i) keep(std::to_string(i));
  EXPECT_EQ(seen.of_number(1).view, nullptr);
  EXPECT_EQ(seen.of_number(99).view, nullptr);
  EXPECT_NE(seen.of_number(21).view, nullptr);
  EXPECT_THAT(seen.last_told().view->text(), HasSubstr("first"));
}

}  // namespace
}  // namespace casement::spec
