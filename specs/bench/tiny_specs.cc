// Forty specs that have their page and do nothing with it: all that they take is what a test costs
// beside its own work. specs/bench/shared_browser measures it.
#include <casement/testing.h>

namespace {

using namespace casement;

class Tiny : public SiteTest<"shop">, public testing::WithParamInterface<int> {};

TEST_P(Tiny, StartsAtAboutBlank) {
  EXPECT_EQ(page().url(), "about:blank");
}

INSTANTIATE_TEST_SUITE_P(Forty, Tiny, testing::Range(0, 40));

}  // namespace
