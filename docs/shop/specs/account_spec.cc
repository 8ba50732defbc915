// Files in and out, dialogs, dragging, drawing.
#include "shop_test.h"

namespace shop {
namespace {

class Account : public ShopTest {
 protected:
  void SetUp() override {
    ShopTest::SetUp();
    sign_in();
    page().open("/account.html");
    expect(page()).shows("text 'Ada'");
  }
};

TEST_F(Account, TakesAPicture) {
  page().upload("label='Picture'", {"casement.yaml"});
  expect(page()).shows("text /Received casement.yaml, \\d+ bytes/");
}

TEST_F(Account, GivesAnInvoice) {
  auto begun = page().next_download();
  page().click("link 'Invoice'");
  const DownloadRecord invoice = begun.get();
  EXPECT_EQ(invoice.suggested_name, "invoice.csv");
}

TEST_F(Account, ChangesTheName) {
  page().dialogs().accept("Grace");
  page().click("button 'Change name'");
  expect(page()).shows("text 'Grace'");
}

TEST_F(Account, StoresTheOrderOfWishes) {
  page().drag("listitem 'Sencha'", "listitem 'Oolong'");
  expect(page()).shows("text 'Saved: Sencha, Oolong, Assam'");
  page().reload();
  expect(page()).text("listitem #1 inside list 'Wishes'", "Sencha");
}

TEST_F(Account, TakesASignature) {
  page().drag("img 'Signature'", "img 'Signature'", {.from = Point{20, 20}, .to = Point{200, 60}, .steps = 8});
  expect(page()).shows("text 'Signed'");
}

TEST_F(Account, AsksGuestsToSignIn) {
  page().open("/");
  page().click("button 'Sign out'");
  page().open("/account.html");
  expect(page()).shows("text 'Sign in first.'");
}

}  // namespace
}  // namespace shop
