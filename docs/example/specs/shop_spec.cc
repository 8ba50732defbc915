#include <casement/testing.h>

namespace {

using namespace casement;

class Shop : public SiteTest<"shop"> {};  // serves pages/shop, a fresh page for each test

TEST_F(Shop, TakesAnOrder) {
  page().open("http://shop.test/");
  page().fill(R"(textbox "Name")", "Ada");
  page().fill(R"(textbox "Voucher")", "TEA10");
  page().click(R"(button "Order")");
  expect(page()).shows(R"(text "Thank you, Ada")");
}

TEST_F(Shop, ShowsTheVouchersFrame) {
  page().open("http://shop.test/");
  expect(page()).shows(R"(textbox "Voucher" in iframe "Voucher")");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
}

}  // namespace
