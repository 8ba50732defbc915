#include "casement/agent/told_changes.h"

#include <gmock/gmock.h>

namespace casement {
namespace {

using enum SnapshotChange::Kind;

TEST(ToldChanges, SayTheirPlaceOnce) {
  EXPECT_EQ(told_changes({{Changed, "main › form", "- button \"Pay\" [ref=e1]", "- button \"Pay\" [disabled] [ref=e1]"},
                          {Removed, "main › form", "- text: Hello", ""},
                          {Added, "main", "", "- heading \"Paid\" [ref=e2]"}}),
            "main › form:\n  ~ - button \"Pay\" [disabled] [ref=e1]\n  - - text: Hello\n"
            "main:\n  + - heading \"Paid\" [ref=e2]\n");
}

TEST(ToldChanges, PutWhatIsInSomethingNewBelowIt) {
  EXPECT_EQ(told_changes({{Added, "", "", "- dialog \"Bank\" [ref=e1]:"},
                          {Added, "dialog \"Bank\"", "", "- form [ref=e2]:"},
                          {Added, "dialog \"Bank\" › form", "", "- textbox \"Code\" [ref=e3]"},
                          {Added, "dialog \"Bank\"", "", "- button \"Close\" [ref=e4]"},
                          {Added, "main", "", "- text: Wait"}}),
            "+ - dialog \"Bank\" [ref=e1]:\n  + - form [ref=e2]:\n    + - textbox \"Code\" [ref=e3]\n"
            "  + - button \"Close\" [ref=e4]\nmain:\n  + - text: Wait\n");
}

TEST(ToldChanges, PutNothingBelowWhatItIsNotIn) {
  EXPECT_EQ(told_changes({{Added, "main", "", "- iframe \"A\" [ref=e1]:"},
                          {Added, "main › iframe \"B\"", "", "- text: in another"}}),
            "main:\n  + - iframe \"A\" [ref=e1]:\nmain › iframe \"B\":\n  + - text: in another\n");
}

TEST(ToldChanges, SayWhatATextWas) {
  EXPECT_EQ(told_changes({{Changed, "main", "- text: 1 item", "- text: 2 items"}}),
            "main:\n  ~ - text: 1 item → - text: 2 items\n");
}

TEST(ToldChanges, AreNothingForNone) {
  EXPECT_EQ(told_changes({}), "");
}

}  // namespace
}  // namespace casement
