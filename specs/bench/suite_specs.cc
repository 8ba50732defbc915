// Twenty tests that do the same, each in a new context; specs/bench/suite measures them.
#include <casement/testing.h>

namespace {

using namespace casement;

class Suite : public SiteTest<"bench">, public testing::WithParamInterface<int> {};

TEST_P(Suite, ClicksALink) {
  page().open("http://bench.test/small.html");
  page().fill("textbox 'Name'", "Ada");
  page().click("link 'Link 3'");
  expect(page()).url("*#3").value("textbox 'Name'", "Ada");
}

INSTANTIATE_TEST_SUITE_P(Twenty, Suite, testing::Range(0, 20));

}  // namespace
