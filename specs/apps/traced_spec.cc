// The page of a trace draws other people's pages as they were: each application, as it opens, beside its screenshot.
#include <string>

#include "specs/apps/applications.h"
#include "specs/support/drawn_trace.h"

namespace casement::specs {
namespace {

class Drawn : public BrowserTest, public testing::WithParamInterface<std::string> {
 protected:
  Drawn() : BrowserTest(GetParam().c_str()) {}
};

TEST_P(Drawn, IsLikeThePage) {
  page().open(address_of(GetParam()), {.wait_until = LoadState::Loaded, .timeout = Milliseconds(30'000)});
  page().network().wait_for_idle();
  // A picture of a map loses a little.
  EXPECT_EQ(DrawnTrace(browser()).difference(page(), GetParam() == "maplibre" ? 0.0001 : 0), "");
}

INSTANTIATE_TEST_SUITE_P(Each, Drawn, testing::ValuesIn(apps()), [](const auto& app) { return app.param; });

}  // namespace
}  // namespace casement::specs
