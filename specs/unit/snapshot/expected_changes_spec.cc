#include "casement/snapshot/expected_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::HasSubstr;

// A basket with these teas and so many pounds to pay.
Snapshot basket(const std::vector<std::string>& teas, const std::string& sum, const std::string& state = "") {
  std::string text = document({node(0, {"heading", 1, "Basket", "level=1"}), node(0, {"list", 2})});
  int ref = 10;
  for (const std::string& tea : teas) text += node(1, {"listitem", ref++}) + run(2, tea);
  text += node(0, {"region", 3, "Sum"}) + node(1, {"status", 4}) + run(2, sum) + node(0, {"button", 5, "Pay", state});
  return page_of(main_frame(text));
}

ChangesMatch since(const ExpectedChanges& expected) {
  return match_changes(basket({"Sencha"}, "5"), basket({"Sencha", "Assam"}, "9", "disabled"), expected);
}

TEST(ExpectedChanges, AnyChangeIsEnoughIfNoneIsNamed) {
  EXPECT_TRUE(since({}).matched);
  const ChangesMatch none = match_changes(basket({"Sencha"}, "5"), basket({"Sencha"}, "5"), {});
  EXPECT_FALSE(none.matched);
  EXPECT_EQ(none.message, "nothing changed");
}

TEST(ExpectedChanges, FindAddedElements) {
  EXPECT_TRUE(since({.added = {"listitem that has text \"Assam\"", "text \"Assam\"", "listitem"}}).matched);
  const ChangesMatch miss = since({.added = {"listitem", "text \"Sencha\""}});
  EXPECT_FALSE(miss.matched);
  EXPECT_THAT(miss.message, HasSubstr("text \"Sencha\" was not added: 1 matched before, 1 match now; since then:\n"));
  EXPECT_THAT(miss.message, HasSubstr("+ list: - listitem: Assam\n"));
}

TEST(ExpectedChanges, FindRemovedElements) {
  const Snapshot before = basket({"Sencha", "Assam"}, "9"), now = basket({"Sencha"}, "5");
  EXPECT_TRUE(match_changes(before, now, {.removed = {"text \"Assam\"", "e11"}}).matched);
  EXPECT_FALSE(match_changes(before, now, {.removed = {"text \"Sencha\""}}).matched);
  EXPECT_FALSE(match_changes(before, now, {.added = {"listitem"}}).matched);
}

TEST(ExpectedChanges, FindChangedElementsAndTheirAncestors) {
  EXPECT_TRUE(since({.changed = {"button \"Pay\"", "region \"Sum\"", "status", "e5", "list"}}).matched);
  EXPECT_TRUE(since({.changed = {"text \"9\""}}).matched) << "as it is now";
  EXPECT_TRUE(since({.changed = {"text \"5\""}}).matched) << "as it was then";
  const ChangesMatch miss = since({.changed = {"heading \"Basket\""}});
  EXPECT_FALSE(miss.matched);
  EXPECT_THAT(miss.message, testing::StartsWith("heading \"Basket\" did not change; since then:\n"));
}

TEST(ExpectedChanges, AMistypedNameMatchesNothing) {
  EXPECT_THAT(since({.changed = {"button \"Pya\""}}).message,
              testing::StartsWith("button \"Pya\" was not changed: 0 matched before, 0 match now"));
  EXPECT_THAT(since({.changed = {"e99"}}).message, HasSubstr("e99 was not changed"));
  EXPECT_THAT(since({.added = {"e99"}}).message, HasSubstr("e99 was not added"));
}

TEST(ExpectedChanges, AllMustHold) {
  EXPECT_TRUE(since({.added = {"listitem"}, .removed = {}, .changed = {"status"}}).matched);
  EXPECT_FALSE(since({.added = {"listitem"}, .removed = {"listitem"}, .changed = {"status"}}).matched);
}

TEST(ExpectedChanges, RefuseTargetsThatOnlyThePageKnows) {
  for (const char* target : {"css=#x", "testid=x", "label=\"x\"", "alt=\"x\"", "title=\"x\"", "button inside css=#x"}) {
    EXPECT_THROW(since({.added = {target}}), Error) << target;
  }
}

TEST(ExpectedChanges, FindThemInFrames) {
  const Snapshot before = framed_page(), now = framed_page({.code_states = "required invalid", .bank_answers = true});
  EXPECT_TRUE(match_changes(before, now,
                            {.added = {"button \"Confirm\" in iframe \"Bank\""},
                             .removed = {},
                             .changed = {"textbox \"Security code\"", "iframe \"Card\""}})
                  .matched);
  EXPECT_FALSE(match_changes(before, now, {.changed = {"textbox \"Card number\""}}).matched);
}

}  // namespace
}  // namespace casement::spec
