// Paying: the card's fields are a page of the payment company.
#include "shop_test.h"

namespace shop {
namespace {

class Checkout : public ShopTest {
 protected:
  void SetUp() override {
    ShopTest::SetUp();
    sign_in();
    add("Assam");
    expect(page()).text("status 'Total'", "3.50");
    page().click("link 'Checkout'");
    expect(page()).text("status 'To pay'", "3.50");
  }
  void pay_by(const std::string& card) {
    page().fill("label='Delivery on'", "2031-03-14");
    page().fill("textbox 'Card number'", card);
    page().click("button 'Order and pay'");
  }
};

TEST_F(Checkout, TakesAnOrder) {
  page().dialogs().accept();
  pay_by("4242 4242 4242 4242");
  expect(page()).shows("text /Thank you. Order \\d+ comes on 2031-03-14/");
}

TEST_F(Checkout, EmptiesTheCart) {
  page().dialogs().accept();
  pay_by("4242 4242 4242 4242");
  expect(page()).shows("text /Thank you/");
  page().click("link 'Shop'");
  expect(page()).text("status 'Total'", "0.00");
}

TEST_F(Checkout, OrdersNothingWithoutAYes) {
  page().dialogs().dismiss();
  pay_by("4242 4242 4242 4242");
  expect(page()).shows("text 'Nothing was ordered'");
  EXPECT_EQ(page().dialogs().all().size(), 1u);
}

TEST_F(Checkout, ReportsADeclinedCard) {
  page().dialogs().accept();
  pay_by("4000 0000 0000 0002");
  expect(page()).shows("text 'Your card was declined'");
}

TEST_F(Checkout, RequiresADeliveryDay) {
  page().click("button 'Order and pay'");
  expect(page()).state("label='Delivery on'", ElementState::Focused).state("label='Delivery on'", ElementState::Empty);
  EXPECT_TRUE(page().dialogs().all().empty());
}

TEST_F(Checkout, NeverSeesTheCardItself) {
  expect(page()).shows("textbox 'Card number' in iframe 'Card'");
  EXPECT_THAT(page().snapshot(), HasNoFrameFailures());
  EXPECT_EQ(page().evaluate("document.querySelector('iframe').contentDocument"), nullptr);
}

}  // namespace
}  // namespace shop
