// Chrome is the judge: on every fixture page, each element that both show has the role and name
// that Chrome's own accessibility tree gives it, but for the differences in accessibility_differences.h, each
// with the clause of the standard that decides. A row there that no longer differs fails as well.
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/testing.h"
#include "specs/browser/accessibility_differences.h"
#include "specs/support/browser_needs.h"
#include "specs/support/judged_page.h"

namespace casement::specs {
namespace {

class Oracle : public SiteTest<"elements"> {
 protected:
  static std::vector<std::string> pages() {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(CASEMENT_SOURCE_DIR) / "pages/elements")) {
      if (entry.path().extension() == ".html") names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  // The refs of what a step of a target finds in the main frame.
  Json found_by(Json step) {
    Json refs = Json::array();
    const Json query{{"step", std::move(step)}, {"inside", Json::array()}, {"frames", Json::array()}};
    const Json found = ask({"find", Json::array({query})});
    for (const Json& match : found.at("matches")) refs.push_back(match.at("ref"));
    return refs;
  }
  Json ask(const BridgeCall& question) {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    return target.call_bridge(target.frames().main().id, question, Deadline::in(std::chrono::seconds(20)));
  }
};

TEST_F(Oracle, AgreesOnRoleAndNameOfEveryElement) {
  require_of_browser(page(), "'currentCSSZoom' in Element.prototype",
                     "roles and names as Chromium 128 and later give them");
  std::set<const AcceptedDifference*> met;
  std::string report;
  int compared = 0;
  for (const std::string& name : pages()) {
    page().open("http://elements.test/" + name, {.wait_until = LoadState::Loaded});
    const Comparison comparison = settled_comparison(page(), name, kAcceptedDifferences);
    compared += comparison.compared;
    for (const Difference& one : comparison.differences) {
      if (one.accepted != nullptr)
        met.insert(one.accepted);
      else
        report += name + ": " + one.markup + "\n    ours   " + one.ours + "\n    Chrome " + one.chrome + "\n";
    }
  }
  EXPECT_EQ(report, "") << "differences that no row of accessibility_differences.h accepts";
  const auto expect_met = [&](const AcceptedDifference& row) {
    EXPECT_TRUE(row.chrome_wavers || met.contains(&row))
        << "no longer differs: " << row.page << " " << row.markup << " " << row.ours << " / " << row.chrome << " ("
        << row.clause << ")";
  };
  for (const AcceptedDifference& row : kAcceptedAnywhere) expect_met(row);
  for (const AcceptedDifference& row : kAcceptedDifferences) expect_met(row);
  EXPECT_GT(compared, 1000);
}

// The browser picks by a selector what a search looks at: whatever that leaves out has another role.
TEST_F(Oracle, ASearchForARoleFindsAllThatHaveIt) {
  for (const std::string& name : pages()) {
    page().open("http://elements.test/" + name, {.wait_until = LoadState::Loaded});
    (void)page().snapshot();  // what no script can read is known
    const Json all = found_by({{"kind", "css"}, {"css", "*"}});
    const Json described = ask({"describeRefs", Json::array({all})});
    std::map<std::string, Json> by_role;
    for (std::size_t i = 0; i < all.size(); ++i) by_role[described.at(i).at("role")].push_back(all[i]);
    for (const auto& [role, refs] : by_role) {
      EXPECT_EQ(found_by({{"kind", "role"}, {"role", role}}), refs) << role << " in " << name;
    }
  }
}

TEST_F(Oracle, TheTableMatchesWithStars) {
  EXPECT_TRUE(matches_glob("row \"a\"", "row \"*\""));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_TRUE(matches_glob("abab", "*ab"));
  EXPECT_FALSE(matches_glob("row \"a\"", "row \"\""));
  EXPECT_FALSE(matches_glob("a", "ab"));
}

}  // namespace
}  // namespace casement::specs
