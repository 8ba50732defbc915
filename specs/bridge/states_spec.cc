// States, case by case: a line in cases/states.txt is `states | markup`, and the element that is
// meant has the attribute `t`, or is the first.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/testing.h"
#include "specs/support/judged_page.h"

namespace casement::specs {
namespace {

class StandardStates : public BrowserTest {};

TEST_F(StandardStates, AreInTheLineOfTheirElement) {
  std::ifstream in(std::filesystem::path(CASEMENT_SOURCE_DIR) / "specs/bridge/cases/states.txt");
  page().open("data:text/html,<!doctype html><html lang=en><body></body>");
  std::string text;
  int cases = 0;
  for (int line = 1; std::getline(in, text); ++line) {
    const std::size_t bar = text.find("| ");
    if (text.empty() || text.front() == '#') continue;
    ASSERT_NE(bar, std::string::npos) << "line " << line;
    const std::string states = text.substr(0, bar == 0 ? 0 : bar - 1);
    const std::string markup = text.substr(bar + 2);
    page().evaluate("document.body.innerHTML = " + nlohmann::json(markup).dump() + "; 0");
    const Snapshot snapshot = page().snapshot();
    const BridgeVerdict said =
        bridge_verdict(page(), "document.querySelector('[t]') ?? document.body.firstElementChild");
    const NodeIndex node = snapshot.node_of("e" + std::to_string(said.ref));
    ++cases;
    if (node == kNoNode) {
      ADD_FAILURE() << "states.txt:" << line << ": not in the snapshot: " << markup;
      continue;
    }
    EXPECT_EQ(snapshot.nodes()[node].states, states) << "states.txt:" << line << ": " << markup;
  }
  EXPECT_GT(cases, 50);
}

TEST_F(StandardStates, IncludeIndeterminateAndFocused) {
  page().open(
      "data:text/html,<!doctype html><input type=checkbox id=c aria-label=c><input id=f "
      "aria-label=f>");
  page().evaluate("c.indeterminate = true; f.focus(); 0");
  const std::string text = page().snapshot().text();
  EXPECT_THAT(text, testing::HasSubstr("checkbox \"c\" [checked=mixed] [ref="));
  EXPECT_THAT(text, testing::HasSubstr("textbox \"f\" [active] [ref="));
}

}  // namespace
}  // namespace casement::specs
