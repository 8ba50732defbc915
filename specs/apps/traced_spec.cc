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
  DrawnTrace trace(browser());
  std::string difference;
  const Deadline settled = Deadline::patient(Milliseconds(5'000));  // animations, carets and clocks
  do {
    difference = trace.difference(page(), 0.01);
  } while (!difference.empty() && !settled.expired());
  EXPECT_EQ(difference, "");
}

INSTANTIATE_TEST_SUITE_P(Each, Drawn, testing::ValuesIn(apps()), [](const auto& app) { return app.param; });

}  // namespace
}  // namespace casement::specs
