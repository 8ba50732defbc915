#include "casement/snapshot/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

Snapshot page(std::initializer_list<std::string> lines) {
  return page_of(main_frame(document(lines)));
}
std::string changes(const Snapshot& before, const Snapshot& after) {
  return describe(diff(before, after));
}

TEST(Diff, FindsNothingInTheSamePage) {
  EXPECT_TRUE(diff(page({node(0, {"button", 1})}), page({node(0, {"button", 1})})).empty());
}

TEST(Diff, KnowsAnElementByItsRef) {
  EXPECT_EQ(changes(page({node(0, {"form", 0, "Pay"}), node(1, {"button", 1, "Pay"})}),
                    page({node(0, {"form", 0, "Pay"}), node(1, {"button", 1, "Pay", "disabled"})})),
            "~ form \"Pay\": - button \"Pay\" [ref=e1] → - button \"Pay\" [disabled] [ref=e1]\n");
}

TEST(Diff, ReportsAddedElements) {
  EXPECT_EQ(changes(page({node(0, {"button", 1})}),
                    page({node(0, {"button", 1}), node(0, {"dialog", 2, "3-D"}), run(1, "Code")})),
            "+ - dialog \"3-D\" [ref=e2]: Code\n");
}

TEST(Diff, ReportsRemovedElements) {
  EXPECT_EQ(changes(page({node(0, {"list"}), node(1, {"button", 1}), node(1, {"button", 2}), node(1, {"button", 3})}),
                    page({node(0, {"list"}), node(1, {"button", 1}), node(1, {"button", 3})})),
            "- list: - button [ref=e2]\n");
}

TEST(Diff, DistinguishesAReplacedElementFromAChangedOne) {
  EXPECT_EQ(changes(page({node(0, {"button", 1, "a"})}), page({node(0, {"button", 2, "a"})})),
            "+ - button \"a\" [ref=e2]\n- - button \"a\" [ref=e1]\n");
}

TEST(Diff, TrustsNoRefOfAnotherDocument) {
  CapturedFrame then = main_frame(document({node(0, {"button", 1, "a"})}));
  CapturedFrame now = main_frame(document({node(0, {"button", 1, "b"})}));
  now.generation = then.generation + 1;
  EXPECT_EQ(diff(page_of(std::move(then)), page_of(std::move(now))).size(), 2u);
}

TEST(Diff, PairsElementsWithoutARefByTheirPlace) {
  EXPECT_EQ(changes(page({node(0, {"paragraph"}), run(1, "one")}), page({node(0, {"paragraph"}), run(1, "two")})),
            "~ - paragraph: one → - paragraph: two\n");
}

TEST(Diff, ShowsPropertiesBelowTheirElement) {
  EXPECT_EQ(
      changes(page({node(0, {"link", 1, "a", "", {"/url=/x"}})}), page({node(0, {"link", 1, "a", "", {"/url=/y"}})})),
      "~ link \"a\": - /url: /x → - /url: /y\n");
}

// ——— as JSON ———

TEST(DiffJson, HasAddedRemovedAndChangedLines) {
  const Snapshot before =
      page({node(0, {"form", 0, "Pay"}), node(1, {"button", 1, "Pay"}), node(1, {"link", 2, "Gone"})});
  const Snapshot after = page({node(0, {"form", 0, "Pay"}), node(1, {"button", 1, "Pay", "disabled"}),
                               node(0, {"alert", 3}), run(1, "Refused")});
  EXPECT_EQ(nlohmann::json::parse(to_json(diff(before, after))), nlohmann::json::parse(R"({
    "added": [{"element": "alert", "ref": "e3", "line": "- alert [ref=e3]: Refused"}],
    "removed": [{"element": "link \"Gone\"", "ref": "e2", "path": "form \"Pay\"", "line": "- link \"Gone\" [ref=e2]"}],
    "changed": [{"element": "button \"Pay\"", "ref": "e1", "path": "form \"Pay\"", "before": "- button \"Pay\" [ref=e1]",
                 "after": "- button \"Pay\" [disabled] [ref=e1]"}]})"));
}

