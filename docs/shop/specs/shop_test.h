// The fixture of all specs of the shop: casement.yaml says where it is, and ctest has started it.
#pragma once

#include <casement/testing.h>

#include <string>

namespace shop {

using namespace casement;

class ShopTest : public SiteTest<"pay"> {  // serves pages/pay, the payment company
 protected:
  // Each test has a session of its own, and so a cart.
  void sign_in(const std::string& user = "Ada") { sign_in(page(), user); }
  static void sign_in(Page& at, const std::string& user) {
    const Step signing_in("sign in as " + user);
    at.open("/login.html");
    at.fill("textbox 'User'", user);
    at.fill("textbox 'Password'", "darjeeling");
    at.click("button 'Sign in'");
    expect(at).shows("text 'Welcome, " + user + "'");
  }
  void add(const std::string& tea) { page().click("button 'Add " + tea + "'"); }
};

}  // namespace shop
