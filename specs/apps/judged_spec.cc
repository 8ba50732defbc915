// Chrome is the judge on other people's pages too: on each application as it opens, each element that both show has the
// role and name that Chrome's own accessibility tree gives it, but for the differences in accepted_differences.h, each
// with the clause of the standard that decides.
#include <string>

#include "casement/testing.h"
#include "specs/apps/accepted_differences.h"
#include "specs/apps/applications.h"
#include "specs/support/chrome_differences.h"

namespace casement::specs {
namespace {

class Apps : public BrowserTest, public testing::WithParamInterface<std::string> {
 protected:
  Apps() : BrowserTest(GetParam().c_str()) {}
};

TEST_P(Apps, AgreeWithChromeOnRoleAndName) {
  page().open(address_of(GetParam()), {.wait_until = LoadState::Loaded, .timeout = Milliseconds(30'000)});
  page().network().wait_for_idle();
  const Comparison comparison = settled_comparison(page(), GetParam(), kAcceptedOnApplications);
  std::string report;
  for (const Difference& one : comparison.differences) {
    if (one.accepted == nullptr)
      report += one.markup + "\n    ours   " + one.ours + "\n    Chrome " + one.chrome + "\n";
  }
  EXPECT_EQ(report, "") << "differences that no row of accepted_differences.h accepts";
  EXPECT_GT(comparison.compared, 0);
  RecordProperty("compared", comparison.compared);
  RecordProperty("differences", static_cast<int>(comparison.differences.size()));
}

INSTANTIATE_TEST_SUITE_P(Each, Apps, testing::ValuesIn(apps()), [](const auto& app) { return app.param; });

}  // namespace
}  // namespace casement::specs
