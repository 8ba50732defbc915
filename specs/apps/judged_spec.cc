// Chrome is the judge on other people's pages too: on each application as it opens, each element that both show has the
// role and name that Chrome's own accessibility tree gives it, but for the differences in accepted_differences.h, each
// with the clause of the standard that decides.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "casement/testing.h"
#include "specs/apps/accepted_differences.h"
#include "specs/support/chrome_differences.h"

namespace casement::specs {
namespace {

namespace fs = std::filesystem;
const fs::path kApps = fs::path(CASEMENT_SOURCE_DIR) / "specs/apps";

fs::path flow_of(const std::string& app) {
  return kApps / app / (app + ".flow.yaml");
}

std::vector<std::string> apps() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kApps)) {
    if (fs::exists(flow_of(entry.path().filename().string()))) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Where the application's flow opens it.
std::string address_of(const std::string& app) {
  std::ifstream in(flow_of(app));
  static const std::regex open(R"(^ *- open: "?([^ "]+).*)");
  std::smatch found;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_match(line, found, open)) return found[1];
  }
  return "";
}

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
