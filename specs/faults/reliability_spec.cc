// Each promise of docs/reliability.md has a row in the table of faults. specs/tools/fault_table.py checks that table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "specs/support/documents.h"

namespace casement {
namespace {

using specs::anchor_of;
using specs::groups_of;
using specs::text_of;

TEST(Reliability, EachPromiseIsARowOfTheTableOfFaults) {
  const std::string table = text_of("docs/internals/faults.md");
  const std::vector<std::string> faults = groups_of(table, R"(\| \[`(\w+\.\w+)`\])");
  ASSERT_GE(faults.size(), 350u);
  const std::set<std::string> rows(faults.begin(), faults.end());
  EXPECT_EQ(rows.size(), faults.size());
  const std::string page = text_of("docs/reliability.md");
  const std::vector<std::string> promised = groups_of(page, R"(\n\| [^\n]+ \| `(\w+\.\w+)` \|)");
  EXPECT_GE(promised.size(), 40u);
  for (const std::string& spec : promised) EXPECT_TRUE(rows.contains(spec)) << spec;
  EXPECT_EQ(std::set<std::string>(promised.begin(), promised.end()).size(), promised.size());
}

TEST(Reliability, LinksToEachSectionOfTheTableOfFaults) {
  std::vector<std::string> anchors;
  for (const std::string& heading : groups_of(text_of("docs/internals/faults.md"), "\n## ([^\n]+)"))
    anchors.push_back(anchor_of(heading));
  EXPECT_THAT(groups_of(text_of("docs/reliability.md"), R"(internals/faults\.md#([\w-]+))"),
              testing::ElementsAreArray(anchors));
}

TEST(Reliability, IsOnePage) {
  const std::string page = text_of("docs/reliability.md");
  EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 120);
}

}  // namespace
}  // namespace casement
