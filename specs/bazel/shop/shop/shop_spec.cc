#include <casement/testing.h>

namespace {

using namespace casement;

class Shop : public SiteTest<"shop"> {};

TEST_F(Shop, Opens) {
  page().open("http://shop.test/");
  EXPECT_THAT(page(), Shows(R"(heading "Here")"));
}

}  // namespace
