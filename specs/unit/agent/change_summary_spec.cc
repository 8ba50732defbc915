#include "casement/agent/change_summary.h"

#include <gmock/gmock.h>

#include "casement/api/engine.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

Snapshot page_with(std::initializer_list<std::string> lines) {
  return page_of(main_frame(document(lines)));
}
std::string told(Snapshot before, Snapshot after) {
  return change_summary(PageView(std::move(before)), PageView(std::move(after)));
}

TEST(ChangeSummary, PrintsThePlaceOfChangesOnceUpToTheNearestRef) {
  EXPECT_EQ(told(page_with({node(0, {"main", 1}), node(1, {"region", 2, "Payment"}), node(2, {"list"}),
                            node(3, {"button", 3, "Pay"}), node(3, {"button", 4, "Wait"})}),
                 page_with({node(0, {"main", 1}), node(1, {"region", 2, "Payment"}), node(2, {"list"}),
                            node(3, {"button", 3, "Pay", "disabled"}), node(3, {"button", 4, "Wait", "pressed"})})),
            "region \"Payment\" [ref=e2] › list:\n"
            "  ~ button \"Pay\" [disabled] [ref=e3]\n  ~ button \"Wait\" [pressed] [ref=e4]\n");
}

TEST(ChangeSummary, PrintsTheContentOfANewElementBelowIt) {
  EXPECT_EQ(told(page_with({node(0, {"main", 1})}),
                 page_with({node(0, {"dialog", 2, "Bank"}), node(1, {"form", 3}), node(2, {"textbox", 4, "Code"}),
                            node(1, {"button", 5, "Close"}), node(0, {"main", 1}), node(1, {"heading", 0, "Wait"})})),
            "+ dialog \"Bank\" [ref=e2]:\n  + form [ref=e3]:\n    + textbox \"Code\" [ref=e4]\n"
            "  + button \"Close\" [ref=e5]\n~ main [ref=e1]:\nmain [ref=e1]:\n  + heading \"Wait\"\n");
}

TEST(ChangeSummary, PrintsARemovedElementWithoutItsContent) {
  EXPECT_EQ(told(page_with({node(0, {"dialog", 2, "Bank"}), node(1, {"form", 3}), node(2, {"textbox", 4, "Code"}),
                            node(1, {"button", 5, "Close"}), node(0, {"heading", 0, "Shop"})}),
                 page_with({node(0, {"heading", 0, "Shop"})})),
            "- dialog \"Bank\" [ref=e2]: (with 3 lines in it)\n");
}

TEST(ChangeSummary, PrintsEachRemovedSibling) {
  EXPECT_EQ(told(page_with({node(0, {"button", 1, "A"}), node(0, {"button", 2, "B"})}),
                 page_with({node(0, {"heading", 0, "C"})})),
            "+ heading \"C\"\n- button \"A\" [ref=e1]\n- button \"B\" [ref=e2]\n");
}

TEST(ChangeSummary, PrintsThePreviousTextAndAddress) {
  EXPECT_EQ(told(page_with({node(0, {"main", 1}), run(1, "1 item"), node(1, {"link", 2, "Cart", "", {"/url=/a"}})}),
                 page_with({node(0, {"main", 1}), run(1, "2 items"), node(1, {"link", 2, "Cart", "", {"/url=/b"}})})),
            "main [ref=e1]:\n  ~ text: 1 item → 2 items\nlink \"Cart\" [ref=e2]:\n  ~ /url: /a → /b\n");
}

TEST(ChangeSummary, LeavesOutALostFocusIfAnotherElementHasIt) {
  const auto focus_on = [](const char* first, const char* second) {
    return page_with({node(0, {"textbox", 1, "E-mail", first}), node(0, {"textbox", 2, "Name", second})});
  };
  EXPECT_EQ(told(focus_on("active", ""), focus_on("", "active")), "~ textbox \"Name\" [active] [ref=e2]\n");
  EXPECT_EQ(told(focus_on("active", ""), focus_on("", "")), "~ textbox \"E-mail\" [ref=e1]\n");
  EXPECT_EQ(told(focus_on("active", ""), focus_on("required", "active")),
            "~ textbox \"E-mail\" [required] [ref=e1]\n~ textbox \"Name\" [active] [ref=e2]\n");
}

TEST(ChangeSummary, LeavesOutAPlaceholderThatAValueHides) {
  const auto field = [](std::initializer_list<std::string> more,
                        const char* placeholder = "/placeholder=you@example.com") {
    std::string lines = node(0, {"textbox", 1, "E-mail", "", {placeholder}});
    for (const std::string& line : more) lines += line;
    return page_with({lines});
  };
  const Snapshot empty = field({}), filled = field({value(1, "ada@example.com")});
  EXPECT_EQ(told(empty, filled), "~ textbox \"E-mail\" [ref=e1]: ada@example.com\n");
  EXPECT_EQ(told(filled, empty), "~ textbox \"E-mail\" [ref=e1]:\n");
  EXPECT_EQ(told(empty, field({}, "/placeholder=yours")),
            "textbox \"E-mail\" [ref=e1]:\n  ~ /placeholder: you@example.com → yours\n");
  EXPECT_THAT(told(empty, page_with({node(0, {"textbox", 1, "E-mail"})})),
              testing::HasSubstr("- /placeholder: you@example.com"));
}

TEST(ChangeSummary, PrintsANameThatLostAWordWhole) {
  const Snapshot before = page_with({node(0, {"button", 1, "Pay [active]"}), node(0, {"button", 2, "Stay", "active"})});
  const Snapshot after = page_with({node(0, {"button", 1, "Pay"}), node(0, {"button", 2, "Stay", "active"})});
  EXPECT_EQ(told(before, after), "~ button \"Pay\" [ref=e1]\n");
}

TEST(ChangeSummary, NeverLeavesOutAFailedFrame) {
  FramedPage answers;
  answers.bank_answers = true;
  const std::string told_of = told(framed_page(answers), framed_page());
  EXPECT_THAT(told_of, testing::HasSubstr("~ iframe \"Bank\" [ref=e3] [failed=timed_out]"));
  EXPECT_THAT(told_of, testing::HasSubstr("+ /error: no answer within 2 s"));
}

TEST(ChangeSummary, CoversOnlyTheRequestedPart) {
  const PageView before(page_with({node(0, {"form", 1, "A"}), node(1, {"button", 2}), node(0, {"form", 3, "B"}),
                                   node(1, {"button", 4}), node(1, {"button", 5})}));
  const PageView after(page_with({node(0, {"form", 1, "A"}), node(1, {"button", 2, "", "disabled"}),
                                  node(0, {"form", 3, "B"}), node(1, {"button", 4, "", "disabled"})}));
  EXPECT_EQ(change_summary(before, after, {2, 2}),
            "form \"B\" [ref=e3]:\n  ~ button [disabled] [ref=e4]\n  - button [ref=e5]\n");
}

TEST(ChangeSummary, IsEmptyWithoutChanges) {
  EXPECT_EQ(told(page_with({node(0, {"button", 1})}), page_with({node(0, {"button", 1})})), "");
}

}  // namespace
}  // namespace casement::spec
