#include <casement/testing.h>

using namespace casement;

struct Orders : AppTest {};

TEST_F(Orders, AreListed) {
  page().click("button 'Orders'");
  expect(page()).shows("heading 'Orders'");
}

TEST_F(Orders, AreNotListedAgain) {
  expect(page()).hides("heading 'Orders'");
}
