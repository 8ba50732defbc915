// The page of a trace draws other people's pages as they were: each application, as it opens, beside its screenshot.
#include <map>
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
  // The page may read what WebGL has drawn only while it draws.
  static const std::map<std::string, double> with_webgl{{"maplibre", 0.5}, {"xterm", 0.001}};
  const auto webgl = with_webgl.find(GetParam());
  EXPECT_EQ(DrawnTrace(browser()).difference(page(), webgl == with_webgl.end() ? 0 : webgl->second), "");
}

INSTANTIATE_TEST_SUITE_P(Each, Drawn, testing::ValuesIn(apps()), [](const auto& app) { return app.param; });

}  // namespace
}  // namespace casement::specs
