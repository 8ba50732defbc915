// CONTRIBUTING.md and docs/internals match the source tree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "casement/base/file_text.h"
#include "casement/base/regex.h"
#include "casement/base/text.h"
#include "specs/support/documents.h"

namespace casement {
namespace {

using specs::text_of;

// The first name in backquotes of each row of the table below `head`.
std::vector<std::string> first_names_of_table(const std::string& page, std::string_view head) {
  static const Regex first_name("^\\| `([^`]+)`");
  std::vector<std::string> names;
  const std::size_t begin = page.find(head);
  if (begin == std::string::npos) return names;
  for (const std::string_view line : split_lines(std::string_view(page).substr(begin))) {
    if (line.empty()) break;
    if (const auto found = first_name.groups(line); !found.empty()) names.push_back(found[1]);
  }
  return names;
}

TEST(Contributing, ListsTheRoomsInTheOrderInWhichTheyMayUseEachOther) {
  const std::string cmake = text_of("cmake/CasementRoomNames.cmake");
  const auto found = Regex("set\\(\\$\\{result\\} (base[a-z\\s]+) PARENT_SCOPE\\)").groups(cmake);
  ASSERT_EQ(found.size(), 2u);
  std::vector<std::string> rooms;
  for (const std::string_view line : split_lines(found[1])) {
    for (std::size_t begin = line.find_first_not_of(' '); begin != std::string_view::npos;) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      rooms.emplace_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(' ', end);
    }
  }
  ASSERT_GT(rooms.size(), 15u);
  EXPECT_EQ(first_names_of_table(text_of("docs/internals/architecture.md"), "| room | owns |"), rooms);
}

// Where a file of a room stands, which the page names as includes do.
bool is_in_tree(const std::string& path) {
  for (const char* const root : {"", "framework/", "framework/casement/", "fixtures/casement/", "reports/",
                                 "reports/casement/", "runners/casement/"}) {
    if (std::filesystem::exists(std::string(CASEMENT_SOURCE_DIR "/") + root + path)) return true;
  }
  return false;
}

const std::vector<std::string> kPages{"CONTRIBUTING.md", "docs/internals/architecture.md", "docs/internals/testing.md",
                                      "docs/internals/shared_browser.md", "docs/internals/coverage.md"};

TEST(Contributing, NamesOnlyFilesThatExist) {
  static const Regex file("`([a-z]+/[\\w./]+\\.(?:h|cc|js|cmake|py|md|txt|yaml|css|html))`");
  int checked = 0;
  for (const std::string& page : kPages) {
    const std::string text = text_of(page);
    ASSERT_NE(text, "") << page;
    std::string_view rest = text;
    for (auto found = file.groups(rest); !found.empty(); found = file.groups(rest)) {
      EXPECT_TRUE(is_in_tree(found[1])) << page << ": " << found[1];
      ++checked;
      rest.remove_prefix(rest.find(found[0]) + found[0].size());
    }
  }
  EXPECT_GT(checked, 30);
}

// More than a page hides the table that people look for.
TEST(Contributing, IsOnePage) {
  const std::string page = text_of("CONTRIBUTING.md");
  EXPECT_LE(split_lines(page).size(), 100u);
}

// The words between two texts, without the backslashes of a shell.
std::vector<std::string> words_between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return {};
  std::istringstream words(text.substr(from + begin.size(), text.find(end, from + begin.size()) - from - begin.size()));
  std::vector<std::string> all;
  for (std::string word; words >> word;) {
    if (word != "\\") all.push_back(word);
  }
  return all;
}

TEST(Install, ListsThePackagesThatSetupInstalls) {
  const std::vector<std::string> listed = words_between(text_of("docs/install.md"), "apt-get install ", "```");
  EXPECT_GT(listed.size(), 10u);
  EXPECT_EQ(listed, words_between(text_of("cmake/setup.sh"), "\npackages=\"", "\""));
}

TEST(Contributing, NamesTheFilesThatForkThisProgram) {
  std::vector<std::string> forking;
  for (const char* const folder : {"framework", "fixtures", "reports", "runners"}) {
    for (const auto& one :
         std::filesystem::recursive_directory_iterator(CASEMENT_SOURCE_DIR "/" + std::string(folder))) {
      if (one.path().extension() != ".cc") continue;
      const std::string text = read_whole_file(one.path().string()).value_or("");
      if (text.find("::fork()") != std::string::npos) forking.push_back(one.path().filename().string());
    }
  }
  EXPECT_THAT(forking, testing::UnorderedElementsAre("helper_process.cc", "worker_pool.cc"));
  EXPECT_THAT(text_of("docs/internals/shared_browser.md"),
              testing::AllOf(testing::HasSubstr("`base/helper_process` forks"),
                             testing::HasSubstr("`runners/worker_pool` forks")));
}

}  // namespace
}  // namespace casement
