// Rows that React, Vue and Lit keep, move and make anew have the ids that they had.
#include <fmt/format.h>

#include <map>
#include <random>
#include <string>

#include "casement/dom/dom_snapshot.h"
#include "casement/testing.h"

namespace casement::specs {
namespace {

class ListIds : public SiteTest<"lists"> {
 protected:
  // By framework and row.
  std::map<std::string, std::string> ids() {
    std::map<std::string, std::string> named;
    const DomSnapshot dom = page().dom();
    for (const DomNode& node : dom.nodes()) {
      if (!node.text.starts_with("row ") || node.is_text()) continue;
      named[fmt::format("{} {}", dom.region(node), node.text)] = node.id();
      named[fmt::format("{} {}, whole", dom.region(node), node.text)] = dom.nodes()[node.parent].id();
    }
    return named;
  }
};

TEST_F(ListIds, AreKeptOverWhatFrameworksRender) {
  page().open("http://lists.test/", {.wait_until = LoadState::Loaded, .timeout = Milliseconds(30'000)});
  expect(page()).count("listitem", 30);
  static const char* const changes[]{"Insert", "Remove", "Edit", "Move", "Remount", "Remount"};
  std::mt19937 random(7);
  std::map<std::string, std::string> before = ids(), holders;
  ASSERT_GE(before.size(), 60u);
  int kept = 0, all = 0, carried = 0;
  for (int step = 0; step < 60; ++step) {
    const char* const change = changes[random() % 6];
    page().evaluate(fmt::format("change('{}')", change));
    const std::map<std::string, std::string> now = ids();
    for (const auto& [row, id] : now) {
      EXPECT_EQ(holders.emplace(id, row).first->second, row) << id << " after " << change << ", step " << step;
      const auto known = before.find(row);
      if (known == before.end()) continue;
      ++all;
      kept += known->second == id ? 1 : 0;
    }
    before = now;
  }
  const DomSnapshot dom = page().dom();
  for (const DomNode& node : dom.nodes()) carried += node.carried ? 1 : 0;
  EXPECT_GT(carried, 60);
  EXPECT_GE(kept * 10, all * 9) << kept << " of " << all;
  fmt::print("{} of {} ids kept, {} elements have carried ones\n", kept, all, carried);
}

}  // namespace
}  // namespace casement::specs
