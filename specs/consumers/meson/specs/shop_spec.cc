#include <casement/testing.h>

#include <cstdlib>

namespace {

using namespace casement;

class Shop : public BrowserTest {};

TEST_F(Shop, ShowsItsName) {
  page().open("data:text/html,<h1>Shop</h1>");
  EXPECT_THAT(page(), Shows(R"(heading "Shop")"));
}

TEST_F(Shop, IsOpen) {
  if (std::getenv("SHOP_IS_CLOSED") != nullptr) FAIL() << "closed";
}

}  // namespace