TEST(DiffJson, IsWrittenWithoutChangesToo) {
  EXPECT_EQ(to_json({}), R"({"added":[],"removed":[],"changed":[]})");
}

TEST(DiffJson, APropertyBelongsToItsElement) {
  const auto changed =
      diff(page({node(0, {"link", 1, "a", "", {"/url=/x"}})}), page({node(0, {"link", 1, "a", "", {"/url=/y"}})}));
  ASSERT_EQ(changed.size(), 1u);
  EXPECT_EQ(changed[0].element, "link \"a\"");
  EXPECT_EQ(changed[0].ref, "e1");
  EXPECT_EQ(changed[0].before_node, 0u);
  EXPECT_EQ(changed[0].after_node, 0u);
}

TEST(DiffJson, LinesAboutThePageHaveNoElement) {
  CapturedFrame broken = main_frame(document({node(0, {"button", 1})}));
  broken.status = 404;
  const auto changes = diff(page({node(0, {"button", 1})}), page_of(std::move(broken)));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].element, "");
  EXPECT_EQ(changes[0].after_node, kNoNode);
  EXPECT_EQ(to_json(changes), R"({"added":[{"line":"# status: 404"}],"removed":[],"changed":[]})");
}

TEST(DiffJson, KeepsHostileTextInItsStrings) {
  const std::string hostile = "\"}],\n\\ \u2028\xFF";
  const auto json =
      nlohmann::json::parse(to_json(diff(page({}), page({node(0, {"button", 1, hostile}), run(1, "]}")}))));
  ASSERT_EQ(json["added"].size(), 1u);
  EXPECT_EQ(json["added"][0]["ref"], "e1");
}

// ——— across frames ———

std::string framed_changes(const FramedPage& before, const FramedPage& after) {
  return describe(framed_page(after).diff(framed_page(before)));
}

TEST(Diff, NamesTheFrameOfAChangedLine) {
  EXPECT_EQ(framed_changes({.button = "Pay €42"}, {.button = "Pay €40"}),
            "~ - button \"Pay €42\" [ref=e4] → - button \"Pay €40\" [ref=e4]\n");
  EXPECT_EQ(
      framed_changes({}, {.code_states = "required invalid"}),
      "~ iframe \"Card\" › iframe \"Code frame\" › form \"Code\": - textbox \"Security code\" [required] [ref=f2_e1] → "
      "- textbox \"Security code\" [required] [invalid] [ref=f2_e1]\n");
}

TEST(Diff, ReportsAddedAndRemovedElementsInAFrame) {
  EXPECT_EQ(framed_changes({}, {.code_runs = {"three digits", "on the back"}}),
            "+ iframe \"Card\" › iframe \"Code frame\" › form \"Code\": - listitem: on the back\n");
  EXPECT_EQ(framed_changes({}, {.code_runs = {}}),
            "- iframe \"Card\" › iframe \"Code frame\" › form \"Code\": - listitem: three digits\n");
}

TEST(Diff, ReportsAFrameThatFailsOrRecovers) {
  const std::string failed = "- iframe \"Bank\" [ref=e3] [failed=timed_out]:", read = "- iframe \"Bank\" [ref=e3]:";
  const std::string error = "- /error: no answer within 2 s (at http://acs.bank.test/challenge)";
  const std::string change = framed_changes({}, {.bank_answers = true});
  EXPECT_THAT(change, testing::HasSubstr("~ " + failed + " → " + read + "\n"));
  EXPECT_THAT(change, testing::HasSubstr("- iframe \"Bank\": - /error: no answer within 2 s"));
  EXPECT_THAT(change, testing::HasSubstr("+ iframe \"Bank\": - button \"Confirm\" [ref=f3_e1]\n"));
  const std::string back = framed_changes({.bank_answers = true}, {});
  EXPECT_THAT(back, testing::HasSubstr("~ " + read + " → " + failed + "\n"));
  EXPECT_THAT(back, testing::HasSubstr("- iframe \"Bank\": - button \"Confirm\" [ref=f3_e1]\n"));
}

}  // namespace
}  // namespace casement::spec
