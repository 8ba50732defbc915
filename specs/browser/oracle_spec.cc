// Chrome is the judge: on every fixture page, each element that both show has the role and name
// that Chrome's own accessibility tree gives it, but for the differences in oracle_accepted.h, each
// with the clause of the standard that decides. A row there that no longer differs fails as well.
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "casement/page/page_target.h"
#include "casement/testing.h"
#include "specs/browser/oracle_accepted.h"
#include "specs/support/judged_page.h"

namespace casement::specs {
namespace {

class Oracle : public SiteTest<"elements"> {
 protected:
  // What differs on the page that is open, after the accepted rows; and which of them were met.
  std::string unexplained(const std::string& name, std::set<const AcceptedDifference*>& met) {
    const Snapshot snapshot = page().snapshot();
    const std::vector<BrowserVerdict> theirs = browser_verdicts(page());
    const auto ours = bridge_verdicts(page(), theirs);
    std::string report;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      if (!ours[i] || !ours[i]->shown) continue;
      ++compared_;
      const std::string chrome =
          theirs[i].ignored ? "ignored" : describe_element(theirs[i].role, ours[i]->theirs);
      const std::string here = said_by_snapshot(snapshot, *ours[i]);
      if (same(here, chrome, theirs[i].ignored)) continue;
      if (const AcceptedDifference* row = accepted(name, ours[i]->markup, here, chrome)) {
        met.insert(row);
        continue;
      }
      report +=
          name + ": " + ours[i]->markup + "\n    ours   " + here + "\n    Chrome " + chrome + "\n";
    }
    return report;
  }

  static std::vector<std::string> pages() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(CASEMENT_SOURCE_DIR) / "pages/elements")) {
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
    PageTarget& target = page().target();
    const cdp::Connection::Turn turn(target.connection());
    return target.call_bridge(target.frames().main().id, question, Deadline::in(std::chrono::seconds(20)));
  }

  int compared_ = 0;

 private:
  static std::string describe_element(const std::string& role, const std::string& name) {
    return (role == "none" ? "generic" : role) + " \"" + name + "\"";
  }

  // The snapshot's line for the element where it has one, else what the bridge says of it.
  static std::string said_by_snapshot(const Snapshot& snapshot, const BridgeVerdict& ours) {
    if (ours.ref != 0) {
      const NodeIndex node = snapshot.node_of("e" + std::to_string(ours.ref));
      if (node != no_node) {
        const Node& line = snapshot.nodes()[node];
        return describe_element(std::string(line.role), std::string(line.name));
      }
    }
    // Elements with these roles are in the text too, but have no ref to find them by.
    static const std::set<std::string> without_ref = {
        "blockquote", "caption",       "code",          "comment",   "definition", "deletion",
        "emphasis",   "generic",       "insertion",     "mark",      "none",       "paragraph",
        "rowgroup",   "sectionfooter", "sectionheader", "separator", "strong",     "subscript",
        "suggestion", "superscript",   "term",          "time"};
    return (without_ref.contains(ours.role) ? "" : "absent: ") +
           describe_element(ours.role, ours.name);
  }

  static bool same(const std::string& ours, const std::string& chrome, bool ignored) {
    if (ours == chrome) return true;
    if (!ignored) return false;
    return ours.starts_with("generic \"") || ours.starts_with("absent: ");
  }

  static const AcceptedDifference* accepted(const std::string& name, const std::string& markup,
                                            const std::string& ours, const std::string& chrome) {
    for (const AcceptedDifference& row : accepted_differences) {
      if (row.page != "*" && row.page != name) continue;
      if (matches_glob(markup, row.markup) && matches_glob(ours, row.ours) &&
          matches_glob(chrome, row.chrome)) {
        return &row;
      }
    }
    return nullptr;
  }
};

TEST_F(Oracle, AgreesOnRoleAndNameOfEveryElement) {
  std::set<const AcceptedDifference*> met;
  std::string report;
  for (const std::string& name : pages()) {
    page().open("http://elements.test/" + name, {.wait_until = LoadState::Loaded});
    // Chrome's tree settles by and by (aria-owns above all): what differs is asked again.
    const Deadline settled = Deadline::in(std::chrono::seconds(5));
    std::set<const AcceptedDifference*> met_here;
    std::string differences;
    const int compared_before = compared_;
    do {
      compared_ = compared_before;
      met_here.clear();
      differences = unexplained(name, met_here);
    } while (!differences.empty() && !settled.expired());
    report += differences;
    met.merge(met_here);
  }
  EXPECT_EQ(report, "") << "differences that no row of oracle_accepted.h accepts";
  for (const AcceptedDifference& row : accepted_differences) {
    EXPECT_TRUE(row.chrome_wavers || met.contains(&row)) << "no longer differs: " << row.page << " " << row.markup << " "
                                    << row.ours << " / " << row.chrome << " (" << row.clause << ")";
  }
  EXPECT_GT(compared_, 1000);
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
