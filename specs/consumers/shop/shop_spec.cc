#include <casement/testing.h>

namespace {

using namespace casement;

class Shop : public SiteTest<"shop"> {};

TEST_F(Shop, TakesAVoucher) {
  page().open("http://shop.test/");
  page().fill(R"(textbox "Voucher")", "TEA10");
  page().click(R"(button "Pay")");
  expect(page()).shows(R"(text "Paid with TEA10")");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
}

}  // namespace
