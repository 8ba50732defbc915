// Each promise of docs/reliability.md has a row in the table of faults. specs/tools/fault_table.py checks that table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace casement {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(std::filesystem::path(CASEMENT_SOURCE_DIR) / path, std::ios::binary).rdbuf();
  return text.str();
}

// The first group of each line that matches.
std::vector<std::string> found_in(const std::string& text, const std::regex& line) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) found.push_back((*at)[1].str());
  return found;
}

// As Markdown makes the anchor of a heading.
std::string anchor_of(std::string heading) {
  std::replace(heading.begin(), heading.end(), ' ', '-');
  std::transform(heading.begin(), heading.end(), heading.begin(), [](unsigned char c) { return std::tolower(c); });
  return heading;
}

TEST(Reliability, EachPromiseIsARowOfTheTableOfFaults) {
  const std::string table = text_of("docs/internals/faults.md");
  const std::vector<std::string> faults = found_in(table, std::regex(R"(\| \[`(\w+\.\w+)`\])"));
  ASSERT_GE(faults.size(), 350u);
  const std::set<std::string> rows(faults.begin(), faults.end());
  EXPECT_EQ(rows.size(), faults.size());
  const std::string page = text_of("docs/reliability.md");
  const std::vector<std::string> promised = found_in(page, std::regex(R"(\n\| [^\n]+ \| `(\w+\.\w+)` \|)"));
  EXPECT_GE(promised.size(), 40u);
  for (const std::string& spec : promised) EXPECT_TRUE(rows.contains(spec)) << spec;
  EXPECT_EQ(std::set<std::string>(promised.begin(), promised.end()).size(), promised.size());
}

TEST(Reliability, LinksToEachSectionOfTheTableOfFaults) {
  std::vector<std::string> anchors;
  for (const std::string& heading : found_in(text_of("docs/internals/faults.md"), std::regex("\n## ([^\n]+)")))
    anchors.push_back(anchor_of(heading));
  EXPECT_THAT(found_in(text_of("docs/reliability.md"), std::regex(R"(internals/faults\.md#([\w-]+))")),
              testing::ElementsAreArray(anchors));
}

TEST(Reliability, IsOnePage) {
  const std::string page = text_of("docs/reliability.md");
  EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 120);
}

}  // namespace
}  // namespace casement
