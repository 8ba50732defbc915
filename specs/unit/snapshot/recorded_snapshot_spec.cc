#include "casement/snapshot/recorded_snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kShop = R"(# a remark
- region "Cart" [ref=e1]:
  - listitem [ref=e2]:
    - link "Assam" [ref=e3] [cursor=pointer] [box=0,0,10,10]:
      - /url: /teas/assam
    - text: 3 × 4.50
  - listitem:
    - checkbox "Gift: 'yes'" [checked] [ref=e4]
    - button "Remove" [disabled]
- iframe "Card":
  - /url: http://pay.test/
  - textbox "Number" [required] [ref=f1_e1]:
    - /placeholder: 1234 …
    - text: "42"
  - /cut: 7 nodes past max_nodes 10
- text: /not an expression
- 'button "a: b" [ref=e7]'
- textbox: me@shop.test
)";

std::vector<std::string> lines(const char* target) {
  return RecordedSnapshot(kShop).lines_of(target);
}

TEST(RecordedSnapshot, FindsElementsWithTheirValuesAndStates) {
  EXPECT_THAT(lines("textbox"), ElementsAre("textbox: me@shop.test", "textbox \"Number\" [required]: \"42\""));
  EXPECT_THAT(lines("checkbox"), ElementsAre("checkbox \"Gift: 'yes'\" [checked]"));
  EXPECT_THAT(lines("button 'a: b'"), ElementsAre("button \"a: b\""));
  EXPECT_THAT(lines("listitem that has text '3 × 4.50'"), ElementsAre("listitem: Assam 3 × 4.50"));
  EXPECT_THAT(lines("button 'Remove' inside region 'Cart'"), ElementsAre("button \"Remove\" [disabled]"));
  EXPECT_THAT(lines("textbox in iframe 'Card'"), ElementsAre("textbox \"Number\" [required]: \"42\""));
  EXPECT_THAT(lines("textbox #1"), ElementsAre("textbox: me@shop.test"));
  EXPECT_THAT(lines("placeholder='1234 …'"), ElementsAre("textbox \"Number\" [required]: \"42\""));
  EXPECT_THAT(lines("text /expression/"), ElementsAre("text: /not an expression"));
  EXPECT_THAT(lines("e3"), ElementsAre("link \"Assam\""));
  EXPECT_THAT(lines("f1_e1"), ElementsAre("textbox \"Number\" [required]: \"42\""));
  EXPECT_THAT(lines("e44"), IsEmpty());
  EXPECT_THAT(lines("slider"), IsEmpty());
}

TEST(RecordedSnapshot, CutsLongText) {
  const RecordedSnapshot page("- list:\n  - text: " + std::string(1000, 'x') + "\n");
  EXPECT_THAT(page.lines_of("list"), ElementsAre("list: " + std::string(200, 'x') + "…"));
}

TEST(RecordedSnapshot, RefusesTargetsOfThePageAndOtherTexts) {
  EXPECT_THROW(lines("css=input"), Error);
  EXPECT_THROW(lines("label='Number'"), Error);
  EXPECT_THROW(RecordedSnapshot("<p>hello"), Error);
  EXPECT_THAT(RecordedSnapshot("").lines_of("textbox"), IsEmpty());
}

}  // namespace
}  // namespace casement
