// What everybody sees, and the cart.
#include "shop_test.h"

namespace shop {
namespace {

class Catalogue : public ShopTest {};

TEST_F(Catalogue, ShowsTheFirstTeas) {
  page().open("/");
  expect(page()).shows("text '12 of 60 teas'").count("listitem inside list 'Teas'", 12);
}

TEST_F(Catalogue, LoadsMoreTeasWhenItsListIsScrolled) {
  page().open("/");
  expect(page()).shows("text '12 of 60 teas'");
  page().scroll_by("list 'Teas'", {0, 2000});
  expect(page()).shows("text '24 of 60 teas'");
}

TEST_F(Catalogue, AsksAGuestToSignIn) {
  page().open("/");
  add("Assam");
  expect(page()).text("alert", "Sign in first");
}

TEST_F(Catalogue, ShowsTheErrorOfTheServer) {
  sign_in();
  page().network().route("*/api/cart", RouteAnswer::json({{"error", "We are closed"}}, 503));
  add("Assam");
  expect(page()).text("alert", "We are closed");
}

TEST_F(Catalogue, AddsUpTheCart) {
  sign_in();
  add("Assam");
  add("Assam");
  add("Matcha");
  expect(page()).text("status 'Total'", "12.50").shows("text '2 × Assam, 7.00 €'");
}

TEST_F(Catalogue, TakesATeaOutOfTheCart) {
  sign_in();
  add("Assam");
  page().click("button 'Remove Assam'");
  expect(page()).text("status 'Total'", "0.00").count("listitem inside list 'Cart'", 0);
}

TEST_F(Catalogue, TwoCustomersHaveTwoCarts) {
  Page& grace = user("grace").page();
  sign_in();
  sign_in(grace, "Grace");
  add("Assam");
  expect(page()).text("status 'Total'", "3.50");
  grace.reload();
  expect(grace).text("status 'Total'", "0.00");
}

TEST_F(Catalogue, ShowsHelpInAWindowOfItsOwn) {
  page().open("/");
  auto opened = page().next_popup();
  page().click("link 'Help'");
  Page help = opened.get();
  expect(help).shows("heading 'How to brew'");
}

}  // namespace
}  // namespace shop
