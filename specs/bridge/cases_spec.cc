// The standards' tables, case by case: markup, and the role and name that it has. A case is a line
// in cases/*.txt: `role | name | markup`. The element that is meant has the attribute `t`; without
// one it is the first.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/testing.h"
#include "specs/support/judged_page.h"

namespace casement::specs {
namespace {

struct Case {
  int line = 0;
  std::string role;
  std::string name;
  std::string markup;
};

std::vector<Case> cases_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<Case> cases;
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    if (text.empty() || text.front() == '#') continue;
    const std::size_t first = text.find(" | ");
    const std::size_t second = text.find("| ", first + 3);
    if (first == std::string::npos || second == std::string::npos) {
      ADD_FAILURE() << file << ":" << line << ": not `role | name | markup`";
      continue;
    }
    std::string name = text.substr(first + 3, second - first - 3);
    if (name.ends_with(' ')) name.pop_back();
    cases.push_back({line, text.substr(0, first), std::move(name), text.substr(second + 2)});
  }
  return cases;
}

class StandardCases : public BrowserTest, public testing::WithParamInterface<const char*> {};

TEST_P(StandardCases, GiveRoleAndName) {
  const std::filesystem::path file =
      std::filesystem::path(CASEMENT_SOURCE_DIR) / "specs/bridge/cases" / (GetParam() + std::string(".txt"));
  const std::vector<Case> cases = cases_in(file);
  ASSERT_GT(cases.size(), 50u) << file;
  page().open("data:text/html,<!doctype html><html lang=en><body></body>");
  (void)page().snapshot();  // brings the bridge
  for (const Case& one : cases) {
    page().evaluate("document.body.innerHTML = " + nlohmann::json(one.markup).dump() + "; 0");
    const BridgeVerdict said =
        bridge_verdict(page(), "document.querySelector('[t]') ?? document.body.firstElementChild");
    EXPECT_EQ(said.role + " \"" + said.name + "\"", one.role + " \"" + one.name + "\"")
        << file.filename().string() << ":" << one.line << ": " << one.markup;
  }
}

class Drafts : public BrowserTest {};

// A line that begins with `!` is answered otherwise, and has to be: when the answer becomes the draft's, the mark goes.
TEST_F(Drafts, AreAnsweredAsTheirTestsExpectExceptMarkedOnes) {
  const std::vector<Case> cases =
      cases_in(std::filesystem::path(CASEMENT_SOURCE_DIR) / "specs/bridge/cases/drafts.txt");
  page().open("data:text/html,<!doctype html><html lang=en><body></body>");
  (void)page().snapshot();  // brings the bridge
  std::size_t right = 0;
  for (const Case& one : cases) {
    page().evaluate("document.body.innerHTML = " + nlohmann::json(one.markup).dump() + "; 0");
    const BridgeVerdict said =
        bridge_verdict(page(), "document.querySelector('[t]') ?? document.body.firstElementChild");
    const bool is_marked = one.role.starts_with("! ");
    const std::string role = is_marked ? one.role.substr(2) : one.role;
    const bool has_role = role == "*" || said.role == role || (role == "generic" && said.role == "none");
    const bool is_right = has_role && (one.name == "*" || said.name == one.name);
    right += is_right ? 1 : 0;
    EXPECT_NE(is_right, is_marked) << "drafts.txt:" << one.line << ": " << said.role << " \"" << said.name << "\" of "
                                   << one.markup;
  }
  RecordProperty("right", static_cast<int>(right));
  RecordProperty("asked", static_cast<int>(cases.size()));
  constexpr std::size_t kUnanswerable = 9;  // the file's head says which
  EXPECT_GT(right * 95, (cases.size() + kUnanswerable) * 60) << right << " of " << cases.size();
}

INSTANTIATE_TEST_SUITE_P(Files, StandardCases,
                         testing::Values("aria_roles", "dpub_graphics_svg", "html_roles", "name_steps", "native_names"),
                         [](const auto& file) { return std::string(file.param); });

}  // namespace
}  // namespace casement::specs
