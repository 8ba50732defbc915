// SECURITY.md promises nothing without a spec: each of its points names some, and all of them exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "casement/base/regex.h"
#include "casement/base/text.h"

namespace casement {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// "Suite.Name" of every TEST, TEST_F and TEST_P.
std::set<std::string> specs_there_are() {
  static const Regex declaration("^(?:TEST|TEST_F|TEST_P)\\((\\w+), *(\\w+)\\)");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(CASEMENT_SOURCE_DIR "/specs")) {
    if (entry.path().extension() != ".cc") continue;
    const std::string text = read_file(entry.path());
    for (const std::string_view line : split_lines(text)) {
      if (!line.starts_with("TEST")) continue;
      const std::vector<std::string> found = declaration.groups(line);
      if (!found.empty()) names.insert(found[1] + "." + found[2]);
    }
  }
  return names;
}

// The points of a page, each as one line.
std::vector<std::string> points_of(const std::string& page) {
  std::vector<std::string> points;
  for (const std::string_view line : split_lines(page)) {
    if (line.starts_with("- ")) {
      points.emplace_back(line);
    } else if (line.starts_with("  ") && !points.empty()) {
      points.back() += std::string(line.substr(1));
    }
  }
  return points;
}

// What stands in backquotes and is spelled like a spec.
std::vector<std::string> specs_named_in(std::string_view point) {
  static const Regex name("`([A-Z]\\w+\\.[A-Z]\\w+)`");
  std::vector<std::string> names;
  for (std::vector<std::string> found = name.groups(point); !found.empty(); found = name.groups(point)) {
    names.push_back(found[1]);
    point.remove_prefix(point.find(found[0]) + found[0].size());
  }
  return names;
}

// The sentences of a point behind which no spec is named; what stands in parentheses explains and promises nothing.
std::vector<std::string> sentences_without_specs(std::string_view point) {
  static const Regex remark(" \\([^()]*\\)"), name("`[A-Z]\\w+\\.[A-Z]\\w+`"), end("[.:] +[A-Z]");
  std::string rest(point.substr(2));
  for (std::vector<std::string> found = remark.groups(rest); !found.empty(); found = remark.groups(rest))
    rest.erase(rest.find(found[0]), found[0].size());
  std::vector<std::string> without;
  for (std::vector<std::string> found = name.groups(rest); !found.empty(); found = name.groups(rest)) {
    const std::size_t at = rest.find(found[0]);
    if (end.found_in(rest.substr(0, at))) without.push_back(rest.substr(0, at));
    rest.erase(0, at + found[0].size());
  }
  if (!rest.empty()) without.push_back(rest);
  return without;
}

TEST(SecurityPage, NamesSpecsThatExist) {
  const std::set<std::string> there = specs_there_are();
  ASSERT_GT(there.size(), 1000u);
  const std::vector<std::string> points = points_of(read_file(CASEMENT_SOURCE_DIR "/SECURITY.md"));
  ASSERT_GT(points.size(), 15u);
  for (const std::string& point : points) {
    const std::vector<std::string> names = specs_named_in(point);
    EXPECT_FALSE(names.empty()) << "a promise without a spec: " << point;
    EXPECT_THAT(sentences_without_specs(point), testing::IsEmpty()) << "a sentence without a spec";
    for (const std::string& name : names) EXPECT_TRUE(there.contains(name)) << name << " is no spec";
  }
}

// The check itself can fail.
TEST(SecurityPage, TheCheckOfSpecsCanFail) {
  EXPECT_THAT(points_of("# A\n- one\n  more `A.B`\n\n- two\n"), testing::ElementsAre("- one more `A.B`", "- two"));
  EXPECT_THAT(specs_named_in("`Site.Listens` and `site.yaml`, `--flag` `Html.Loads`"),
              testing::ElementsAre("Site.Listens", "Html.Loads"));
  EXPECT_THAT(sentences_without_specs("- It `has x` (so. Or so), of `site.yaml`. `Aa.Ba` `Ca.Da` It does. `Ea.Fa`"),
              testing::IsEmpty());
  EXPECT_THAT(sentences_without_specs("- It has x. It is. `Aa.Ba` Never."),
              testing::ElementsAre("It has x. It is. ", " Never."));
  EXPECT_FALSE(specs_there_are().contains("Site.ListensToAll"));
}

}  // namespace
}  // namespace casement
