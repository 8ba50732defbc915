#include <casement/testing.h>

namespace {

using namespace casement;

class Shop : public SiteTest<"shop"> {};  // serves pages/shop, a fresh page for each test

TEST_F(Shop, TakesAnOrder) {
  page().open("http://shop.test/");
  page().fill("textbox 'Name'", "Ada");
  page().fill("textbox 'Voucher'", "TEA10");
  page().click("button 'Order'");
  expect(page()).shows("text 'Thank you, Ada'");
}

TEST_F(Shop, ShowsTheVouchersFrame) {
  page().open("http://shop.test/");
  expect(page()).shows("textbox 'Voucher' in iframe 'Voucher'");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
}

}  // namespace
